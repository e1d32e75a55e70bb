/** How many documents of a user no lead has taken is asked at each upload. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index uploaded_files_user on uploaded_files (user_id)`.execute(db)
}
