/** Checks chains by the server's own code: the functions of the database may have been changed with its rows. docs/rules.md#chain */
import { sql } from 'kysely'
import { type Break, chainBreaks } from '../../src/domain/dossier/chain.ts'
import type { Reader } from '../queries/lead-row.ts'
import { type ChainRow, presentOf, readChains } from './read-chain.ts'
import { sha256 } from './sha.ts'

export interface LeadBreak extends Break {
  readonly leadUid: string | null
}

/** `areAllBegun`: a history without a chain was taken out of it. */
async function breaksOf(chain: ChainRow, areAllBegun: boolean): Promise<Break[]> {
  const { lead_uid: leadUid, head, links, anchored, entries } = chain
  if (head === null)
    return links.length > 0 || anchored !== null || (areAllBegun && entries.length > 0)
      ? [{ kind: 'begun', seq: 0, entry: 0 }]
      : []
  const breaks = await chainBreaks(sha256, { leadUid, links, head }, presentOf(chain))
  const held = anchored === null ? undefined : links[anchored.seq - 1]
  const isHeld = anchored === null || (held?.seq === anchored.seq && held.hash === anchored.hash)
  return isHeld ? breaks : [...breaks, { kind: 'anchored', seq: anchored.seq, entry: 0 }]
}

const areAllBegun = async (db: Reader): Promise<boolean> =>
  ((await db.selectFrom('history_checks').select('begun_at').executeTakeFirst())?.begun_at ?? null) !== null

async function judged(chains: readonly ChainRow[], allBegun: boolean): Promise<LeadBreak[]> {
  const found: LeadBreak[] = []
  for (const chain of chains)
    for (const broken of await breaksOf(chain, allBegun)) found.push({ ...broken, leadUid: chain.lead_uid })
  return found
}

/** Returns what does not hold in the histories of these leads. */
export async function checkLeads(db: Reader, uids: readonly string[]): Promise<LeadBreak[]> {
  const chains = await readChains(db, sql`select u.uid from unnest(${[...uids]}::uuid[]) as u (uid)`)
  return judged(chains, await areAllBegun(db))
}

/** Leads, those of before included, in one order. */
async function leadsAfter(db: Reader, after: string | null, most: number): Promise<string[]> {
  const next = (table: 'history_heads' | 'history_anchored' | 'leads') => {
    const column = sql.ref(table === 'leads' ? 'uid' : 'lead_uid')
    return sql`(
      select distinct ${column} as uid from ${sql.table(table)}
      where ${after}::uuid is null or ${column} > ${after}::uuid
      order by 1 limit ${most})`
  }
  const { rows } = await sql<{ uid: string }>`
    select uid from (${next('history_heads')} union ${next('history_anchored')} union ${next('leads')}) u
    order by uid limit ${most}`.execute(db)
  return rows.map(({ uid }) => uid)
}

export interface Passed {
  readonly breaks: readonly LeadBreak[]
  readonly uids: readonly string[]
  /** null: all were checked. */
  readonly next: string | null
}

/** Checks the next leads after this one. */
export async function checkAfter(db: Reader, after: string | null, most: number): Promise<Passed> {
  const uids = await leadsAfter(db, after, most)
  const breaks = uids.length === 0 ? [] : await checkLeads(db, uids)
  return { breaks, uids, next: uids.length < most ? null : (uids.at(-1) ?? null) }
}
