/**
 * Lines of an import of which two clients could be meant wait for a person, and an import of renewals is stored in short
 * transactions like any other. docs/rules.md#any-import
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table import_decisions (
      import_id int not null references imports(id) on delete cascade,
      line int not null,
      data jsonb not null,
      reason text not null,
      client_uids uuid[] not null,
      primary key (import_id, line));
    alter table renewal_import_decisions add column client_uids uuid[] not null default '{}';

    alter table renewal_imports
      add column touched_at timestamptz not null default now(),
      drop constraint renewal_imports_state_check,
      add constraint renewal_imports_state_check check (state in ('preparing', 'running', 'done', 'cancelled'));
    drop index renewal_imports_running;
    create unique index renewal_imports_running on renewal_imports ((true)) where state in ('preparing', 'running');
  `.execute(db)
}
