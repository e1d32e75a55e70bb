/**
 * Erases the personal data of a client in one transaction, with its entry in the audit. The files follow after the
 * commit; their paths are rows until they are gone, so a crash leaves none behind. docs/rules.md#personal-data
 */
import { sql, type Transaction } from 'kysely'
import type { ErasureCounts } from '../../../src/contract/personal-data.ts'
import { isFinished } from '../../../src/domain/lead/lead-state.ts'
import type { AppContext } from '../../app-context.ts'
import type { Database } from '../../db/database.ts'
import { isTransient } from '../../db/transient.ts'
import { erasedAt } from '../../queries/erasures.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { audit } from '../audit.ts'
import { removeMailsAbout } from './mail-files.ts'
import { type Person, personOf } from './person.ts'
import { PLACES, type Place } from './places.ts'

type Tx = Transaction<Database>

const RETRIES = 4

interface Asked {
  readonly client: { readonly uid: string; readonly id: number }
  readonly user: { readonly id: number }
}

/**
 * Returns when the data was erased, now or by an earlier call. Call `removeErasedFiles` afterwards. A command that locks
 * in another order may meet the erasure: one of both is tried again.
 */
export async function erasePersonalData(context: AppContext, asked: Asked): Promise<string> {
  // First: afterwards nothing tells which files name the person.
  await removeMailsAbout(context, asked.client.uid)
  for (let attempt = 1; ; attempt++) {
    try {
      return await context.store.db.transaction().execute((tx) => erase(context, tx, asked))
    } catch (error) {
      if (!isTransient(error) || attempt >= RETRIES) throw error
    }
  }
}

async function erase(context: AppContext, tx: Tx, { client, user }: Asked): Promise<string> {
  // Commands lock the lead, or the client for a new lead. After both locks no command about them is under way.
  await sql`select 1 from leads where client_uid = ${client.uid} order by uid for update`.execute(tx)
  await sql`select 1 from clients where uid = ${client.uid} for update`.execute(tx)
  const before = await erasedAt(tx, client.uid)
  if (before !== null) return before
  const person = await personOf(tx, client.uid)
  const at = new Date(context.now()).toISOString()
  const counts = await countPlaces(tx, person)
  await sql`
    insert into erased_files (path, at)
    select path, ${at}::timestamptz
    from uploaded_files
    where uid = any(${[...person.fileUids]}::uuid[])
    on conflict do nothing`.execute(tx)
  for (const place of PLACES) await clear(tx, place, person)
  await tx
    .insertInto('client_erasures')
    .values({ client_uid: client.uid, uids: [...person.uids], at })
    .execute()
  // The audit names the client by its number, and counts what went.
  await audit(tx, { user, action: 'erase', entity: 'clients', id: client.id, before: null, after: counts })
  return at
}

async function clear(tx: Tx, { table, rows, columns }: Place, person: Person): Promise<void> {
  const mine = rows(person)
  if (!isSet(columns)) {
    await sql`delete from ${sql.table(table)} where ${mine}`.execute(tx)
    return
  }
  const assignments = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where ${mine}`.execute(tx)
}

const isSet = (columns: Place['columns']): columns is Exclude<Place['columns'], readonly string[]> =>
  !Array.isArray(columns)

/** What an erasure would take. */
export async function erasureCounts(db: Reader, clientUid: string): Promise<ErasureCounts> {
  const person = await personOf(db, clientUid)
  const leads = await db.selectFrom('leads').select('state').where('client_uid', '=', clientUid).execute()
  return {
    leads: leads.length,
    open_leads: leads.filter(({ state }) => !isFinished({ state: state === 3 ? 3 : 1 })).length,
    rows: await countPlaces(db, person),
  }
}

async function countPlaces(db: Reader, person: Person): Promise<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { table, rows, isCopy } of PLACES) {
    if (isCopy) continue
    const { rows: counted } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where ${rows(person)}`.execute(db)
    const count = (counts.get(table) ?? 0) + (counted[0]?.count ?? 0)
    if (count > 0) counts.set(table, count)
  }
  return Object.fromEntries(counts)
}

/** Removes the files of committed erasures. The housekeeping repeats it at the start and after a failure. */
export async function removeErasedFiles({ store, integrations }: AppContext): Promise<void> {
  const waiting = await store.db.selectFrom('erased_files').select('path').execute()
  for (const { path } of waiting) {
    await integrations.files.remove(path)
    await store.db.deleteFrom('erased_files').where('path', '=', path).execute()
  }
}
