/** Each upload counts the user's documents that are not attached to a lead. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index uploaded_files_user on uploaded_files (user_id)`.execute(db)
}
