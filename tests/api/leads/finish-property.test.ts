/**
 * What the form lists before an end is what the server refuses it with, and the list is empty exactly when the server
 * ends the lead: docs/rules.md#finish
 */
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { readClient, readLead } from '../../../server/queries/lead-row.ts'
import { leadBeforeEnd } from '../../../src/commands/finish-lead.ts'
import { userEntrySchema } from '../../../src/domain/catalogue/catalogue.ts'
import { problemsByField } from '../../../src/domain/lead/field-problem.ts'
import { endProblems } from '../../../src/domain/lead/finish-checks.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { leadPermissions } from '../../../src/domain/lead/lead-permissions.ts'
import { FUTURE_DATE } from '../../../src/domain/lead/save-rules.ts'
import { formProblems } from '../../../src/features/lead/form/form-problems.ts'
import { valuesOf } from '../../../src/features/lead/form/lead-values.ts'
import { runsOf } from '../../support/slice.ts'
import { aUser } from '../../unit/domain/fixtures.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { addSavable, inviterOf, PHONE } from '../support/leads.ts'
import { BRUNA, house, INDICATOR, withoutLeads } from '../support/people.ts'
import { type Device, startServer } from '../support/server.ts'

const NOW = Date.now()
const FLOW = [1, 2, 3, 4, 5, 6]
const TRIES = runsOf(240)

const maybe = <Value>(...values: readonly Value[]) => fc.constantFrom<Value | null>(null, ...values)
/** Minutes ago, so that orders and equal minutes occur. */
const date = fc
  .constantFrom(null, 5, 20, 20, 60, -2000)
  .map((minutes) => (minutes === null ? null : new Date(NOW - minutes * 60_000).toISOString()))

const attendance = fc.record({
  channel_id: fc.constantFrom(1, 1, 1, 7),
  status: fc.constantFrom(2, 3, 4, 5),
  insurance_id: maybe(1, 3),
  contact_type: maybe(1, 4),
  contact_date: date,
  quoted: fc.constantFrom(0 as const, 1 as const),
  quoted_type: maybe(1),
  quoted_date: date,
  sold: maybe(0 as const, 1 as const),
  lost_sale: maybe(1, 5),
  competitor_broker: maybe(1),
  endorsement_date: maybe('2027-05-10'),
  date_fail: fc.boolean(),
  sold_type: maybe(3),
  sold_date: date,
  sale_value_cents: maybe(0, 185_000),
  commission_percentage: maybe(15),
  backup_car: maybe(0 as const),
  pague_menos: maybe(1 as const),
  lead_scheduling: maybe({
    scheduling_date: new Date(NOW - 30 * 60_000).toISOString(),
    description: 'Retornar',
    status: 1 as const,
  }),
}) satisfies fc.Arbitrary<Partial<Lead>>

/** Often complete, so that both ends occur. */
const lead = fc.tuple(attendance, fc.constantFrom(0, 0.4, 1), fc.integer()).map(([random, share, seed]) => {
  const complete: Partial<Lead> = {
    channel_id: 1,
    status: 4,
    insurance_id: 1,
    contact_type: 1,
    contact_date: new Date(NOW - 25 * 60_000).toISOString(),
    quoted: 1,
    quoted_type: 1,
    quoted_date: new Date(NOW - 20 * 60_000).toISOString(),
    sold: 1,
    sold_type: 3,
    sold_date: new Date(NOW - 10 * 60_000).toISOString(),
    sale_value_cents: 185_000,
    commission_percentage: 15,
    backup_car: 0,
    pague_menos: 1,
  }
  const taken = Object.entries(random).filter(
    (_, place) => ((seed >>> (place % 16)) % 10) / 10 < share && share > 0,
  )
  return { ...complete, ...(share === 1 ? random : Object.fromEntries(taken)) }
})

describeDatabase('the list of what an end misses', (open) => {
  let store: TestStore
  let device: Device
  beforeAll(async () => {
    store = await open()
    await house(store)
    await store.db.insertInto('competitor_brokers').values({ id: 1, name: 'Outra' }).execute()
    const server = await startServer(store)
    device = await server.device(BRUNA)
    return () => server.stop()
  })

  test('is what the server refuses with, and empty exactly when it ends the lead', {
    timeout: 120_000,
  }, async () => {
    await inviterOf(store)
    const user = aUser(3, { id: BRUNA })
    const inviter = userEntrySchema.parse({
      id: INDICATOR,
      name: 'Indicador',
      role_id: 5,
      channel_id: 29,
      login: 'indicador',
      phone: PHONE,
      active: true,
    })
    const catalogues = { users: new Map([[INDICATOR, inviter]]) }
    let ended = 0
    let refused = 0
    await fc.assert(
      fc.asyncProperty(lead, fc.boolean(), async (changes, hasMail) => {
        await withoutLeads(store)
        const added = await addSavable(store, BRUNA, changes)
        if (!hasMail)
          await store.db
            .updateTable('clients')
            .set({ mail: '' })
            .where('uid', '=', added.client_uid)
            .execute()
        const saved = await readLead(store.db, added.uid)
        const client = await readClient(store.db, added.client_uid)
        if (saved === null || client === null) throw new Error('the lead was not added')
        const values = valuesOf(saved, client, PHONE)
        const save = formProblems({
          mode: 'edit',
          values,
          before: values,
          lead: saved,
          fixedInviter: false,
          user,
          catalogues,
          nowMs: NOW,
        })
        const typed = leadBeforeEnd(saved, { changes: {} }, user)
        const listed = endProblems(save, {
          lead: typed,
          statusFlow: FLOW,
          inviterRole: inviter.role_id,
          permissions: leadPermissions(typed, user, null),
          nowMs: NOW,
        })
        const result = await device.run({
          command: 'lead.finish',
          args: { lead_uid: added.uid, client_uid: added.client_uid, changes: {} },
          occurred_at: new Date(NOW).toISOString(),
        })
        if (listed.length === 0) {
          ended += 1
          expect(result).toMatchObject({ outcome: 'applied' })
        } else {
          refused += 1
          expect(result).toMatchObject({
            outcome: 'rejected',
            message:
              listed[0]?.message === FUTURE_DATE ? expect.stringContaining(FUTURE_DATE) : listed[0]?.message,
            errors: problemsByField(listed),
          })
        }
      }),
      { numRuns: TRIES },
    )
    expect(ended, 'leads that end').toBeGreaterThan(3)
    expect(refused, 'leads that are refused').toBeGreaterThan(10)
  })
})
