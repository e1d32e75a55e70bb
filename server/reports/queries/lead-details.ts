/** The table of leads below the summaries of the indication reports: docs/rules.md#reports */
import { type RawBuilder, sql } from 'kysely'
import { isStaffScope, scopeOf } from '../../../src/domain/lead/access.ts'
import { LEADS_TABLE, type ReferralRow, referralRowSchema } from '../../../src/domain/reports/lead-rows.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Reader } from '../../queries/lead-row.ts'
import { leadTable } from './lead-columns.ts'
import { type LeadTable, leadBatchesOf, leadPage, type Page } from './lead-pages.ts'

const referralsFor = (user: SessionUser): LeadTable<ReferralRow> =>
  leadTable({
    schema: referralRowSchema,
    table: LEADS_TABLE,
    own: isStaffScope(scopeOf(user)) ? {} : { insurance_details: { row: sql`null` } },
    alsoBy: ['proposal_date', 'sold', 'broker_id'],
  })

/** Returns a page of the leads that meet the condition, and how many do: `counted`, or else it counts them. */
export const leadDetails = (
  db: Reader,
  user: SessionUser,
  { condition, counted }: { readonly condition: RawBuilder<boolean>; readonly counted?: number | undefined },
  page: Page,
) => leadPage(db, user, { table: referralsFor(user), condition, counted }, page)

/** All leads that meet the condition, in batches. */
export const leadBatches = (db: Reader, user: SessionUser, condition: RawBuilder<boolean>, order?: string) =>
  leadBatchesOf(db, user, { table: referralsFor(user), condition }, order)
