/**
 * Erases the personal data of a client in one transaction, with its entry in the audit. The files follow after the
 * commit; their paths are rows until they are gone, so a crash leaves none behind. docs/rules.md#personal-data
 */
import { sql } from 'kysely'
import type { ErasureCounts } from '../../../src/contract/personal-data.ts'
import { REASON_MISSING } from '../../../src/domain/client/legal-keep.ts'
import { mentionFinder } from '../../../src/domain/client/mentioned.ts'
import { isFinished } from '../../../src/domain/lead/lead-state.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import type { AppContext } from '../../context/app-context.ts'
import { refusedField } from '../../context/refusal.ts'
import type { Tx } from '../../db/database.ts'
import { MANY_TRIES, triedAgain } from '../../db/transient.ts'
import { removeMailFiles } from '../../mail/mail-files.ts'
import { erasedAt } from '../../queries/erasures.ts'
import { type Reader, readClient } from '../../queries/lead-row.ts'
import { readSettings } from '../../queries/settings.ts'
import { audit } from '../../records/audit.ts'
import { forCause } from '../../records/history-cause.ts'
import { keepByLaw, keptByLaw } from './legal-keep.ts'
import { type MailSearch, searchMailFiles } from './mail-files.ts'
import { type Person, personOf } from './person.ts'
import { PLACES, type Place, REFERRED } from './places.ts'

interface Asked {
  readonly client: { readonly uid: string; readonly id: number }
  /** null: Farol by itself. */
  readonly user: { readonly id: number } | null
  /** Why, although the law keeps papers of the client's sales. */
  readonly reason?: string
  /** false: not even what the law keeps stays. */
  readonly keep?: boolean
  /** Of a search for several clients. */
  readonly mails?: MailSearch
  /** Asked again under the locks; false leaves the client as it is. `why` goes into the audit. */
  readonly unless?: {
    readonly still: (tx: Tx, clientUid: string) => Promise<boolean>
    readonly why: Readonly<Record<string, number>>
  }
}

/**
 * Returns when the data was erased, now or by an earlier call; null: `unless` no longer holds, or the client of a call
 * with `unless` was erased before. Throws Refusal `rule` without the
 * reason that sales inside the time of the law ask for. Call `removeErasedFiles` afterwards. A command that locks
 * in another order may meet the erasure: one of both is tried again.
 */
export function erasePersonalData(context: AppContext, asked: Omit<Asked, 'unless'>): Promise<string>
export function erasePersonalData(context: AppContext, asked: Asked): Promise<string | null>
export async function erasePersonalData(context: AppContext, asked: Asked): Promise<string | null> {
  // First, because after the erasure it can no longer be found out which files name the person.
  const mails = asked.mails ?? (await searchMailFiles(context, [asked.client.uid]))(asked.client.uid)
  const erased = await triedAgain(MANY_TRIES, () =>
    context.store.db.transaction().execute(async (tx) => {
      const at = await erase(context, tx, asked)
      // A refused erasure keeps them. One whose commit fails is asked for again.
      if (at !== null) await removeMailFiles(context, mails.names)
      return at
    }),
  )
  // A mail that is written from now on is taken back by its delivery: docs/rules.md#mail-files
  if (erased !== null) await mails.removeLater()
  return erased
}

async function erase(context: AppContext, tx: Tx, asked: Asked): Promise<string | null> {
  const { client, user, reason = '', keep = true, unless } = asked
  // Commands lock the lead, or the client for a new lead. After both locks no command about them is under way.
  await sql`select 1 from leads where client_uid = ${client.uid} order by uid for update`.execute(tx)
  await sql`select 1 from clients where uid = ${client.uid} for update`.execute(tx)
  const before = await erasedAt(tx, client.uid)
  // Another process was first: it has counted the client.
  if (before !== null) return unless === undefined ? before : null
  if (unless !== undefined && !(await unless.still(tx, client.uid))) return null
  const sales = await salesInTime(context, tx, client.uid)
  if (sales.length > 0 && reason === '') throw refusedField('reason', REASON_MISSING)
  const insured = await readClient(tx, client.uid)
  const person = await personOf(tx, client.uid)
  const at = new Date(context.now()).toISOString()
  const counts = await countPlaces(tx, person)
  await sql`
    insert into erased_files (path, at)
    select path, ${at}::timestamptz
    from uploaded_files
    where uid = any(${[...person.fileUids]}::uuid[])
    on conflict do nothing`.execute(tx)
  // First: kept answers about clients of the same document are those of others.
  await tx
    .insertInto('client_erasures')
    .values({ client_uid: client.uid, uids: [...person.uids], at })
    .execute()
  await forCause(tx, 'erasure', async () => {
    for (const place of PLACES) await clear(tx, place, person)
  })
  await clearFormerLeads(tx, person)
  // What a person types as the reason may mention the client.
  const said = mentionFinder(person.known).blanked(reason)
  const kept = keep && insured !== null ? sales : []
  if (insured !== null)
    await keepByLaw(tx, { client: { ...insured, id: client.id }, sales: kept, reason: said })
  // The audit names the client by its number, and counts what went.
  const after = { ...counts, ...unless?.why, ...(sales.length === 0 ? {} : told(said, kept)) }
  await audit(tx, { user, action: 'erase', entity: 'clients', id: client.id, before: null, after })
  return at
}

/** Roles 4 to 7 go on seeing the person in a lead that got another client: docs/rules.md#identity-of-a-client */
async function clearFormerLeads(tx: Tx, { clientUid, uids }: Person): Promise<void> {
  await sql`
    update leads
    set client_as_referred = client_as_referred || ${JSON.stringify(REFERRED)}::jsonb
    where client_uid <> ${clientUid}
      and client_as_referred ->> 'uid' = any(${[...uids]}::text[])`.execute(tx)
}

const told = (reason: string, kept: readonly { readonly keep_until: string }[]) => ({
  reason,
  legal_records: kept.length,
  // The latest end comes first.
  ...(kept[0] === undefined ? {} : { keep_until: kept[0].keep_until }),
})

async function salesInTime({ now }: AppContext, db: Reader, clientUid: string) {
  return keptByLaw(db, clientUid, { settings: await readSettings(db), today: saoPauloDay(now()) })
}

async function clear(tx: Tx, { table, rows, columns, revision }: Place, person: Person): Promise<void> {
  const mine = rows(person)
  if (!isSet(columns)) {
    await sql`delete from ${sql.table(table)} where ${mine}`.execute(tx)
    return
  }
  const left = revision === undefined ? columns : { ...columns, revision }
  const assignments = Object.entries(left).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(assignments)} where ${mine}`.execute(tx)
}

const isSet = (columns: Place['columns']): columns is Exclude<Place['columns'], readonly string[]> =>
  !Array.isArray(columns)

/** What an erasure would take. */
export async function erasureCounts(context: AppContext, clientUid: string): Promise<ErasureCounts> {
  const { db } = context.store
  const person = await personOf(db, clientUid)
  const leads = await db.selectFrom('leads').select('state').where('client_uid', '=', clientUid).execute()
  return {
    leads: leads.length,
    open_leads: leads.filter((lead) => !isFinished(lead)).length,
    rows: await countPlaces(db, person),
    kept_by_law: await salesInTime(context, db, clientUid),
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
