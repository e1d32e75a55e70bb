/**
 * Erases clients without business after a time without contact, if a setting names one. docs/rules.md#without-contact
 */
import { type RawBuilder, sql } from 'kysely'
import { type WithoutContact, withoutContactRoute } from '../../../src/contract/legal-keep.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { anniversary, saoPauloDay, startOfDayMs } from '../../../src/domain/time/sao-paulo.ts'
import { keepLooking, type LoopWatch } from '../../base/keep-looking.ts'
import type { AppContext } from '../../context/app-context.ts'
import { isTransient } from '../../db/transient.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { readSettings } from '../../queries/settings.ts'
import { erasePersonalData, removeErasedFiles } from './erase.ts'
import { endLegalKeep } from './legal-keep.ts'
import { searchMailFiles } from './mail-files.ts'

const EVERY_MS = HOUR_MS
/** At most so many clients are erased in one round. The next round continues. */
const MOST_A_LOOK = 500
const SHOWN = 50
/** More are not counted: the preview of a large database would take minutes. */
const MOST_COUNTED = 5000

/** Everything that dates a lead, the appointment to come included. */
const LAST_OF_LEAD = sql`greatest(
  l.create_lead_date, l.proposal_date, l.capture_date, l.first_call_date, l.contact_date, l.quoted_date, l.sold_date,
  l.end_lead_date, l.scheduling_date)`

const LAST_CONTACT = sql`greatest(
  c.created_at,
  (select max(${LAST_OF_LEAD}) from leads l where l.client_uid = c.uid),
  (select max(k.date) from leads l join calls k on k.lead_uid = l.uid where l.client_uid = c.uid),
  (select max(t.occurred_at) from leads l join timeline t on t.lead_uid = l.uid where l.client_uid = c.uid),
  (select max(greatest(q.received_on, q.answered_on))::timestamp at time zone 'America/Sao_Paulo'
   from data_requests q
   where q.client_uid = c.uid))`

/** The instant before which the last contact was. */
export function contactBefore(nowMs: number, years: number): string {
  const today = saoPauloDay(nowMs)
  return new Date(startOfDayMs(anniversary(today, Number(today.slice(0, 4)) - years))).toISOString()
}

/**
 * Selects the clients that go: no sale, no policy to renew, no request that waits for its answer, and no contact since. The
 * cheap conditions come first. `only` is a further condition on `c`.
 */
const going = (before: string, only: RawBuilder<boolean> = sql<boolean>`true`) => sql`
  select c.uid, c.id, c.name, last.contact as last_contact
  from clients c
  cross join lateral (select ${LAST_CONTACT} as contact) last
  where ${only}
    and c.created_at < ${before}
    and not exists (select 1 from client_erasures e where e.client_uid = c.uid)
    and not exists (select 1 from data_requests q where q.client_uid = c.uid and q.answered_on is null)
    and not exists (
      select 1
      from leads l
      join channels ch on ch.id = l.channel_id
      where l.client_uid = c.uid
        and (
          l.sold = 1
          or ch.renewal
          or ${LAST_OF_LEAD} >= ${before}
          or l.uid in (select r.lead_uid from renewals r where r.lead_uid is not null)
          or l.uid in (select r.lead_uid from lead_temps r where r.lead_uid is not null)))
    and last.contact < ${before}`

/** Who would go, some of them by name, and how many with them, up to 5,000 clients. Changes nothing. */
export async function withoutContact(
  db: Reader,
  { years, nowMs }: { readonly years: number; readonly nowMs: number },
): Promise<WithoutContact> {
  const { rows } = await sql<{ row: Omit<WithoutContact, 'years'> }>`
    with gone as materialized (${going(contactBefore(nowMs, years))} order by c.id limit ${MOST_COUNTED + 1}),
    theirs as (select l.state from leads l where l.client_uid in (select uid from gone))
    select json_build_object(
      'clients', (select least(count(*), ${MOST_COUNTED}::int) from gone),
      'more', (select count(*) > ${MOST_COUNTED}::int from gone),
      'leads', (select count(*) from theirs),
      'open_leads', (select count(*) from theirs where state <> 3),
      'first', (
        select coalesce(json_agg(row_to_json(f)), '[]')
        from (select id, name, last_contact from gone order by last_contact, id limit ${SHOWN}) f)) as row`.execute(
    db,
  )
  return withoutContactRoute.answer.parse({ years, ...rows[0]?.row })
}

/** Whether the client is still to be erased, asked again under its locks. */
const stillGoes =
  (before: string) =>
  async (db: Reader, clientUid: string): Promise<boolean> => {
    const { rows } = await sql`${going(before, sql<boolean>`c.uid = ${clientUid}`)}`.execute(db)
    return rows.length > 0
  }

/**
 * Erases the clients that are due, and returns how many. A failure is passed to `warn` and does not stop the others.
 */
export async function eraseWithoutContact(
  context: AppContext,
  warn: (error: unknown) => void,
  stop: AbortSignal = new AbortController().signal,
): Promise<number> {
  const { db } = context.store
  const { erase_without_contact_years: years } = await readSettings(db)
  if (years === 0) return 0
  const before = contactBefore(context.now(), years)
  const { rows } = await sql<{ uid: string; id: number }>`
    select uid, id from (${going(before)}) g order by id limit ${MOST_A_LOOK}`.execute(db)
  const mails = await searchMailFiles(
    context,
    rows.map(({ uid }) => uid),
  )
  let count = 0
  for (const client of rows) {
    if (stop.aborted) break
    try {
      const erased = await erasePersonalData(context, {
        client,
        user: null,
        mails: mails(client.uid),
        unless: { still: stillGoes(before), why: { erase_without_contact_years: years } },
      })
      if (erased === null) continue
      context.security.note('personal_data_erased', { about: `client ${client.id}` })
      count++
    } catch (error) {
      if (!isTransient(error)) warn(error)
    }
  }
  if (count > 0) await removeErasedFiles(context)
  return count
}

/** Looks now and every hour for records whose time is over and clients without contact. Returns a function that stops it. */
export function keepDiscarding(context: AppContext, watch: LoopWatch): () => Promise<void> {
  return keepLooking(
    EVERY_MS,
    async (stop) => {
      await endLegalKeep(context)
      await eraseWithoutContact(context, watch.warn, stop)
    },
    watch,
  )
}
