/** Reads the audit, and its entries as lines of a sheet: docs/rules.md#audit */

import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type AuditEntry, auditEntrySchema } from '../../src/contract/administration/audit.ts'
import { fieldName } from '../../src/contract/field-names.ts'
import { ACTION_WORDS, AUDIT_ACTIONS, ENTITY_WORDS } from '../../src/domain/audit/audit-kinds.ts'
import type { AuditNames } from '../../src/domain/audit/audit-values.ts'
import { type AuditSaid, auditSaid } from '../../src/domain/audit/audit-words.ts'
import { LIST_TABLES, textsOf } from '../../src/domain/catalogue/lists.ts'
import { ownValue } from '../../src/domain/record/own-value.ts'
import { filterWord } from '../../src/domain/sheet/filter-word.ts'
import type { ListColumn } from '../../src/domain/sheet/list-sheet.ts'
import { at } from '../../src/domain/time/at.ts'
import { endOfDayMs, formatDay, startOfDayMs } from '../../src/domain/time/sao-paulo.ts'
import type { Reader } from './lead-row.ts'

export interface AuditFilters {
  readonly start_date?: string | undefined
  readonly end_date?: string | undefined
  readonly user_id?: number | undefined
  readonly action?: string | undefined
  readonly entity?: string | undefined
}

function conditionOf({ start_date, end_date, user_id, action, entity }: AuditFilters): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`]
  if (start_date !== undefined) parts.push(sql`a.at >= ${at(startOfDayMs(start_date))}`)
  if (end_date !== undefined) parts.push(sql`a.at <= ${at(endOfDayMs(end_date))}`)
  if (user_id !== undefined) parts.push(sql`a.user_id = ${user_id}`)
  if (action !== undefined) parts.push(sql`a.action = ${action}`)
  if (entity !== undefined) parts.push(sql`a.entity = ${entity}`)
  return sql.join(parts, sql` and `)
}

/** The newest first, and how many the filters leave. */
export async function readAudit(
  db: Reader,
  filters: AuditFilters,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const condition = conditionOf(filters)
  const entries = await entriesOf(db, condition, { limit, offset })
  const counted = await sql<{
    total: string
  }>`select count(*) as total from audit_log a where ${condition}`.execute(db)
  return { entries, total: Number(counted.rows[0]?.total ?? 0) }
}

/** Tables of rows with a name. A person who was erased has none any more, here neither. */
const NAMED: Readonly<Record<string, string>> = {
  users: 'name',
  clients: 'name',
  data_requests: 'name',
  legal_records: 'name',
  renewal_imports: 'file_name',
  imports: 'file_name',
  ...Object.fromEntries(
    LIST_TABLES.flatMap((table) =>
      textsOf(table)
        .slice(0, 1)
        .map((name) => [table, name]),
    ),
  ),
}
/** The table of a name where it is not the entry's own. */
const TABLE_OF: Readonly<Record<string, string>> = { legal_records: 'clients' }

/** The entry's number as a row's, so that its index finds the row. null: it is none. */
const ROW_NUMBER = sql`case when a.entity_id ~ '^[0-9]{1,9}$' then a.entity_id::int end`
const ROW_UUID = sql`case when a.entity_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then a.entity_id::uuid end`

const SUBJECT = sql`case a.entity
  ${sql.join(
    Object.entries(NAMED).map(
      ([entity, column]) => sql`when ${sql.lit(entity)} then
        (select r.${sql.ref(column)} from ${sql.table(TABLE_OF[entity] ?? entity)} r where r.id = ${ROW_NUMBER})`,
    ),
    sql` `,
  )}
  when 'sessions' then (select s.device_name from sessions s where s.id = ${ROW_UUID})
  when 'absences' then (
    select u.name from users u where u.id = coalesce(a.after ->> 'user_id', a.before ->> 'user_id')::int)
  when 'calendar_feeds' then (select f.name from calendar_feeds f where f.id = ${ROW_UUID})
  when 'partner_keys' then (select k.name from partner_keys k where k.id = ${ROW_UUID})
  when 'automations' then (select r.name from automations r where r.id = ${ROW_UUID})
  when 'webhooks' then (select w.name from webhooks w where w.id = ${ROW_UUID})
  end`

async function entriesOf(
  db: Reader,
  condition: RawBuilder<unknown>,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditEntry[]> {
  const { rows } = await sql<{ row: unknown }>`
    select json_build_object(
      'id', a.id, 'at', a.at, 'action', a.action, 'entity', a.entity, 'entity_id', a.entity_id,
      'before', a.before, 'after', a.after, 'subject', ${SUBJECT},
      'user', case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end) as row
    from audit_log a
    left join users u on u.id = a.user_id
    where ${condition}
    order by a.at desc, a.id desc
    limit ${limit}
    offset ${offset}`.execute(db)
  return z.array(auditEntrySchema).parse(rows.map(({ row }) => row))
}

/** Read at once for a sheet. */
const BATCH = 500

/** Batches of the newest entries, so that neither the rows nor the turn of the server is held for long. */
export async function* auditBatches(
  db: Reader,
  filters: AuditFilters,
  most: number,
): AsyncGenerator<readonly AuditEntry[]> {
  // What is written meanwhile would move the batches.
  const { rows } = await sql<{ last: string }>`select coalesce(max(id), 0) as last from audit_log`.execute(db)
  const condition = sql`${conditionOf(filters)} and a.id <= ${rows[0]?.last ?? 0}`
  for (let offset = 0; offset < most; offset += BATCH) {
    const entries = await entriesOf(db, condition, { limit: Math.min(BATCH, most - offset), offset })
    yield entries
    if (entries.length < BATCH) return
  }
}

export async function readAuditNames(db: Reader): Promise<AuditNames> {
  const named = async (table: 'channels' | 'users' | 'insurances' | 'partners') =>
    db.selectFrom(table).select(['id', 'name']).execute()
  const texts = (rows: readonly { id: number; name: string }[]) =>
    new Map(rows.map(({ id, name }) => [id, name]))
  const rows = (all: readonly { id: number; name: string }[]) => new Map(all.map((row) => [row.id, row]))
  return {
    channels: rows(await named('channels')),
    users: rows(await named('users')),
    insurances: texts(await named('insurances')),
    partners: texts(await named('partners')),
    teams: await db.selectFrom('technical_teams').select(['id', 'description']).execute(),
  }
}

/** A changed field of an entry. */
export interface AuditSheetLine {
  readonly at: string
  readonly said: AuditSaid
  readonly label: string | null
  readonly before: string | null
  readonly after: string
}

export const AUDIT_COLUMNS: readonly ListColumn<AuditSheetLine>[] = [
  { label: 'Quando', format: 'moment', value: ({ at: when }) => when },
  { label: 'Quem', format: 'text', value: ({ said }) => said.who },
  { label: 'Ação', format: 'text', value: ({ said }) => said.action },
  { label: 'Registro', format: 'text', value: ({ said }) => said.record },
  { label: 'Nome', format: 'text', value: ({ said }) => said.subject },
  { label: 'Nº', format: 'text', value: ({ said }) => said.number },
  { label: 'Campo', format: 'text', value: ({ label }) => label },
  { label: 'Antes', format: 'text', value: ({ before }) => before },
  { label: 'Depois', format: 'text', value: ({ after }) => after },
]

/** One line a changed field. */
export function sheetLines(entries: readonly AuditEntry[], names: AuditNames): AuditSheetLine[] {
  return entries.flatMap((entry) => {
    const said = auditSaid(entry, { names, nameOf: fieldName })
    const lines = said.lines.length === 0 ? [{ label: null, before: null, after: said.note }] : said.lines
    return lines.map(({ label, before, after }) => ({ at: entry.at, said, label, before, after }))
  })
}

/** The filters that are set, in the words of their fields. */
export const auditFilterWords = (
  { start_date: from, end_date: to, user_id, action, entity }: AuditFilters,
  { users }: Pick<AuditNames, 'users'>,
): string[] => [
  ...filterWord('Período', periodOf(from, to)),
  ...filterWord('Usuário', user_id === undefined ? null : (users.get(user_id)?.name ?? `Nº ${user_id}`)),
  ...filterWord('Ação', AUDIT_ACTIONS.filter((each) => each === action).map((each) => ACTION_WORDS[each])[0]),
  ...filterWord('Registro', entity === undefined ? null : (ownValue(ENTITY_WORDS, entity) ?? entity)),
]

function periodOf(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined) return to === undefined ? null : `até ${formatDay(to)}`
  return to === undefined ? `desde ${formatDay(from)}` : `${formatDay(from)} a ${formatDay(to)}`
}
