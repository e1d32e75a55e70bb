/**
 * Searches what is left in other people's rows for mentions of a person. It reads in batches and stops at a time limit; the
 * next call goes on where it stopped. It changes nothing. docs/rules.md#mentions
 */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Mentions } from '../../../../src/contract/mentions.ts'
import { excerptOf, type MentionFinder, mentionFinder } from '../../../../src/domain/client/mentioned.ts'
import type { Reader } from '../../../queries/lead-row.ts'
import { type Person, personOf } from '../person.ts'
import { PLACES } from '../places.ts'
import { mentionKey, placeOf } from './mention-key.ts'
import { type SearchedTable, searchedTables } from './searched.ts'
import { isIdentity, type TextAt, textsIn } from './texts.ts'

export const LIMIT_MS = 10_000
const ROWS_A_BATCH = 2000
/** More can't be decided at once. */
const MOST_PLACES = 200

type FoundMention = Mentions['mentions'][number]

const cursorSchema = z.tuple([z.string(), z.array(z.string()).nullable()])

/** The table that is read next, and the last key that was read. */
interface Cursor {
  readonly table: string
  readonly after: readonly string[] | null
}

function cursorOf(text: string | undefined): Cursor | null {
  if (text === undefined) return null
  try {
    const [table, after] = cursorSchema.parse(JSON.parse(text))
    return { table, after }
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return null
    throw error
  }
}

const keysOf = ({ key }: SearchedTable) => sql.join(key.map(({ name }) => sql`t.${sql.ref(name)}`))
const valuesOf = ({ key }: SearchedTable, values: readonly string[]) =>
  sql.join(key.map(({ type }, place) => sql`${values[place] ?? null}::text::${sql.raw(type)}`))
const keyTexts = ({ key }: SearchedTable) =>
  sql`jsonb_build_array(${sql.join(key.map(({ name }) => sql`t.${sql.ref(name)}::text`))})`

const beyond = (table: SearchedTable, after: readonly string[] | null): RawBuilder<unknown> =>
  after === null ? sql`true` : sql`(${keysOf(table)}) > (${valuesOf(table, after)})`

/** The key of the last row of the next batch; null: the batch reaches the end. */
async function endOfBatch(db: Reader, table: SearchedTable, after: readonly string[] | null) {
  const { rows } = await sql<{ key: string[] }>`
    select ${keyTexts(table)} as key
    from ${sql.table(table.table)} t
    where ${beyond(table, after)}
    order by ${keysOf(table)}
    offset ${ROWS_A_BATCH - 1}
    limit 1`.execute(db)
  return rows[0]?.key ?? null
}

/** The condition that an erasure clears the row anyway. */
function goesAnyway({ table }: SearchedTable, person: Person): RawBuilder<unknown> {
  const places = PLACES.filter((place) => place.table === table)
  if (places.length === 0) return sql`false`
  return sql`coalesce(${sql.join(
    places.map(({ rows }) => rows(person)),
    sql` or `,
  )}, false)`
}

const foundSchema = z.object({
  key: z.array(z.string()),
  lead: z.string().nullable(),
  values: z.record(z.string(), z.unknown()),
})

interface Batch {
  readonly table: SearchedTable
  readonly after: readonly string[] | null
  readonly until: readonly string[] | null
  readonly person: Person
  readonly rough: string
}

async function readBatch(db: Reader, { table, after, until, person, rough }: Batch) {
  const { columns, hasLead } = table
  const text = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`t.${sql.ref(column)}::text`))})`
  const values = sql.join(columns.flatMap((column) => [sql.lit(column), sql`t.${sql.ref(column)}`]))
  const { rows } = await sql<{ row: unknown }>`
    select jsonb_build_object(
      'key', ${keyTexts(table)},
      'lead', ${hasLead ? sql`t.lead_uid` : sql`null`},
      'values', jsonb_build_object(${values})) as row
    from (select * from ${sql.table(table.table)}) t
    where ${beyond(table, after)}
      and ${until === null ? sql`true` : sql`(${keysOf(table)}) <= (${valuesOf(table, until)})`}
      and ${text} ~* ${rough}
      and not ${goesAnyway(table, person)}
    order by ${keysOf(table)}`.execute(db)
  return rows.map(({ row }) => foundSchema.parse(row))
}

/** The mentions in a row. Names and contacts of another client are left out. */
function mentionsOf(
  { table }: SearchedTable,
  { key: row, lead, values }: z.output<typeof foundSchema>,
  finder: MentionFinder,
): FoundMention[] {
  return Object.entries(values).flatMap(([column, value]) => {
    const inRow = (at: TextAt): FoundMention[] => {
      const excerpt = isIdentity(at.path) ? null : excerptOf(at.text, finder)
      if (excerpt === null) return []
      const place = placeOf({ table, column, row, at })
      return [
        {
          key: mentionKey(place),
          table,
          field: 'field' in place ? place.field : column,
          lead:
            'lead' in place ? { uid: place.lead, id: null } : lead === null ? null : { uid: lead, id: null },
          excerpt,
          more: finder.spansIn(at.text).length - 1,
        },
      ]
    }
    return textsIn(value, { path: [], lead }).flatMap(inRow)
  })
}

async function withNumbers(db: Reader, mentions: readonly FoundMention[], own: ReadonlySet<string>) {
  const uids = [...new Set(mentions.flatMap(({ lead }) => lead?.uid ?? []))]
  const { rows: leads } = await sql<{ uid: string; id: number }>`
    select uid, id from leads where uid = any(${uids}::uuid[])`.execute(db)
  const numbers = new Map(leads.map(({ uid, id }) => [uid, id]))
  return mentions.flatMap((mention): FoundMention[] => {
    if (mention.lead === null) return [mention]
    if (own.has(mention.lead.uid)) return []
    const id = numbers.get(mention.lead.uid) ?? null
    return [{ ...mention, lead: { uid: mention.lead.uid, id } }]
  })
}

export interface SearchOptions {
  /** Where an earlier call stopped. */
  readonly from?: string | undefined
  readonly limitMs?: number
}

/** Returns the places that mention the client, up to the limits, and where to go on. */
export async function searchMentions(
  db: Reader,
  clientUid: string,
  { from, limitMs = LIMIT_MS }: SearchOptions = {},
): Promise<Mentions> {
  const ends = performance.now() + limitMs
  const person = await personOf(db, clientUid)
  const finder = mentionFinder(person.known)
  const { rough } = finder
  const mentions = new Map<string, FoundMention>()
  const answer = async (next: string | null): Promise<Mentions> => ({
    mentions: await withNumbers(db, [...mentions.values()], new Set(person.leadUids)),
    next,
    seconds: Math.round(limitMs / 1000),
  })
  if (rough === null) return answer(null)
  const cursor = cursorOf(from)
  const tables = await searchedTables(db)
  let isFirst = true
  const start = Math.max(
    0,
    tables.findIndex(({ table }) => table === cursor?.table),
  )
  for (const table of tables.slice(start)) {
    let after = table.table === cursor?.table ? cursor.after : null
    for (;;) {
      // Each call reads one batch at least, so that a slow database gets to the end, too.
      if (!isFirst && (performance.now() >= ends || mentions.size >= MOST_PLACES))
        return answer(JSON.stringify([table.table, after]))
      isFirst = false
      const until = await endOfBatch(db, table, after)
      const rows = await readBatch(db, { table, after, until, person, rough })
      for (const [place, row] of rows.entries()) {
        for (const mention of mentionsOf(table, row, finder))
          if (!mentions.has(mention.key)) mentions.set(mention.key, mention)
        if (mentions.size >= MOST_PLACES && place < rows.length - 1)
          return answer(JSON.stringify([table.table, row.key]))
      }
      if (until === null) break
      after = until
    }
  }
  return answer(null)
}
