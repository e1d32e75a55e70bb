/** What the look-ups keep: the addresses of CEPs, uploaded files until a lead takes them, proposals found by their number. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table cep_cache (cep text primary key, address jsonb, fetched_at timestamptz not null, expires_at timestamptz);
    create table if not exists uploaded_files (
      uid uuid primary key, user_id int not null references users(id), size int not null, path text not null, created_at timestamptz not null default now());
    create index uploaded_files_created on uploaded_files (created_at);
    create index uploaded_files_path on uploaded_files (path);
    create index elective_leads_listed on elective_leads (proposal_date desc nulls last, id desc);
  `.execute(db)
}
