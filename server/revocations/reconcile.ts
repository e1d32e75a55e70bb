/**
 * Compares the file of revocations with the database, before anybody uses it. What the file has and the database does not was
 * taken back by a restore, or was asked for when the process died: it is carried out. docs/rules.md#revocations
 */
import { type Kysely, sql } from 'kysely'
import { z } from 'zod'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { wallNow } from '../base/clock/machine.ts'
import type { Database, Tx } from '../db/database.ts'
import { type Kept, NOTHING, type Revocation, revocationSchema, together } from '../db/revocations/lines.ts'
import type { Recorder } from '../db/revocations/recorder.ts'
import type { Store } from '../db/store.ts'
import { carryOut, type Ended, endEverything, endWhatWaits, inForce } from './carry-out.ts'

/** Why the file can't say what was taken away after the backup. */
export type Doubt = 'missing' | 'damaged' | 'older'

export interface Reconciled {
  /** What took something away, in its order. */
  readonly carriedOut: readonly Revocation[]
  /** null: the file is trusted, or the database was not put back. */
  readonly doubt: Doubt | null
  /** What ended because of the doubt. */
  readonly ended: Ended | null
}

interface Given {
  /** The database was restored, moved or put back: it may not know what was taken away. */
  readonly isPutBack: boolean
  /** What a bucket has of the file, or another file. */
  readonly more?: (installation: string) => Promise<Kept | null>
}

/** The triggers take it shared. */
const LOCK = 20_261_128

/** Another process of this installation may have made newer ones, which this file gets a little later. */
const LAG_MS = HOUR_MS

export async function installationOf(db: Kysely<Database>): Promise<string> {
  await sql`insert into installation default values on conflict do nothing`.execute(db)
  const { uuid } = await db.selectFrom('installation').select('uuid').executeTakeFirstOrThrow()
  return uuid
}

const rowsSchema = z.array(revocationSchema)

export const readRevocations = async (db: Kysely<Database>): Promise<Revocation[]> =>
  rowsSchema.parse(
    await db.selectFrom('revocations').select(['id', 'at', 'kind', 'about']).orderBy('n').execute(),
  )

/** null: the file knows what the database knows. */
function doubtOf({ begun, isDamaged, revocations }: Kept, rows: readonly Revocation[]): Doubt | null {
  if (begun === null) return 'missing'
  if (isDamaged) return 'damaged'
  const newest = Math.max(...rows.map(({ at }) => Date.parse(at)))
  const isOlder = rows.some(({ id, at }) => !revocations.has(id) && Date.parse(at) < newest - LAG_MS)
  return isOlder ? 'older' : null
}

/** Carries out what the database does not know, and notes that it knows it now. */
async function carryOutAll(tx: Tx, unknown: readonly Revocation[]): Promise<Revocation[]> {
  if (unknown.length === 0) return []
  const done: Revocation[] = []
  await sql`select set_config('farol.carries_out', 'on', true)`.execute(tx)
  for (const revocation of inForce(unknown)) if (await carryOut(tx, revocation)) done.push(revocation)
  await sql`
    insert into revocations (id, at, kind, about, tx)
    select id, at, kind, about, '0' from jsonb_to_recordset(${JSON.stringify(unknown)}::text::jsonb)
      as r (id uuid, at timestamptz, kind text, about jsonb)`.execute(tx)
  await endWhatWaits(tx)
  await sql`select set_config('farol.carries_out', 'off', true)`.execute(tx)
  return done
}

/**
 * Runs before the server answers, and after a restore. From then on the recorder sees what is taken away. Throws
 * RevocationsUnwritable.
 */
export async function reconcile(
  { db, recorder }: Pick<Store, 'db' | 'recorder'>,
  { isPutBack, more = () => Promise.resolve(null) }: Given,
): Promise<Reconciled> {
  const installation = await installationOf(db)
  const own = (await recorder.file?.read(installation)) ?? NOTHING
  const other = isPutBack ? await more(installation) : null
  const kept = other === null ? own : together(own, other)
  const reconciled = await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(tx)
    // Numbers of transactions begin anew in another cluster.
    await sql`update revocations set tx = '0' where tx <> '0'`.execute(tx)
    const rows = await readRevocations(tx)
    const known = new Set(rows.map(({ id }) => id))
    const unknown = [...kept.revocations.values()].filter(({ id }) => !known.has(id))
    const carriedOut = await carryOutAll(tx, unknown)
    const doubt = isPutBack ? doubtOf(kept, rows) : null
    const ended = doubt === null ? null : await endEverything(tx)
    await complete(tx, { recorder, installation, own })
    return { carriedOut, doubt, ended }
  })
  recorder.begin(installation)
  return reconciled
}

interface Place {
  readonly recorder: Recorder
  readonly installation: string
  /** What the file has. */
  readonly own: Kept
}

/** Appends what the database has and the file does not. */
async function complete(
  db: Kysely<Database>,
  { recorder: { file }, installation, own }: Place,
): Promise<void> {
  if (file === null) return
  const missing = (await readRevocations(db)).filter(({ id }) => !own.revocations.has(id))
  await file.append([
    ...(own.begun === null ? [{ installation, begun: new Date(wallNow()).toISOString() }] : []),
    ...missing.map((revocation) => ({ installation, ...revocation })),
  ])
}

/** Gives the file what another process, or a statement by hand, made. It is also written anew where somebody removed it. */
export async function completeFile({ db, recorder }: Pick<Store, 'db' | 'recorder'>): Promise<void> {
  if (recorder.file === null) return
  const installation = await installationOf(db)
  await complete(db, { recorder, installation, own: await recorder.file.read(installation) })
}
