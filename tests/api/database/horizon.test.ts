/** No work in the background keeps what others wrote from the devices for two seconds, with 20,000 leads. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseWithoutContact } from '../../../server/administration/personal-data/without-contact.ts'
import { refreshClocks } from '../../../server/reports/queries/working-clocks.ts'
import { pruneTombstones } from '../../../server/sync/housekeeping.ts'
import { TRANSFER_LIMIT } from '../../../src/domain/lead/transfer.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { isSliced } from '../../support/slice.ts'
import { describePostgres } from '../support/databases.ts'
import { longestTransaction } from '../support/horizon.ts'
import { BRUNA, DAVI } from '../support/people.ts'
import { inRenewalHouse, policies, type Renewals } from '../support/renewals.ts'

const LEADS = 20_000
const MOST_MS = 2000

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

// It measures times, which a machine with other work stretches: only `npm run test:long` runs it.
describe.skipIf(isSliced)('background work', () =>
  describePostgres('the horizon of the pulls', (open) => {
    let house: Renewals
    inRenewalHouse(open, (opened) => {
      house = opened
    })
    /** Leads of Bruna, each of its own client, of three years ago. */
    beforeEach(async () => {
      await sql`
      insert into clients (uid, name, name_folded, cpf, created_at)
      select gen_random_uuid(), 'Cliente ' || n, 'cliente ' || n, '', ${daysAgo(1100)}
      from generate_series(1, ${LEADS}) n`.execute(house.store.db)
      await sql`
      insert into leads (uid, client_uid, channel_id, insurance_id, state, status, broker_id, create_lead_date, capture_date)
      select gen_random_uuid(), uid, 1, 1, 2, 2, ${BRUNA}::int, ${daysAgo(1100)}, ${daysAgo(1099)}
      from clients`.execute(house.store.db)
      await sql`analyze`.execute(house.store.db)
    }, 120_000)

    const longest = (work: (round: number) => Promise<unknown>) =>
      longestTransaction(house.store.url ?? '', MOST_MS, work)
    const setSetting = (key: string, given: unknown) => {
      const value = JSON.stringify(given)
      return house.store.db
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
        .execute()
    }

    const WORK: readonly (readonly [name: string, work: (round: number) => Promise<unknown>])[] = [
      [
        'an import of renewals',
        (round) =>
          house.imported(
            policies(...Array.from({ length: 2000 }, (_, place) => ({ policy: `H-${round}-${place}` }))),
          ),
      ],
      [
        'recomputed working time',
        async (round) => {
          await setSetting('business_hours', { start: `1${round}:00`, end: '19:00', holidays: [] })
          await refreshClocks(house.store.db)
        },
      ],
      [
        'a transfer of as many leads as one may have',
        async (round) => {
          const { rows } = await sql<{ uid: string }>`
          select uid from leads order by uid limit ${TRANSFER_LIMIT}`.execute(house.store.db)
          const to = { kind: 'broker', broker_id: round % 2 === 0 ? DAVI : BRUNA }
          const leads = rows.map(({ uid }) => uid)
          const { status } = await house.admin.call('PUT', `/lead-transfers/${crypto.randomUUID()}`, {
            leads,
            to,
          })
          expect(status).toBe(200)
        },
      ],
      [
        'the end of old tombstones',
        async () => {
          await sql`
          insert into tombstones (kind, lead_uid, created_at)
          select 'lead', uid, ${daysAgo(100)} from leads`.execute(house.store.db)
          await pruneTombstones(house.server.context)
        },
      ],
      [
        'the erasure of clients without contact',
        async () => {
          await setSetting('erase_without_contact_years', 2)
          expect(
            await eraseWithoutContact(house.server.context, (error) => {
              throw error
            }),
          ).toBeGreaterThan(0)
        },
      ],
    ]

    test.each(WORK)(
      `%s is no transaction of more than ${MOST_MS} ms`,
      { timeout: 600_000 },
      async (_name, work) => {
        const ms = await longest(work)
        expect(ms, 'something was measured').toBeGreaterThan(0)
        expect(ms).toBeLessThan(MOST_MS)
      },
    )
  }),
)
