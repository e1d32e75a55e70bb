/** The cache of CEP addresses, and indexes for uploaded files and proposals. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cep_cache (
      cep text primary key,
      address jsonb,
      fetched_at timestamptz not null,
      expires_at timestamptz
    );
    create index uploaded_files_created on uploaded_files (created_at);
    create index uploaded_files_path on uploaded_files (path);
    create index elective_leads_listed on elective_leads (proposal_date desc nulls last, id desc);
  `.execute(db)
}
