/**
 * Devices learn who never entered, and so gets no leads: the rows of these users are pulled again. docs/rules.md#assignable-brokers
 */
import { type QueryExecutorProvider, sql } from 'kysely'

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    update users u
    set name = u.name
    where u.verified_at is null and not exists (select 1 from user_passwords p where p.user_id = u.id)`.execute(
    db,
  )
}
