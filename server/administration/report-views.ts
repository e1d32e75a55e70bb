/** Writes the views that a user saved: docs/rules.md#saved-views */
import { sql } from 'kysely'
import type { ReportFilter } from '../../src/domain/reports/search.ts'
import { type Cadence, MOST_VIEWS, nextMailAt } from '../../src/domain/reports/views.ts'
import { Refusal, refusedField } from '../context/refusal.ts'
import type { Tx } from '../db/database.ts'

export interface NewView {
  readonly id: string
  readonly path: string
  readonly name: string
  readonly filter: ReportFilter
  readonly sort: string | null
  readonly is_start: boolean
}

/** What is undefined stays as it is. */
export type ViewChange = {
  readonly [Key in 'name' | 'filter' | 'sort' | 'is_start']?: NewView[Key] | undefined
}

const TAKEN = 'Já existe uma visão com este nome.'
const TOO_MANY = `Guarde até ${MOST_VIEWS} visões: exclua uma antes.`

/** One user's views are written one after the other, so that limit, names and start hold. */
async function lockViews(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('report_views'), ${userId}::int)`.execute(tx)
}

const ofUser = (tx: Tx, userId: number) => tx.updateTable('report_views').where('user_id', '=', userId)

async function endStart(tx: Tx, userId: number, path: string): Promise<void> {
  await ofUser(tx, userId)
    .set({ is_start: false })
    .where('path', '=', path)
    .where('is_start', '=', true)
    .execute()
}

/** A view of the report with this name, whatever its case. */
const named = (tx: Tx, userId: number, path: string, name: string) =>
  tx
    .selectFrom('report_views')
    .select('id')
    .where('user_id', '=', userId)
    .where('path', '=', path)
    .where(sql`lower(name)`, '=', sql`lower(${name}::text)`)
    .executeTakeFirst()

/** Saves the view and returns its id: the id of the view with the same name, which it replaces, or the given one. */
export async function saveView(tx: Tx, userId: number, view: NewView): Promise<string> {
  await lockViews(tx, userId)
  const { path, name, sort, is_start } = view
  const filter = JSON.stringify(view.filter)
  const known = await named(tx, userId, path, name)
  if (is_start) await endStart(tx, userId, path)
  if (known !== undefined) {
    await ofUser(tx, userId).set({ name, filter, sort, is_start }).where('id', '=', known.id).execute()
    return known.id
  }
  const { count } = await tx
    .selectFrom('report_views')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= MOST_VIEWS) throw new Refusal('rule', TOO_MANY)
  const made = await tx
    .insertInto('report_views')
    .values({ id: view.id, user_id: userId, path, name, filter, sort, is_start })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  // The same call again, after the view was renamed; or an id that another user has.
  if (made === undefined) throw new Refusal('conflict', 'Esta visão já foi guardada.')
  return made.id
}

/** Returns whether the user has the view. */
export async function changeView(
  tx: Tx,
  userId: number,
  id: string,
  { filter, ...change }: ViewChange,
): Promise<boolean> {
  await lockViews(tx, userId)
  const view = await tx
    .selectFrom('report_views')
    .select('path')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (view === undefined) return false
  if (change.name !== undefined) {
    const other = await named(tx, userId, view.path, change.name)
    if (other !== undefined && other.id !== id) throw refusedField('name', TAKEN)
  }
  if (change.is_start === true) await endStart(tx, userId, view.path)
  const set = { ...change, ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }) }
  if (Object.values(set).some((value) => value !== undefined))
    await ofUser(tx, userId).set(set).where('id', '=', id).execute()
  return true
}

export async function deleteView(tx: Tx, userId: number, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('report_views')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The caller has checked that the view is the user's. The same cadence again changes nothing. */
export async function mailView(tx: Tx, id: string, cadence: Cadence | null, nowMs: number): Promise<void> {
  if (cadence === null) {
    await tx.deleteFrom('report_mails').where('view_id', '=', id).execute()
    return
  }
  const next = { cadence, next_at: nextMailAt(cadence, nowMs), problem: null }
  await tx
    .insertInto('report_mails')
    .values({ view_id: id, ...next })
    .onConflict((conflict) =>
      conflict.column('view_id').doUpdateSet(next).where('report_mails.cadence', '!=', cadence),
    )
    .execute()
}
