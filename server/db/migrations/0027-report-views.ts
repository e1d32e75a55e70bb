/**
 * What users keep of the reports: settings of a screen, saved views, and their mails. A mail of a view has no text of its
 * own: it is written when it is sent. docs/rules.md#saved-views
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table screen_settings (
      user_id int not null references users(id) on delete cascade,
      screen text not null,
      value jsonb not null,
      changed_at timestamptz not null,
      primary key (user_id, screen));

    create table report_views (
      id uuid primary key,
      user_id int not null references users(id) on delete cascade,
      path text not null,
      name text not null,
      filter jsonb not null,
      sort text,
      is_start boolean not null default false,
      created_at timestamptz not null default now());
    create unique index report_views_name on report_views (user_id, path, lower(name));
    create unique index report_views_start on report_views (user_id, path) where is_start;

    create table report_mails (
      view_id uuid primary key references report_views(id) on delete cascade,
      cadence text not null check (cadence in ('daily', 'weekly')),
      next_at timestamptz not null,
      last_sent_at timestamptz,
      problem text);
    create index report_mails_next on report_mails (next_at);

    alter table mails add column view_id uuid references report_views(id) on delete cascade;
    create index mails_view on mails (view_id) where view_id is not null;
  `.execute(db)
}
