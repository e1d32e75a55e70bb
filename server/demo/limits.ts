/** Limits of the law in each state, so that 'Prazos da lei', its report and the register of proposals show how they are. docs/rules.md#obligations */
import { type Kysely, sql } from 'kysely'
import { eveDay, halfDay, lastDay, lawCalendar } from '../../src/domain/obligations/calendar.ts'
import type { Obligation } from '../../src/domain/obligations/fields.ts'
import type { ObligationKind } from '../../src/domain/obligations/kinds.ts'
import { addDays, instantOf, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { Database } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { SETTINGS } from '../db/reference-data.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'

const calendar = lawCalendar(SETTINGS.business_hours)

interface Candidate {
  readonly uid: string
  readonly broker_id: number
  /** When the limit began, YYYY-MM-DD. */
  readonly since: string
}

interface Kept {
  readonly proof_kind: 'message' | 'note'
  readonly proof: string
}

/** What a kind's limits are of, and what is written about them. */
interface Kind {
  readonly kind: ObligationKind
  readonly candidates: (tx: Kysely<Database>) => Promise<Candidate[]>
  readonly note: string
  readonly kept: Kept
}

/** Sold leads by the day of the sale, the newest first. */
const sold = async (tx: Kysely<Database>): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select uid, broker_id, (end_lead_date at time zone 'America/Sao_Paulo')::date::text as since
    from leads
    where sold = 1 and not cancelled and broker_id is not null
    order by end_lead_date desc, id`.execute(tx)
  return rows
}

/** Leads in attendance that have a quote: their proposal went to the insurer on the day of the quote. */
const proposed = async (tx: Kysely<Database>): Promise<Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select uid, broker_id, (quoted_date at time zone 'America/Sao_Paulo')::date::text as since
    from leads
    where state = 2 and quoted_date is not null and broker_id is not null
    order by pending_sell desc, quoted_date desc, id`.execute(tx)
  return rows
}

const KINDS: readonly Kind[] = [
  {
    kind: 'answer',
    candidates: proposed,
    note: 'Seguradora: Porto Seguro',
    kept: { proof_kind: 'message', proof: 'E-mail da seguradora: proposta aceita' },
  },
  {
    kind: 'handover',
    candidates: sold,
    note: 'CNH e CRLV do cliente',
    kept: { proof_kind: 'note', proof: 'Entregue em mãos, com recibo' },
  },
  {
    kind: 'document',
    candidates: sold,
    note: '',
    kept: { proof_kind: 'message', proof: 'Apólice enviada ao cliente por e-mail' },
  },
]

type State = 'open' | 'late' | 'done'
/** Of each kind, for each broker of the README and one colleague. */
const STATES: readonly State[] = ['open', 'late', 'open', 'done']

interface Planned extends Candidate {
  readonly kind: ObligationKind
  readonly until: string
  readonly note: string
  readonly state: State
  readonly kept: Kept
}

/** A late one is so since at most so many days: older ones would look forgotten. */
const LATE_DAYS = 20
/** A limit that runs for at least so long may be late: a person gave it a sooner end, yesterday, because a right would perish. */
const SOONER_DAYS = 6

/** Returns when the limit ends in the wanted state; null: it can't be in it. */
function endIn(
  state: State,
  { since, last, today }: Record<'since' | 'last' | 'today', string>,
): string | null {
  if (state === 'done') return last
  const isRunning = last >= today
  if (state === 'open') return isRunning ? last : null
  if (!isRunning) return last >= addDays(today, -LATE_DAYS) ? last : null
  return since <= addDays(today, -SOONER_DAYS) ? addDays(today, -1) : null
}

function planned(
  { kind, note, kept }: Kind,
  candidate: Candidate,
  state: State,
  today: string,
): Planned | null {
  const { since } = candidate
  const until = endIn(state, { since, last: lastDay(kind, since, calendar), today })
  return until === null ? null : { ...candidate, kind, until, note, state, kept }
}

/** Gives each state to the first lead of the broker that fits. `taken`: leads that have a limit already. */
function plannedOf(kind: Kind, own: readonly Candidate[], taken: Set<string>, today: string): Planned[] {
  return STATES.flatMap((state) => {
    for (const candidate of own) {
      const plan = taken.has(candidate.uid) ? null : planned(kind, candidate, state, today)
      if (plan === null) continue
      taken.add(candidate.uid)
      return [plan]
    }
    return []
  })
}

/** 'act' where the law's own days run. */
const begunBy = ({ kind, since, until }: Planned): Obligation['begun_by'] =>
  until === lastDay(kind, since, calendar) ? 'act' : 'hand'

function rowOf(limit: Planned) {
  const { uid, broker_id, kind, since, until, note, state, kept } = limit
  const at = instantOf(since, '15:00')
  const isDone = state === 'done'
  const done = { outcome: 'fulfilled', done_day: since, ended_user_id: broker_id, ended_at: at, ...kept }
  const running = {
    outcome: null,
    done_day: null,
    ended_user_id: null,
    ended_at: null,
    proof_kind: null,
    proof: '',
  }
  return {
    lead_uid: uid,
    kind,
    since_day: since,
    until_day: until,
    half_day: halfDay({ kind, since, until }, calendar),
    eve_day: eveDay({ kind, since, until }, calendar),
    begun_by: begunBy(limit),
    begun_user_id: broker_id,
    begun_at: at,
    note,
    ...(isDone ? done : running),
  }
}

/** Runs after the leads are written. */
export async function fillLimits(tx: Kysely<Database>, nowMs: number): Promise<void> {
  const today = saoPauloDay(nowMs)
  const taken = new Set<string>()
  const limits: Planned[] = []
  for (const kind of KINDS) {
    const candidates = (await kind.candidates(tx)).filter(({ since }) => since < today)
    const own: readonly number[] = [DEMO_ACCOUNTS.corretor, DEMO_ACCOUNTS.corretora]
    const colleague = candidates.find(({ broker_id }) => !own.includes(broker_id))?.broker_id
    for (const broker of [...own, ...(colleague === undefined ? [] : [colleague])])
      limits.push(
        ...plannedOf(
          kind,
          candidates.filter(({ broker_id }) => broker_id === broker),
          taken,
          today,
        ),
      )
  }
  // The register numbers proposals in the order in which they were sent.
  const ordered = limits.toSorted(
    (one, other) => one.since.localeCompare(other.since) || one.uid.localeCompare(other.uid),
  )
  await insertRows(tx, 'obligations', ordered.map(rowOf))
  const running = ordered.filter(({ state }) => state !== 'done')
  for (const limit of running) {
    const { uid, kind, since, until, note } = limit
    const begun: Obligation = { kind, since, until, note, begun_by: begunBy(limit) }
    await tx
      .updateTable('leads')
      .set({ obligations: JSON.stringify([begun]) })
      .where('uid', '=', uid)
      .execute()
  }
}
