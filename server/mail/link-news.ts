/** What became of an inviter's link: docs/rules.md#notices */
import { sql } from 'kysely'
import { z } from 'zod'
import { linkIndicationSchema } from '../../src/domain/notices/link-notices.ts'
import { SHOWN_FOR_MS } from '../../src/domain/notices/notice.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import type { AppContext } from '../context/app-context.ts'
import { referredLeads } from '../queries/referred-leads.ts'
import { readSettings } from '../queries/settings.ts'
import { mailState } from './mailed.ts'

const MOST = 100

type NewsContext = Pick<AppContext, 'store' | 'config' | 'now'>

/** Leads that strangers sent by this user's link and that are in its scope, as its device sees them, and its mails. */
export async function linkNews(context: NewsContext, user: SessionUser) {
  const since = new Date(context.now() - SHOWN_FOR_MS).toISOString()
  const [indications, mails] = await Promise.all([
    readIndications(context, user, since),
    readMails(context, user.id, since),
  ])
  return { indications, mails }
}

async function readIndications({ store: { db }, now }: NewsContext, user: SessionUser, since: string) {
  const rows = await referredLeads(db, {
    user,
    settings: await readSettings(db),
    nowMs: now(),
    told: sql`
      'filled_at', e.created_at,
      'called_at', l.first_call_date,
      'ended_at', case when l.state = 3 then l.end_lead_date end,
      'sold', coalesce(l.sold = 1, false)`,
    join: sql`join external_indications e on e.lead_uid = l.uid`,
    where: sql<boolean>`
      not e.with_auth
      and e.inviter_id = ${user.id}
      and greatest(e.created_at, l.first_call_date, l.end_lead_date) > ${since}`,
    order: sql`e.created_at desc limit ${MOST}`,
  })
  return z.array(linkIndicationSchema).parse(rows)
}

async function readMails(context: NewsContext, userId: number, since: string) {
  const rows = await context.store.db
    .selectFrom('mails')
    .select(['id', 'recipient', 'created_at', 'sent_at', 'failed_at', 'is_file', 'address_refused'])
    .where('inviter_id', '=', userId)
    .where('created_at', '>', since)
    // An erasure leaves no address.
    .where('recipient', '!=', '')
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ id, recipient, address_refused, ...row }) => ({
    id,
    recipient,
    address_refused,
    state: mailState(context, row),
    at: row.sent_at ?? row.failed_at ?? row.created_at,
  }))
}
