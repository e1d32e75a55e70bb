/** The demo at several hours and weekdays: no past event is in the future, and every account has leads to see. */
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '../../../server/demo/accounts.ts'
import { fillDemo } from '../../../server/demo/fill-demo.ts'
import { listLeads, listReferrals } from '../../../server/queries/board.ts'
import { countLeads } from '../../../server/queries/board-counts.ts'
import type { BoardReader } from '../../../server/queries/board-reader.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { readSettings } from '../../../server/queries/settings.ts'
import { listBrokerQuerySchema } from '../../../src/contract/board.ts'
import { newsSinceMs } from '../../../src/domain/board/news.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { schedulingState, sevenDaysEndMs } from '../../../src/domain/lead/scheduling.ts'
import { businessCalendar } from '../../../src/domain/sla/business-calendar.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'

const CLOCKS = [
  ['a Wednesday afternoon', '2026-11-18T15:00:00-03:00'],
  ['a Sunday night', '2026-11-22T23:50:00-03:00'],
  ['a Monday at 08:00', '2026-11-23T08:00:00-03:00'],
  ['a Friday at 19:00', '2026-11-20T19:00:00-03:00'],
  ['Christmas', '2026-12-25T15:00:00-03:00'],
  ['the first minute of a year', '2027-01-01T00:01:00-03:00'],
] as const
/** The smallest `npm run demo` for which every list has something. */
const LEADS = 120
const STAFF = ['admin', 'gerente', 'corretor', 'corretora'] as const
const REFERRERS = ['concessionaria', 'indicador', 'especial', 'parceiro'] as const

/** Columns with instants of past events. */
const HAPPENED: readonly (readonly [table: string, columns: readonly string[]])[] = [
  [
    'leads',
    [
      'create_lead_date',
      'proposal_date',
      'capture_date',
      'contact_date',
      'quoted_date',
      'sold_date',
      'first_call_date',
      'end_lead_date',
    ],
  ],
  ['clients', ['created_at']],
  ['elective_leads', ['proposal_date', 'created_at', 'updated_at']],
  ['lead_duplicates', ['created_at', 'relead_at', 'released_at', 'used_at']],
  ['external_indications', ['created_at']],
  ['schedulings', ['created_at', 'closed_at']],
  ['calls', ['date']],
  ['timeline', ['occurred_at', 'received_at']],
  ['in_person_diagnoses', ['created_at']],
]

describe.each(CLOCKS)('made on %s', (_name, clock) => {
  const nowMs = Date.parse(clock)
  const now = new Date(nowMs).toISOString()

  describeEachDatabase('the demo', (open) => {
    let store: TestStore
    beforeAll(async () => {
      store = await open()
      await fillDemo(store, { leads: LEADS, now: new Date(nowMs) })
    })

    const count = async (table: string, condition: RawBuilder<boolean>) => {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from ${sql.table(table)} where ${condition}`.execute(store.db)
      return rows[0]?.n
    }

    async function readerOf(login: keyof typeof DEMO_ACCOUNTS): Promise<BoardReader> {
      const user = await sessionUser(store.db, DEMO_ACCOUNTS[login])
      if (user === null) throw new Error(`${login} is no user`)
      return { db: store.db, user, settings: await readSettings(store.db), nowMs }
    }
    const asked = (query: object) => listBrokerQuerySchema.parse({ limit: 2000, ...query })

    test('no past event is dated after now', async () => {
      const future: string[] = []
      for (const [table, columns] of HAPPENED)
        for (const column of columns)
          if ((await count(table, sql<boolean>`${sql.ref(column)} > ${now}::timestamptz`)) !== 0)
            future.push(`${table}.${column}`)
      expect(future).toEqual([])
    })

    test("a proposal is not younger than its lead, and a renewal's month is the month of its date", async () => {
      expect(await count('leads', sql<boolean>`proposal_date > create_lead_date`)).toBe(0)
      const renewals = sql<boolean>`old_end_of_validity is not null`
      expect(await count('leads', renewals)).toBeGreaterThan(3)
      expect(
        await count(
          'leads',
          sql<boolean>`${renewals} and insurance_expiration is distinct from extract(month from old_end_of_validity)`,
        ),
      ).toBe(0)
    })

    /** Counts of an account's leads on its board: docs/rules.md#board. */
    function shown(leads: readonly Lead[]) {
      const since = newsSinceMs(nowMs, businessCalendar({ start: '08:30', end: '18:00', holidays: [] }))
      const scheduling = (state: 'late' | 'pending') => (lead: Lead) =>
        lead.state !== 3 && schedulingState(lead.lead_scheduling, nowMs) === state
      const soon = ({ lead_scheduling }: Lead) =>
        Date.parse(lead_scheduling?.scheduling_date ?? '') <= sevenDaysEndMs(nowMs)
      return {
        due: leads.filter(scheduling('pending')).some(soon),
        late: leads.some(scheduling('late')),
        fresh: leads.some((lead) => lead.state === 1 && Date.parse(lead.create_lead_date) > since),
        finished: leads.some((lead) => lead.state === 3),
      }
    }
    const ALL = { due: true, late: true, fresh: true, finished: true }

    test.each(STAFF)('%s opens on a board with due, late, fresh and finished leads', async (login) => {
      const reader = await readerOf(login)
      const { leads } = await listLeads(reader, asked({}))
      expect(shown(leads)).toEqual(ALL)
      const own = leads.filter(({ broker_id }) => broker_id === reader.user.id)
      if (login.startsWith('corret')) expect(shown(own)).toEqual({ ...ALL, fresh: false })
      const { count: counted, agendaments_count } = await countLeads(reader)
      expect(agendaments_count.late).toBeGreaterThan(0)
      expect(agendaments_count.total).toBeGreaterThan(agendaments_count.late)
      expect(counted.leads_status_count.find(({ status }) => status === 1)?.news).toBeGreaterThan(0)
    })

    test.each(REFERRERS)('%s opens on a list with leads of each kind', async (login) => {
      const { leads } = await listReferrals(await readerOf(login), asked({}))
      expect(shown(leads)).toEqual(ALL)
    })
  })
})
