/**
 * Blanks mentions of a person in other people's rows, with every copy: the mentioned value becomes '[apagado]', the rest of the
 * text stays. One transaction with its entry in the audit. docs/rules.md#mentions
 */
import { type RawBuilder, sql } from 'kysely'
import { type MentionFinder, mentionFinder } from '../../../../src/domain/client/mentioned.ts'
import { MINUTE_MS } from '../../../../src/domain/time/durations.ts'
import { touchLead } from '../../../commands/lead/write-lead.ts'
import type { AppContext } from '../../../context/app-context.ts'
import type { Tx } from '../../../db/database.ts'
import { triedAgain } from '../../../db/transient.ts'
import { audit } from '../../../records/audit.ts'
import { forCause } from '../../../records/history-cause.ts'
import { personOf } from '../person.ts'
import { FIELD_COLUMNS, type MentionPlace, mentionKey, placeOf, placeOfKey } from './mention-key.ts'
import { type SearchedTable, searchedTables } from './searched.ts'
import { isIdentity, type TextAt, withTexts } from './texts.ts'

const TRIES = 4
/** Longer than a command takes from its arrival to its commit. */
const COMMAND_MS = 5 * MINUTE_MS

interface Asked {
  readonly client: { readonly uid: string; readonly id: number }
  readonly user: { readonly id: number }
  /** As `searchMentions` answers them. Others are left out. */
  readonly keys: readonly string[]
}

/** Returns how many places changed. A place without a mention, such as one that was blanked before, does not count. */
export function blankMentions(context: AppContext, asked: Asked): Promise<number> {
  return triedAgain(TRIES, () => context.store.db.transaction().execute((tx) => blank(context, tx, asked)))
}

/** A row as it is changed: whose it is, and which of its columns. */
interface Rows {
  readonly table: SearchedTable
  readonly columns: readonly string[]
  readonly where: RawBuilder<unknown>
}

class Blanking {
  readonly #tx: Tx
  readonly #finder: MentionFinder
  readonly #rough: string
  readonly #wanted: ReadonlySet<string>
  readonly changed = new Set<string>()

  constructor(tx: Tx, finder: MentionFinder, rough: string, wanted: ReadonlySet<string>) {
    this.#tx = tx
    this.#finder = finder
    this.#rough = rough
    this.#wanted = wanted
  }

  /** Blanks the wanted places in these rows. Each row is locked. */
  async inRows({ table, columns, where }: Rows): Promise<void> {
    const [first] = columns
    if (first === undefined) return
    const text = sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`t.${sql.ref(column)}::text`))})`
    const values = sql.join(columns.flatMap((column) => [sql.lit(column), sql`t.${sql.ref(column)}`]))
    const { rows } = await sql<{ key: string[]; lead: string | null; values: Record<string, unknown> }>`
      select
        jsonb_build_array(${sql.join(table.key.map(({ name }) => sql`t.${sql.ref(name)}::text`))}) as key,
        ${table.hasLead ? sql`t.lead_uid::text` : sql`null::text`} as lead,
        jsonb_build_object(${values}) as values
      from ${sql.table(table.table)} t
      where ${where} and ${text} ~* ${this.#rough}
      order by ${sql.join(table.key.map(({ name }) => sql`t.${sql.ref(name)}`))}
      for update`.execute(this.#tx)
    for (const row of rows) await this.#inRow(table, row)
  }

  /** Returns the keys of the kept commands that name one of the leads and may mention the person. No row is locked. */
  async commandsAbout(leads: readonly string[]): Promise<string[]> {
    const text = sql`concat_ws(' ', t.args::text, t.result::text)`
    const { rows } = await sql<{ key: string }>`
      select t.key
      from command_log t
      where ${text} like any(${leads.map((uid) => `%${uid}%`)}::text[]) and ${text} ~* ${this.#rough}`.execute(
      this.#tx,
    )
    return rows.map(({ key }) => key)
  }

  async #inRow(
    table: SearchedTable,
    { key, lead, values }: { key: string[]; lead: string | null; values: Record<string, unknown> },
  ): Promise<void> {
    const assignments = Object.entries(values).flatMap(([column, value]) => {
      let isChanged = false
      const after = withTexts(
        value,
        (at: TextAt) => {
          const place = mentionKey(placeOf({ table: table.table, column, row: key, at }))
          if (isIdentity(at.path) || !this.#wanted.has(place)) return at.text
          const blanked = this.#finder.blanked(at.text)
          if (blanked === at.text) return at.text
          isChanged = true
          this.changed.add(place)
          return blanked
        },
        { path: [], lead },
      )
      if (!isChanged) return []
      return [
        typeof after === 'string' && typeof value === 'string' && !table.json.includes(column)
          ? sql`${sql.ref(column)} = ${after}`
          : sql`${sql.ref(column)} = ${JSON.stringify(after)}::jsonb`,
      ]
    })
    if (assignments.length === 0) return
    const own = sql.join(
      table.key.map(
        ({ name, type }, place) => sql`${sql.ref(name)} = ${key[place] ?? null}::text::${sql.raw(type)}`,
      ),
      sql` and `,
    )
    await sql`update ${sql.table(table.table)} set ${sql.join(assignments)} where ${own}`.execute(this.#tx)
  }
}

async function blank({ now }: AppContext, tx: Tx, { client, user, keys }: Asked): Promise<number> {
  const person = await personOf(tx, client.uid)
  const finder = mentionFinder(person.known)
  if (finder.rough === null) return 0
  const places = keys.flatMap((key) => placeOfKey(key) ?? [])
  const blanking = new Blanking(tx, finder, finder.rough, new Set(places.map(mentionKey)))
  const tables = new Map((await searchedTables(tx)).map((table) => [table.table, table]))
  const leads = [...new Set(places.flatMap((place) => ('lead' in place ? place.lead : [])))].toSorted()
  // Kept commands are many, so they are read before the locks.
  const since = new Date(now() - COMMAND_MS).toISOString()
  const commands = leads.length === 0 ? [] : await blanking.commandsAbout(leads)
  // Commands lock the lead first. No command about it is under way after this.
  await sql`select 1 from leads where uid = any(${leads}::uuid[]) order by uid for update`.execute(tx)
  await inLeads(tx, { blanking, tables, leads, places, commands, since })
  // The audit allows this one change, and no other transaction's.
  await sql`select set_config('farol.blanks_mentions', 'on', true)`.execute(tx)
  for (const place of places) {
    const table = 'table' in place ? tables.get(place.table) : undefined
    if (table === undefined || !('table' in place) || !table.columns.includes(place.column)) continue
    const where = sql.join(
      table.key.map(
        ({ name, type }, at) => sql`t.${sql.ref(name)} = ${place.row[at] ?? null}::text::${sql.raw(type)}`,
      ),
      sql` and `,
    )
    await blanking.inRows({ table, columns: [place.column], where })
  }
  await sql`select set_config('farol.blanks_mentions', 'off', true)`.execute(tx)
  const mentions = blanking.changed.size
  if (mentions > 0)
    await audit(tx, {
      user,
      action: 'erase',
      entity: 'clients',
      id: client.id,
      before: null,
      after: { mentions },
    })
  return mentions
}

interface InLeads {
  readonly blanking: Blanking
  readonly tables: ReadonlyMap<string, SearchedTable>
  readonly leads: readonly string[]
  readonly places: readonly MentionPlace[]
  /** The keys of the commands about them that mention the person. */
  readonly commands: readonly string[]
  /** Commands that were received since then may be missing among `commands`. */
  readonly since: string
}

/** The fields of leads, with their history, their appointments and the commands that are still kept. */
async function inLeads(tx: Tx, { blanking, tables, leads, places, commands, since }: InLeads): Promise<void> {
  if (leads.length === 0) return
  const uids = [...leads]
  const fields = new Set(places.flatMap((place) => ('field' in place ? place.field : [])))
  const columns = [...fields].flatMap((field) => FIELD_COLUMNS[field] ?? [])
  const among = (name: string, wanted: readonly string[], where: RawBuilder<unknown>) => {
    const table = tables.get(name)
    if (table === undefined) return Promise.resolve()
    return blanking.inRows({ table, columns: wanted.filter((each) => table.columns.includes(each)), where })
  }
  const ofLeads = sql`t.lead_uid = any(${uids}::uuid[])`
  await among('leads', columns, sql`t.uid = any(${uids}::uuid[])`)
  await among('schedulings', ['description'], ofLeads)
  await forCause(tx, 'mention', () => among('timeline', ['changes'], ofLeads))
  await among('command_log', ['args', 'result'], sql`t.key = any(${[...commands]}::text[])`)
  await among('command_log', ['args', 'result'], sql`t.received_at >= ${since}`)
  // Devices read rows and history anew with another version.
  for (const uid of leads) await touchLead(tx, uid)
}
