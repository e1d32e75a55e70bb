/**
 * Blanks the typed texts in the filters of exports that the audit kept before `audited-filter.ts` did: a name in them
 * outlived the erasure of its client. That a filter was set stays. docs/rules.md#audit
 */
import { type QueryExecutorProvider, sql } from 'kysely'

/** Filters whose values can name nobody, as `audited-filter.ts` had them at this migration. */
const NAMELESS =
  '^(?:(?:\\w+_)?(?:id|ids|date|ini|end|month|page|pages|paginate)|date_\\w+|brokers?|partners|technical_?teams?|technicalTeam|reference_month|mes|per_page|order|figure|status|state|quoted|sold|action|entity|start|type)(?:\\[\\])?$'
const TYPED = 'proposal_id'
/** The uid of a saved view, of a mailed report. */
const VIEW = 'view'

/** Exports of clients have counts, and no filter. */
const EXPORTS = sql`action = 'export' and entity in ('reports', 'audit_log') and jsonb_typeof(after) = 'object'`

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`alter table audit_log disable trigger audit_log_kept`.execute(db)
  await sql`
    update audit_log set after = coalesce((
      select jsonb_object_agg(f.key, case
        when f.key = ${VIEW} or (f.key ~ ${NAMELESS} and f.key <> ${TYPED}) then f.value
        else '"(preenchido)"'::jsonb
      end)
      from jsonb_each(after) f
      where f.value not in ('null'::jsonb, '""'::jsonb)), '{}')
    where ${EXPORTS}`.execute(db)
  await sql`alter table audit_log enable trigger audit_log_kept`.execute(db)
}
