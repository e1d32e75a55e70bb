/** The board's lists and counters of the REST API, limited to the user's scope. */

import { type RawBuilder, sql } from 'kysely'
import type { OwnQuery } from '../../src/domain/board/board-filters.ts'
import { FIELD_FILTERS, isOwn } from '../../src/domain/board/field-filters.ts'
import {
  leftOutPattern,
  mayLeaveOut,
  POLICY_PATTERN,
  readSearch,
  wordsPattern,
} from '../../src/domain/board/search.ts'
import { cleanDocument } from '../../src/domain/documents/cpf-cnpj.ts'
import { isStaffScope, type Scope, scopeOf } from '../../src/domain/lead/access.ts'
import { sevenDaysEndMs } from '../../src/domain/lead/scheduling.ts'
import { STAFF_FIELDS } from '../../src/domain/lead/seen-columns.ts'
import { isDealership } from '../../src/domain/permissions/roles.ts'
import { phoneEnds } from '../../src/domain/phone/phone.ts'
import { keysOf } from '../../src/domain/record/parts.ts'
import { roleOf } from '../../src/domain/session/role.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { endOfDayMs, saoPauloDay, startOfDayMs } from '../../src/domain/time/sao-paulo.ts'
import { boardPage, isPlain } from './board-page.ts'
import type { BoardReader, ListQuery } from './board-reader.ts'
import { leadAnswers } from './lead-answer.ts'
import { inScopeSql, matchesScopeSql } from './scope.ts'
import { leadsWithClients } from './seen-clients.ts'

export const iso = (ms: number) => new Date(ms).toISOString()

interface Asked {
  readonly scope: Scope
  /** Limits the list to this user's referrals; null: no limit. */
  readonly inviterId: number | null
  readonly query: ListQuery
}

type Condition<Value> = (wanted: NonNullable<Value>, scope: Scope) => RawBuilder<boolean>

/** Too few digits filter nothing, as on a device. */
function endsWith(ends: readonly string[]): RawBuilder<boolean> {
  const patterns = ends.map((end) => `%${end}`)
  return ends.length === 0
    ? sql`true`
    : sql`(c.cellphone like any(${patterns}::text[]) or c.phone like any(${patterns}::text[]))`
}

const begins = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`
const contains = (text: string) => `%${begins(foldText(text))}`
const clean = (text: RawBuilder<unknown>) => sql`regexp_replace(folded_text(${text}), '[^a-z0-9]', '', 'g')`

/** A plate, a proposal or a policy that begins so. */
const hasCode = (code: string) => sql<boolean>`(
  ${clean(sql`coalesce(l.product_details->>'license_plate', '')`)} like ${begins(code)}
  or ${clean(sql`coalesce(l.proposal, '')`)} like ${begins(code)}
  or exists (
    select 1 from regexp_matches(folded_text(l.additional_information), ${POLICY_PATTERN}, 'g') found
    where ${clean(sql`found[1]`)} like ${begins(code)}))`

/** What the whole text or a part of it finds, without letters left out. */
function foundBy(text: string, scope: Scope): RawBuilder<boolean> {
  const { leadId, oldNumber, document, phones, code, mail, words } = readSearch(text)
  const any: RawBuilder<boolean>[] = [
    ...(leadId === null ? [] : [sql<boolean>`l.id = ${leadId}`]),
    ...(document === '' ? [] : [sql<boolean>`c.cpf like ${begins(document)}`]),
    ...(phones.length === 0 ? [] : [endsWith(phones)]),
    ...(mail === '' ? [] : [sql<boolean>`lower(c.mail) like ${begins(mail)}`]),
    ...(words.length === 0
      ? []
      : [BAR.client_name(words.join(' '), scope), sql<boolean>`c.name_folded ~ ${wordsPattern(words)}`]),
    ...(isStaffScope(scope) && oldNumber !== '' ? [BAR.old_number(oldNumber, scope)] : []),
    ...(isStaffScope(scope) && code !== '' ? [hasCode(code)] : []),
  ]
  return any.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(any, sql` or `)})`
}

/** As on a device, letters may be left out where nothing else matches. */
function foundBySearch(text: string, scope: Scope): RawBuilder<boolean> {
  const found = foundBy(text, scope)
  const { words } = readSearch(text)
  if (!mayLeaveOut(words)) return found
  const others = sql`select 1 from ${leadsWithClients(scope)} where ${matchesScopeSql(scope, 'l')} and ${found}`
  return sql<boolean>`(${found} or (c.name_folded ~ ${leftOutPattern(words)} and not exists (${others})))`
}

/** The bar's own conditions. src/board-index/view-matcher.ts contains the same as tests on rows. */
const BAR: { readonly [Name in OwnQuery]: Condition<ListQuery[Name]> } = {
  search: foundBySearch,
  client_name: (name) => sql`c.name_folded like ${contains(name)}`,
  client_cpf: (document) => sql`c.cpf like ${`${cleanDocument(document)}%`}`,
  client_phone: (phone) => endsWith(phoneEnds(phone)),
  lead_id: (id) => sql`l.id = ${id}`,
  old_number: (number, scope) =>
    isStaffScope(scope) ? sql`folded_text(l.old_number) = ${foldText(number)}` : sql`false`,
  start_date: (day) => sql`l.create_lead_date >= ${iso(startOfDayMs(day))}::timestamptz`,
  end_date: (day) => sql`l.create_lead_date <= ${iso(endOfDayMs(day))}::timestamptz`,
}

function ownCondition<Name extends OwnQuery>(
  name: Name,
  query: ListQuery,
  scope: Scope,
): RawBuilder<boolean>[] {
  const wanted = query[name]
  return wanted === undefined || wanted === '' ? [] : [BAR[name](wanted, scope)]
}

const STAFF_ONLY: ReadonlySet<string> = new Set(STAFF_FIELDS)
/** A number must equal its field, a text be part of it. A field that the user does not see finds nothing. */
const comparisons = (query: ListQuery, scope: Scope): RawBuilder<boolean>[] =>
  FIELD_FILTERS.flatMap(({ name, query: parameter, type, field }) => {
    const wanted = query[parameter]
    if (isOwn(name) || wanted === undefined || wanted === '') return []
    if (!isStaffScope(scope) && STAFF_ONLY.has(field)) return [sql<boolean>`false`]
    const column = sql.ref(`l.${field}`)
    return type === 'number'
      ? [sql<boolean>`${column} = ${wanted}`]
      : [sql<boolean>`folded_text(${column}) like ${contains(String(wanted))}`]
  })

/** The choices of the board's menus. */
function chosenBy(query: ListQuery): RawBuilder<boolean> {
  const columns = ['channel_id', 'insurance_id', 'partner_id', 'status', 'state'] as const
  const all = columns.flatMap((name) => {
    const wanted = query[name]
    return wanted === undefined ? [] : [sql<boolean>`${sql.ref(`l.${name}`)} = ${wanted}`]
  })
  return all.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(all, sql` and `)}`
}

function conditions(
  { scope, inviterId, query }: Asked,
  { settings, nowMs }: BoardReader,
): RawBuilder<boolean> {
  // A history of years is on no device: an old number finds it all the same.
  const byOldNumber = foldText(query.old_number ?? '') !== ''
  const all: RawBuilder<boolean>[] = [
    byOldNumber ? matchesScopeSql(scope, 'l') : inScopeSql(scope, settings, nowMs),
  ]
  const when = (given: unknown, condition: () => RawBuilder<boolean>) => {
    if (given !== undefined && given !== '' && given !== false) all.push(condition())
  }
  if (inviterId !== null) all.push(sql`l.inviter_id = ${inviterId}`)
  all.push(chosenBy(query))
  for (const name of keysOf(BAR)) all.push(...ownCondition(name, query, scope))
  all.push(...comparisons(query, scope))
  when(query.schedule || query.only_schedules, () => sql`l.scheduling_status = 0 and l.state <> 3`)
  when(query.saven_days, () => sql`l.scheduling_status = 0 and l.state <> 3 and ${isNextSevenDays(nowMs)}`)
  return sql<boolean>`${sql.join(all, sql` and `)}`
}

export const isNextSevenDays = (nowMs: number) =>
  sql`l.scheduling_date between ${iso(nowMs)}::timestamptz and ${iso(sevenDaysEndMs(nowMs))}::timestamptz`

/** The board's order, as in src/domain/board/order.ts. Lists of schedulings are ordered by scheduling date. */
function ordering(query: ListQuery, nowMs: number): RawBuilder<unknown> {
  if (query.schedule || query.only_schedules || query.saven_days) return sql`l.scheduling_date, l.uid`
  const isScheduled = sql`l.scheduling_status = 0 and l.state <> 3`
  return sql`
    l.status,
    case when l.status = 6 then l.end_lead_date end desc nulls last,
    case
      when l.status = 6 then null
      when not coalesce(${isScheduled}, false) then 1
      when l.scheduling_date <= ${iso(endOfDayMs(saoPauloDay(nowMs)))}::timestamptz then 0
      else 2
    end,
    case
      when l.status = 6 then null
      when ${isScheduled} then l.scheduling_date
      else l.create_lead_date
    end,
    l.uid`
}

/** GET /leads/list-broker: the leads that the caller's devices mirror, filtered. */
export function listLeads(reader: BoardReader, query: ListQuery) {
  return list(reader, { scope: scopeOf(reader.user), inviterId: null, query })
}

/**
 * GET /leads/referrals: a dealership gets the leads of its partners, every other user the leads that they referred. A
 * lead that has left the caller's scope is not listed, because no other call returns it either.
 */
export function listReferrals(reader: BoardReader, query: ListQuery) {
  const { user } = reader
  const scope = scopeOf(user)
  return list(reader, { scope, inviterId: isDealership(roleOf(user)) ? null : user.id, query })
}

/** Few leads are sorted at once: the indexes of the whole board's order would be walked for them. */
const hasManyLeads = ({ kind }: Scope): boolean => kind === 'all' || kind === 'broker'

async function list(reader: BoardReader, asked: Asked) {
  const { query } = asked
  const where = conditions(asked, reader)
  const plain = isPlain(query)
  // A plain query asks nothing of the clients.
  const from = sql`from ${plain ? sql`leads l` : leadsWithClients(scopeOf(reader.user))} where ${where}`
  const rows =
    asked.inviterId === null && plain && hasManyLeads(asked.scope)
      ? await boardPage(reader, query, chosenBy(query))
      : (
          await sql<{ uid: string; total: number }>`
            select l.uid, count(*) over () as total
            ${from}
            order by ${ordering(query, reader.nowMs)}
            limit ${query.limit}
            offset ${query.offset}`.execute(reader.db)
        ).rows
  const uids = rows.map((row) => row.uid)
  return { leads: await leadAnswers(reader.db, uids, reader.user), total: rows[0]?.total ?? (await beyond()) }

  /** The total for a page behind the last one, which has no row with the total. */
  async function beyond(): Promise<number> {
    if (query.offset === 0) return 0
    const counted = await sql<{ total: number }>`select count(*) as total ${from}`.execute(reader.db)
    return counted.rows[0]?.total ?? 0
  }
}

/** GET /leads/older: docs/rules.md#oldest-pending-lead. */
export async function oldestPending(
  { db, user, settings, nowMs }: BoardReader,
  channelId: number,
): Promise<{ id: number; uid: string } | null> {
  const { rows } = await sql<{ id: number; uid: string }>`
    select l.id, l.uid
    from leads l
    where l.channel_id = ${channelId}
      and l.state = 1
      and l.broker_id is null
      and not l.suspended_lead
      and ${inScopeSql(scopeOf(user), settings, nowMs)}
    order by l.create_lead_date, l.uid
    limit 1`.execute(db)
  return rows[0] ?? null
}
