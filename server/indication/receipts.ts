/** What a receipt's code opens: docs/rules.md#receipt */
import { sql } from 'kysely'
import { z } from 'zod'
import type { ReceiptAnswer } from '../../src/contract/receipt.ts'
import { isReceiptOpen, type ReceiptFacts, receiptSteps } from '../../src/domain/indication/receipt.ts'
import { readReceiptCode } from '../../src/domain/indication/receipt-code.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import type { AppContext } from '../context/app-context.ts'
import { presentedBrokerage } from '../mail/brokerage.ts'
import { readSettings } from '../queries/settings.ts'
import { consentLasts } from './receipt-consent.ts'
import { receiptDigest } from './receipt-digest.ts'

const instant = z.string().nullable()
export const receiptFactsSchema = z.object({
  create_lead_date: z.string(),
  first_call_date: instant,
  contact_date: instant,
  state: z.number(),
  status: z.number(),
  quoted: z.number().nullable(),
  quoted_date: instant,
  sold: z.number().nullable(),
  cancelled: z.boolean(),
  end_lead_date: instant,
}) satisfies z.ZodType<ReceiptFacts>

/** The facts of the lead `l` as one JSON value. */
export const factsSql = sql`json_build_object(
  'create_lead_date', l.create_lead_date,
  'first_call_date', l.first_call_date,
  'contact_date', l.contact_date,
  'state', l.state,
  'status', l.status,
  'quoted', l.quoted,
  'quoted_date', l.quoted_date,
  'sold', l.sold,
  'cancelled', l.cancelled,
  'end_lead_date', l.end_lead_date)`

type ReceiptContext = Pick<AppContext, 'store' | 'config' | 'now'>

/** An indication of a flood waits for a look. Its receipt must not show that. */
const heldFacts = (receivedAt: string): ReceiptFacts => ({
  create_lead_date: receivedAt,
  first_call_date: null,
  contact_date: null,
  state: 1,
  status: 1,
  quoted: 0,
  quoted_date: null,
  sold: null,
  cancelled: false,
  end_lead_date: null,
})

/** Whose name the receipt has: the lead may have got another client, and the client may have been merged. */
const INDICATED = sql`coalesce(
  (select a.client_uid from client_aliases a where a.uid = e.client_uid), e.client_uid)`

async function foundByDigest({ store: { db } }: ReceiptContext, digest: string) {
  const { rows } = await sql<{ name: string; facts: unknown }>`
    select e.client ->> 'name' as name, ${factsSql} as facts
    from external_indications e
    join leads l on l.uid = e.lead_uid
    where e.receipt_digest = ${digest}
      and e.client ->> 'name' is not null
      and ${consentLasts(sql`l.client_uid`)}
      and ${consentLasts(INDICATED)}
    order by e.created_at
    limit 1`.execute(db)
  const [found] = rows
  if (found !== undefined) return { name: found.name, facts: receiptFactsSchema.parse(found.facts) }
  const held = await sql<{ name: string; at: string }>`
    select h.args #>> '{client,name}' as name, h.received_at as at
    from held_indications h
    where h.by_link ->> 'receipt' = ${digest}
    order by h.received_at
    limit 1`.execute(db)
  const [waiting] = held.rows
  return waiting === undefined ? null : { name: waiting.name, facts: heldFacts(waiting.at) }
}

/** Null for a code that opens nothing, without the reason. */
export async function receiptOf(context: ReceiptContext, typed: string): Promise<ReceiptAnswer | null> {
  const code = readReceiptCode(typed)
  if (code === null) return null
  const found = await foundByDigest(context, receiptDigest(code))
  const nowMs = context.now()
  if (found === null || !isReceiptOpen(found.facts, nowMs)) return null
  const settings = await readSettings(context.store.db)
  return {
    name: found.name,
    steps: receiptSteps(found.facts, businessCalendar(settings.business_hours)),
    as_of: new Date(nowMs).toISOString(),
    brokerage: presentedBrokerage(context, settings),
  }
}
