/** What calendars tell during a leave. docs/rules.md#absences */
import { expect, test } from 'vitest'
import { CANCELLED_TITLE } from '../../../src/domain/calendar/file.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { inDays, makeLeave } from '../support/leaves.ts'
import { ADMIN, addLead, BRUNA, DAVI, workedBy } from '../support/people.ts'
import type { TestServer } from '../support/server.ts'
import { ALL, address } from './reading.ts'

describeDatabase('a calendar during a leave', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })

  test("its returns are the substitute's meanwhile, and limits and later returns stay", async () => {
    const admin = await server.confirmedDevice(ADMIN)
    const inFuture = (days: number) => {
      const ms = server.context.now() + days * DAY_MS
      const scheduling_date = new Date(Math.floor(ms / MINUTE_MS) * MINUTE_MS).toISOString()
      return { ...workedBy(BRUNA), scheduling_date, scheduling_status: 0 }
    }
    const soon = await addLead(store, { ...inFuture(1), old_end_of_validity: inDays(20) })
    const later = await addLead(store, inFuture(9))
    const own = await address(server, await server.confirmedDevice(BRUNA), ALL)
    const substitute = await address(server, await server.confirmedDevice(DAVI), ALL)
    const told = async (where: typeof own) =>
      (await where.events()).flatMap(({ uid, title }) => (title === CANCELLED_TITLE ? [] : uid))
    const [first, second, renewal] = [
      `return-${soon.uid}@farol`,
      `return-${later.uid}@farol`,
      `renewal-${soon.uid}@farol`,
    ]
    expect(await told(own)).toEqual(expect.arrayContaining([first, second, renewal]))
    await makeLeave(admin, { user_id: BRUNA, substitute_id: DAVI, from: 0, to: 3 })
    expect(await told(substitute)).toContain(first)
    expect(await told(substitute)).not.toContain(second)
    expect(await told(substitute)).not.toContain(renewal)
    expect(await told(own)).not.toContain(first)
    expect(await told(own)).toEqual(expect.arrayContaining([second, renewal]))
  })
})
