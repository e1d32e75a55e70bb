/** The list of clients with their leads: docs/rules.md#list-of-clients */
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { type ListedClient, listedClientSchema } from '../../src/contract/clients.ts'
import { PERSON_FIELDS } from '../../src/domain/client/fields.ts'
import { scopeOf } from '../../src/domain/lead/access.ts'
import { CHANNEL } from '../../src/domain/lead/channel-rules.ts'
import { formatPhone } from '../../src/domain/phone/phone.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { filterWord } from '../../src/domain/sheet/filter-word.ts'
import type { ListColumn } from '../../src/domain/sheet/list-sheet.ts'
import { foldText } from '../../src/domain/text/fold.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../src/domain/time/sao-paulo.ts'
import { isOwnSql } from './clients.ts'
import { clientColumns, type Reader } from './lead-row.ts'
import { foldedOrderSql } from './name-order.ts'
import { matchesScopeSql } from './scope.ts'

/** The rule of `src/domain/client/active.ts` for `clients c`. */
function isActiveSql(nowMs: number): RawBuilder<boolean> {
  const today = sql`${saoPauloDay(nowMs)}::date`
  const saleDay = sql`(coalesce(a.sold_date, a.end_lead_date) at time zone 'America/Sao_Paulo')::date`
  return sql<boolean>`exists (
    select 1
    from leads a
    where a.client_uid = c.uid
      and (
        (a.sold = 1
          and coalesce(a.end_of_validity, (${saleDay} + interval '1 year')::date)
            between ${today} and (${today} + interval '1 year')::date)
        or (a.channel_id = ${CHANNEL.renewal}
          and a.create_lead_date > ${new Date(nowMs - DAY_MS).toISOString()}::timestamptz)))`
}

export interface ClientFilters {
  readonly name?: string | undefined
  readonly email?: string | undefined
  /** Only active ones. */
  readonly is_active: boolean
}

const like = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** A page of the caller's clients by name, and how many the filters leave. `page` from 1. */
export async function listClientsWithLeads(
  db: Reader,
  user: SessionUser,
  { name, email, is_active }: ClientFilters,
  { page, perPage, nowMs }: { page: number; perPage: number; nowMs: number },
): Promise<{ data: ListedClient[]; pagination: { total: number } }> {
  const parts: RawBuilder<unknown>[] = [isOwnSql(user)]
  if (name !== undefined) parts.push(sql`c.name_folded like ${like(foldText(name.trim()))}`)
  if (email !== undefined) parts.push(sql`c.mail ilike ${like(email.trim())}`)
  if (is_active) parts.push(isActiveSql(nowMs))
  const isWhole = scopeOf(user).kind === 'all' && parts.length === 1
  // One pass over the clients gives the page and the number. Without a filter an index has the order of the page. Leads
  // and JSON are made for the rows of the page only.
  const { rows } = await sql<{ total: number; row: unknown }>`
    with hits as ${isWhole ? sql`not materialized` : sql`materialized`} (
      select c.uid, ${foldedOrderSql(sql`c.name_folded`)} as place, c.id
      from clients c
      where ${sql.join(parts, sql` and `)}),
    page as materialized (
      select * from hits
      order by place, id
      limit ${perPage}
      offset ${(page - 1) * perPage})
    select t.total, k.row
    from (select count(*)::int as total from hits) t
    left join page p on true
    left join lateral (select row_to_json(r) as row from (
      select ${clientColumns},
        ${isActiveSql(nowMs)} as is_active,
        coalesce((
          select json_agg(json_build_object(
            'uid', l.uid, 'id', l.id, 'product', l.product, 'insurance_id', l.insurance_id,
            'broker_id', l.broker_id, 'state', l.state, 'status', l.status, 'sold', l.sold,
            'lost_sale', l.lost_sale, 'cancelled', l.cancelled) order by l.create_lead_date desc, l.uid)
          from leads l
          where l.client_uid = c.uid
            and ${matchesScopeSql(scopeOf(user), 'l')}), '[]') as leads
      from clients c
      where c.uid = p.uid) r
    ) k on true
    order by p.place, p.id`.execute(db)
  return {
    data: z.array(listedClientSchema).parse(rows.flatMap(({ row }) => row ?? [])),
    pagination: { total: rows[0]?.total ?? 0 },
  }
}

export const CLIENT_COLUMNS: readonly ListColumn<ListedClient>[] = [
  { label: 'ID', format: 'integer', value: ({ id }) => id },
  { label: PERSON_FIELDS.name.label, format: 'text', value: ({ name }) => name },
  { label: PERSON_FIELDS.mail.label, format: 'text', value: ({ mail }) => mail },
  { label: PERSON_FIELDS.phone.label, format: 'text', value: ({ phone }) => formatPhone(phone) },
  { label: PERSON_FIELDS.cellphone.label, format: 'text', value: ({ cellphone }) => formatPhone(cellphone) },
  { label: 'Ativo', format: 'text', value: ({ is_active }) => (is_active ? 'Ativo' : 'Inativo') },
  { label: 'Leads', format: 'integer', value: ({ leads }) => leads.length },
]

/** The filters that are set, in the words of their fields. */
export const clientFilterWords = ({ name, email, is_active }: ClientFilters): string[] => [
  ...filterWord(PERSON_FIELDS.name.label, name?.trim()),
  ...filterWord(PERSON_FIELDS.mail.label, email?.trim()),
  ...(is_active ? ['Somente ativos'] : []),
]

const BATCH = 1000

/** All clients that the filters leave, by name. */
export async function allClientsOfList(
  db: Reader,
  user: SessionUser,
  filters: ClientFilters,
  nowMs: number,
): Promise<ListedClient[]> {
  const clients: ListedClient[] = []
  for (let page = 1; ; page += 1) {
    const { data } = await listClientsWithLeads(db, user, filters, { page, perPage: BATCH, nowMs })
    clients.push(...data)
    if (data.length < BATCH) return clients
  }
}
