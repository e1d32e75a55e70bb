/** Reads chains beside the entries that they are about, of one moment. What it reads is judged outside the database. */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { entryFactsSchema } from '../../src/domain/dossier/chain.ts'
import type { Reader } from '../queries/lead-row.ts'

const headSchema = z.object({ seq: z.number(), hash: z.string() })

const chainRowSchema = z.object({
  lead_uid: z.string(),
  /** null: it has no chain. */
  head: headSchema.nullable(),
  links: z.array(
    z.object({
      seq: z.number(),
      said: z.string(),
      salt: z.string().nullable(),
      commitment: z.string(),
      hash: z.string(),
    }),
  ),
  entries: z.array(z.object({ facts: entryFactsSchema, content: z.string() })),
  /** The latest head that an anchor holds. */
  anchored: headSchema.extend({ n: z.number() }).nullable(),
})
export type ChainRow = z.infer<typeof chainRowSchema>

const utc = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** `uids` is a query of one column `uid`. */
export async function readChains(db: Reader, uids: RawBuilder<unknown>): Promise<ChainRow[]> {
  const { rows } = await sql<{ chain: unknown }>`
    select json_build_object(
      'lead_uid', a.uid,
      'head', (
        select json_build_object('seq', h.seq, 'hash', encode(h.hash, 'hex'))
        from history_heads h
        where h.lead_uid = a.uid),
      'links', (
        select coalesce(json_agg(json_build_object('seq', k.seq, 'said', k.said, 'salt', k.salt,
          'commitment', encode(k.commitment, 'hex'), 'hash', encode(k.hash, 'hex')) order by k.seq), '[]')
        from history_links k
        where k.lead_uid = a.uid),
      'entries', (
        select coalesce(json_agg(json_build_object('content', t.changes::text, 'facts', json_build_object(
          'entry', t.id, 'command', t.command, 'user', t.user_id,
          'device', substr(encode(sha256(convert_to(t.device_id, 'UTF8')), 'hex'), 1, 16),
          'occurred_at', ${utc('t.occurred_at')}, 'received_at', ${utc('t.received_at')})) order by t.id), '[]')
        from timeline t
        where t.lead_uid = a.uid),
      'anchored', (
        select json_build_object('n', d.n, 'seq', d.seq, 'hash', encode(d.hash, 'hex'))
        from history_anchored d
        where d.lead_uid = a.uid
        order by d.n desc
        limit 1)) as chain
    from (${uids}) a
    order by a.uid`.execute(db)
  return rows.map(({ chain }) => chainRowSchema.parse(chain))
}

export const presentOf = ({ entries }: Pick<ChainRow, 'entries'>) =>
  new Map(entries.map(({ facts, content }) => [facts.entry, { facts, content }]))
