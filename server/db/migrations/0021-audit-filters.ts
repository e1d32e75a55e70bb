/** The audit is read by user and by action, newest first: docs/rules.md#audit */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index audit_log_user on audit_log (user_id, at desc, id desc);
    create index audit_log_action on audit_log (action, at desc, id desc)`.execute(db)
}
