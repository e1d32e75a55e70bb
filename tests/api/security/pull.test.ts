/** A pull's rows and keys of records outside the user's scope. The matrix covers the whole mirror. */
import { beforeEach, expect, test } from 'vitest'
import { describeDatabase } from '../support/databases.ts'
import { everythingVisible } from '../support/server.ts'
import { clientValues, internalValues, leadValues } from './support/marks.ts'
import { recordOf } from './support/records.ts'
import { ADMINISTRATOR, COLLEAGUE, RESIDENTS } from './support/residents.ts'
import { scanFor } from './support/scan.ts'
import { inWorld, type World } from './support/world.ts'

describeDatabase('a pull after a change', (open) => {
  let world: World
  inWorld(open, (opened) => {
    world = opened
  })
  beforeEach(() => world.renew())

  test.each(
    RESIDENTS,
  )("with another user's cursor the $name gets its own records, and no other", async (me) => {
    const { cursor } = await world.deviceOf(ADMINISTRATOR).pull()
    const page = await world.deviceOf(me).pull(cursor)
    expect.soft(scanFor(me)({ answer: JSON.stringify(page), request: '' })).toEqual([])
    // A manager has the administrator's scope: the cursor is equally valid.
    if (me.role <= 2) return
    expect.soft(page.reset).toBe(true)
    expect.soft(page.rows.leads.map(({ uid }) => uid)).toContain(recordOf(me, 'worked')?.lead.uid)
  })

  test.each(
    RESIDENTS.filter(({ role }) => role > 2),
  )('of a lead that has left its scope the $name gets its key and its client’s alone', async (me) => {
    const device = world.deviceOf(me)
    const { cursor } = await device.pull()
    const left = recordOf(me, 'unclaimed')
    if (left === null) throw new Error(`${me.name} has no unclaimed lead`)
    const elsewhere = { broker_id: COLLEAGUE.id, inviter_id: COLLEAGUE.id, partner_id: null, state: 2 }
    await world.store.db.updateTable('leads').set(elsewhere).where('uid', '=', left.lead.uid).execute()
    await everythingVisible(world.store)
    const page = await device.pull(cursor)
    expect.soft(page.removed.leads).toContain(left.lead.uid)
    expect.soft(page.removed.clients).toContain(left.client.uid)
    const text = JSON.stringify({ ...page, removed: { leads: page.removed.leads } })
    const values = [...clientValues(left.marks), ...leadValues(left.marks), ...internalValues(left.marks)]
    expect.soft([...values, left.client.uid].filter((value) => text.includes(value))).toEqual([])
  })
})
