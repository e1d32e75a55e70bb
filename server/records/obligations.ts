/** Limits of the law as their records are written: docs/rules.md#obligations */
import { sql } from 'kysely'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { outcomeByAct } from '../../src/domain/obligations/acts.ts'
import { eveDay, halfDay, lawCalendar } from '../../src/domain/obligations/calendar.ts'
import { OBLIGATION_FIELDS, type Obligation } from '../../src/domain/obligations/fields.ts'
import { isObligationKind } from '../../src/domain/obligations/kinds.ts'
import { missingIn, obligationKey } from '../../src/domain/obligations/obligation.ts'
import type { ObligationOutcome } from '../../src/domain/obligations/proof.ts'
import { keysOf } from '../../src/domain/record/parts.ts'
import type { BusinessCalendar } from '../../src/domain/sla/business-calendar.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import type { Stored } from '../db/column-types.ts'
import type { Tx } from '../db/database.ts'
import { deferWrite } from '../db/deferred-write.ts'
import { readSettings } from '../queries/settings.ts'

type Row = Stored<typeof OBLIGATION_FIELDS>

interface Act {
  readonly before: Lead | null
  readonly after: Lead
  readonly userId: number | null
  readonly occurredAt: string
  readonly nowMs: number
}

/** Those of `from` that `others` has with another end or note. */
const movedIn = (from: readonly Obligation[], others: readonly Obligation[]): Obligation[] => {
  const known = new Map(others.map((other) => [obligationKey(other), other]))
  return from.filter((obligation) => {
    const other = known.get(obligationKey(obligation))
    return other !== undefined && (other.until !== obligation.until || other.note !== obligation.note)
  })
}

/** Writes what began, what got a sooner end and what an act ended. A command by hand then writes its own outcome over that: `endObligation`. */
export async function writeObligations(tx: Tx, act: Act): Promise<void> {
  const was = act.before?.obligations ?? []
  const is = act.after.obligations ?? []
  const begun = missingIn(is, was)
  if (begun.length > 0) await insertBegun(tx, begun, act)
  await updateMoved(tx, movedIn(is, was), act)
  for (const { kind, since } of missingIn(was, is)) {
    const byAct =
      act.before === null || !isObligationKind(kind) ? null : outcomeByAct(act.before, act.after, kind)
    const outcome = byAct ?? 'dismissed'
    const ended: Ended = {
      outcome,
      done_day: saoPauloDay(Date.parse(act.occurredAt)),
      ended_user_id: act.userId,
      ended_at: new Date(act.nowMs).toISOString(),
      proof_kind: outcome === 'fulfilled' ? 'act' : null,
      proof: '',
    }
    await endObligation(tx, { leadUid: act.after.uid, kind, since }, ended)
  }
}

/** Its last day, and when it is reminded of by the calendar of today. */
function endOf({ kind, since, until, note }: Obligation, calendar: BusinessCalendar) {
  const limit = isObligationKind(kind) ? { kind, since, until } : null
  return {
    until_day: until,
    half_day: limit === null ? until : halfDay(limit, calendar),
    eve_day: limit === null ? until : eveDay(limit, calendar),
    note,
  }
}

async function updateMoved(tx: Tx, moved: readonly Obligation[], { after }: Act): Promise<void> {
  if (moved.length === 0) return
  const calendar = lawCalendar((await readSettings(tx)).business_hours)
  for (const obligation of moved)
    await update(tx, { ...obligation, leadUid: after.uid }, endOf(obligation, calendar))
}

async function insertBegun(tx: Tx, begun: readonly Obligation[], act: Act): Promise<void> {
  const calendar = lawCalendar((await readSettings(tx)).business_hours)
  const rows = begun.map((obligation) => ({
    lead_uid: act.after.uid,
    kind: obligation.kind,
    since_day: obligation.since,
    ...endOf(obligation, calendar),
    begun_by: obligation.begun_by,
    begun_user_id: act.userId,
    begun_at: new Date(act.nowMs).toISOString(),
  }))
  await deferWrite(() =>
    tx
      .insertInto('obligations')
      .values(rows)
      // It ran before, and was ended: a sale that was recorded by mistake begins again, as if it were new.
      .onConflict((conflict) =>
        conflict
          .columns(['lead_uid', 'kind', 'since_day'])
          .doUpdateSet((excluded) =>
            Object.fromEntries(
              keysOf(OBLIGATION_FIELDS).map((name) => [name, excluded.ref(`excluded.${name}`)]),
            ),
          ),
      )
      .execute(),
  )
}

interface Key extends Pick<Obligation, 'kind' | 'since'> {
  readonly leadUid: string
}

export interface Ended extends Pick<Row, 'ended_user_id' | 'proof_kind' | 'proof'> {
  readonly outcome: Exclude<ObligationOutcome, 'erased'>
  readonly done_day: string
  readonly ended_at: string
}

const update = (tx: Tx, { leadUid, kind, since }: Key, values: Partial<Row>): Promise<void> =>
  deferWrite(() =>
    tx
      .updateTable('obligations')
      .set(values)
      .where('lead_uid', '=', leadUid)
      .where('kind', '=', kind)
      .where('since_day', '=', since)
      .execute(),
  )

/** Writes how it ended. */
export const endObligation: (tx: Tx, key: Key, ended: Ended) => Promise<void> = update

/** One that ended: how, on which day, and the name of who ended it. */
export interface EndedRecord {
  readonly outcome: ObligationOutcome
  readonly day: string
  readonly by: string | null
}

/** The outcome of one that ran, with who ended it; 'running'; null: the lead never had it. */
export async function obligationRecord(
  tx: Tx,
  { leadUid, kind, since }: Key,
): Promise<'running' | EndedRecord | null> {
  const row = await tx
    .selectFrom('obligations as o')
    .leftJoin('users as u', 'u.id', 'o.ended_user_id')
    .select(['o.outcome', 'u.name', sql<string | null>`o.done_day::text`.as('day')])
    .where('o.lead_uid', '=', leadUid)
    .where('o.kind', '=', kind)
    .where('o.since_day', '=', since)
    .executeTakeFirst()
  if (row === undefined) return null
  return row.outcome === null || row.day === null
    ? 'running'
    : { outcome: row.outcome, day: row.day, by: row.name }
}
