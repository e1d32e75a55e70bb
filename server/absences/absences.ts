/** Leaves as rows: written, changed, ended, and begun and over by the day. docs/rules.md#absences */
import { sql } from 'kysely'
import type { UserAbsence } from '../../src/contract/absences.ts'
import { absenceProblem, absenceState, type MayBeAbsent } from '../../src/domain/absence/absence.ts'
import type { Absence, AbsenceDraft } from '../../src/domain/absence/schema.ts'
import { assignmentRefusal } from '../../src/domain/lead/assignable-broker.ts'
import { isStaff } from '../../src/domain/permissions/roles.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { addDays, saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { managedUser } from '../accounts/managed-user.ts'
import { keepLooking, type LoopWatch } from '../base/keep-looking.ts'
import type { AppContext } from '../context/app-context.ts'
import { notFound, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'
import { signsInSql } from '../queries/assignable-broker.ts'
import type { Reader } from '../queries/lead-row.ts'
import { audit } from '../records/audit.ts'
import { lockList } from '../records/unique.ts'

const COLUMNS = ['id', 'user_id', 'substitute_id', 'from_day', 'to_day'] as const

/** Those that are not over, the earliest first. */
export const absencesNow = (db: Reader): Promise<UserAbsence[]> =>
  db
    .selectFrom('absences')
    .select(COLUMNS)
    .where('state', '<>', 'over')
    .orderBy('from_day')
    .orderBy('id')
    .execute()

interface Person extends MayBeAbsent {
  readonly id: number
  readonly name: string
  readonly active: boolean
  readonly role_id: number
  readonly signs_in: boolean
  readonly absences: readonly Absence[]
}

async function peopleOf(tx: Tx): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.status = 1 as active, r.role_id, ${signsInSql} as signs_in,
      coalesce((
        select json_agg(json_build_object(
          'id', a.id, 'from_day', a.from_day, 'to_day', a.to_day, 'substitute_id', a.substitute_id))
        from absences a
        where a.user_id = u.id and a.state <> 'over'), '[]') as absences
    from users u
    join lateral (select role_id from user_roles where user_id = u.id order by place limit 1) r on true
    order by u.id`.execute(tx)
  return rows
}

interface Writing {
  readonly actor: SessionUser
  readonly nowMs: number
}

/** Throws Refusal `forbidden`, `not_found` unless the absence is the actor's own, or of a user whom it manages. */
async function demandOwn(tx: Tx, actor: SessionUser, userId: number): Promise<void> {
  if (userId !== actor.id) await managedUser(tx, actor, userId)
}

const NO_STAFF = 'Este usuário não atende leads: não precisa de ausência.'

/** Throws Refusal `rule` for what cannot be. The list is locked. */
async function requireFitting(
  tx: Tx,
  {
    userId,
    before,
    draft,
    nowMs,
  }: { userId: number; before: Absence | null; draft: AbsenceDraft; nowMs: number },
): Promise<void> {
  const people = await peopleOf(tx)
  const user = people.find(({ id }) => id === userId)
  if (user === undefined || !user.active || !isStaff(user.role_id)) throw refusedField('user_id', NO_STAFF)
  const problem = absenceProblem({ user, before, draft, people, today: saoPauloDay(nowMs) })
  if (problem !== null) throw refusedField(problem.field, problem.message)
  const stays = draft.substitute_id === null || draft.substitute_id === before?.substitute_id
  const refusal = stays ? null : assignmentRefusal(people.find(({ id }) => id === draft.substitute_id))
  if (refusal !== null) throw refusedField('substitute_id', refusal)
}

/** Throws Refusal `forbidden`, `not_found`, `rule`. */
export async function makeAbsence(
  tx: Tx,
  { actor, nowMs }: Writing,
  { user_id, ...draft }: AbsenceDraft & { readonly user_id: number },
): Promise<UserAbsence> {
  await lockList(tx, 'absences')
  await demandOwn(tx, actor, user_id)
  await requireFitting(tx, { userId: user_id, before: null, draft, nowMs })
  const absence = await tx
    .insertInto('absences')
    .values({ user_id, ...draft, state: absenceState(draft, saoPauloDay(nowMs)) })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  const { id, ...after } = absence
  await audit(tx, { user: actor, action: 'create', entity: 'absences', id, before: null, after })
  return absence
}

/**
 * Keeps who substituted in a leave that ran until a change by hand: what a substitute's device did before it hears of that comes
 * as a conflict. Called before the change.
 */
async function keepFormer(tx: Tx, id: number, today: string): Promise<void> {
  await sql`
    insert into absences (user_id, substitute_id, from_day, to_day, state, is_former)
    select user_id, substitute_id, from_day, greatest(from_day, ${today}::date), 'over', true
    from absences
    where id = ${id} and state = 'running' and substitute_id is not null`.execute(tx)
}

/** Throws Refusal `not_found` for one that is not there, or is over. */
export async function absenceOf(tx: Tx, id: number): Promise<UserAbsence> {
  const found = await tx
    .selectFrom('absences')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('state', '<>', 'over')
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw notFound()
  return found
}

/** Throws Refusal `forbidden`, `not_found`, `rule`. */
export async function changeAbsence(
  tx: Tx,
  { actor, nowMs }: Writing,
  { id, draft }: { readonly id: number; readonly draft: AbsenceDraft },
): Promise<UserAbsence> {
  await lockList(tx, 'absences')
  const before = await absenceOf(tx, id)
  await demandOwn(tx, actor, before.user_id)
  await requireFitting(tx, { userId: before.user_id, before, draft, nowMs })
  if (draft.substitute_id !== before.substitute_id) await keepFormer(tx, id, saoPauloDay(nowMs))
  const absence = await tx
    .updateTable('absences')
    .set({ ...draft, state: absenceState(draft, saoPauloDay(nowMs)) })
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  await audit(tx, { user: actor, action: 'update', entity: 'absences', id, before, after: absence })
  return absence
}

/** Returns whether it had begun. Throws Refusal `forbidden`, `not_found`. */
export async function endAbsence(tx: Tx, { actor, nowMs }: Writing, id: number): Promise<boolean> {
  await lockList(tx, 'absences')
  const before = await absenceOf(tx, id)
  await demandOwn(tx, actor, before.user_id)
  const today = saoPauloDay(nowMs)
  const hasBegun = before.from_day < today
  if (hasBegun) {
    const to_day = addDays(today, -1)
    await tx.updateTable('absences').set({ to_day, state: 'over' }).where('id', '=', id).execute()
    await audit(tx, {
      user: actor,
      action: 'update',
      entity: 'absences',
      id,
      before,
      after: { ...before, to_day },
    })
  } else {
    await keepFormer(tx, id, today)
    await tx.deleteFrom('absences').where('id', '=', id).execute()
    await audit(tx, { user: actor, action: 'delete', entity: 'absences', id, before, after: null })
  }
  return hasBegun
}

/** For a user who attends no leads any more: its absences are off, and the team acts for whom it was to act. */
export async function endAbsencesOf(
  tx: Tx,
  { actor, nowMs }: { readonly actor: { readonly id: number }; readonly nowMs: number },
  userId: number,
): Promise<void> {
  const rows = await tx
    .selectFrom('absences')
    .select(COLUMNS)
    .where('state', '<>', 'over')
    .where((where) => where.or([where('user_id', '=', userId), where('substitute_id', '=', userId)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const before of rows) {
    const { id } = before
    await keepFormer(tx, id, saoPauloDay(nowMs))
    const entry = { user: actor, entity: 'absences', id, before } as const
    if (before.user_id === userId) {
      await tx.deleteFrom('absences').where('id', '=', id).execute()
      await audit(tx, { ...entry, action: 'delete', after: null })
    } else {
      await tx.updateTable('absences').set({ substitute_id: null }).where('id', '=', id).execute()
      await audit(tx, { ...entry, action: 'update', after: { ...before, substitute_id: null } })
    }
  }
}

/** How long one that is over is kept: a device that was away for so long begins anew. */
const KEEP_DAYS = 90

/** Begins and ends what the day begins and ends. Returns how many changed. Repeating it changes nothing. */
export async function turnAbsences({
  store: { db },
  now,
}: Pick<AppContext, 'store' | 'now'>): Promise<number> {
  const today = saoPauloDay(now())
  return db.transaction().execute(async (tx) => {
    await lockList(tx, 'absences')
    const { rows } = await sql`
      update absences a
      set state = t.state
      from (
        select id,
          case when ${today}::date < from_day then 'planned' when ${today}::date <= to_day then 'running' else 'over' end
            as state
        from absences) t
      where t.id = a.id and t.state <> a.state and not a.is_former
      returning a.id`.execute(tx)
    await tx.deleteFrom('absences').where('to_day', '<', addDays(today, -KEEP_DAYS)).execute()
    return rows.length
  })
}

/** Looks now and every minute. */
export const keepAbsences = (
  context: Pick<AppContext, 'store' | 'now'>,
  watch: LoopWatch,
): (() => Promise<void>) => keepLooking(MINUTE_MS, () => turnAbsences(context), watch)
