/** The leads that a referrer follows, with the steps that they reached: docs/rules.md#receipt */
import { sql } from 'kysely'
import { z } from 'zod'
import { receiptSteps } from '../../src/domain/indication/receipt.ts'
import { SHOWN_FOR_MS } from '../../src/domain/notices/notice.ts'
import type { FollowedLead } from '../../src/domain/notices/receipt-notices.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { Settings } from '../../src/domain/settings/settings.ts'
import { businessCalendar } from '../../src/domain/sla/business-calendar.ts'
import type { AppContext } from '../context/app-context.ts'
import { referredLeads } from '../queries/referred-leads.ts'
import { readSettings } from '../queries/settings.ts'
import { consentLasts } from './receipt-consent.ts'
import { factsSql, receiptFactsSchema } from './receipts.ts'

const rowSchema = z.object({
  uid: z.string(),
  client_uid: z.string(),
  id: z.number().nullable(),
  client_name: z.string(),
  by_link: z.boolean(),
  facts: receiptFactsSchema,
  told: z.array(z.string()),
})

/** With the steps that were told by mail. */
export type Followed = FollowedLead & { readonly told: readonly string[] }

type FollowContext = Pick<AppContext, 'store' | 'now'>

interface Asked {
  readonly user: SessionUser
  /** ISO 8601: leads that reached something after it. */
  readonly since: string
  readonly settings: Settings
}

/** Leads of the user's scope that the user referred, while the client's consent lasts; as the user sees the client. */
export async function followedLeads(
  { store: { db }, now }: FollowContext,
  { user, since, settings }: Asked,
): Promise<Followed[]> {
  const rows = await referredLeads(db, {
    user,
    settings,
    nowMs: now(),
    told: sql`
      'by_link', exists (
        select 1
        from external_indications e
        where e.lead_uid = l.uid and not e.with_auth and e.inviter_id = ${user.id}),
      'facts', ${factsSql},
      'told', (select coalesce(json_agg(t.step), '[]') from receipt_told t where t.lead_uid = l.uid)`,
    where: sql<boolean>`
      greatest(l.first_call_date, l.contact_date, l.quoted_date, l.end_lead_date) > ${since}
      and ${consentLasts(sql`l.client_uid`)}`,
    order: sql`l.create_lead_date desc`,
  })
  const calendar = businessCalendar(settings.business_hours)
  return z
    .array(rowSchema)
    .parse(rows)
    .map(({ facts, ...lead }) => ({ ...lead, steps: receiptSteps(facts, calendar) }))
}

const MOST = 100

/** For the bell. */
export async function receiptNews(context: FollowContext, user: SessionUser): Promise<FollowedLead[]> {
  const since = new Date(context.now() - SHOWN_FOR_MS).toISOString()
  const settings = await readSettings(context.store.db)
  const followed = await followedLeads(context, { user, since, settings })
  return followed.slice(0, MOST).map(({ told: _told, ...lead }) => lead)
}
