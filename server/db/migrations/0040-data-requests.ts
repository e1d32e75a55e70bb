/** Requests of data subjects, and the register of security incidents. docs/rules.md#data-requests */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table data_requests (
      id int primary key generated always as identity,
      -- Counts the changes: a form that began with another one is not saved over them.
      revision int not null default 1,
      client_uid uuid references clients(uid) on delete set null,
      name text not null,
      contact text not null default '',
      kind text not null,
      came_by text not null,
      details text not null default '',
      received_on date not null,
      created_at timestamptz not null,
      created_by int references users(id) on delete set null,
      answered_on date,
      answered_by int references users(id) on delete set null,
      outcome text,
      answer text not null default '',
      check ((answered_on is null) = (outcome is null)));
    create index data_requests_open on data_requests (received_on) where answered_on is null;
    create index data_requests_client on data_requests (client_uid) where client_uid is not null;

    create table security_incidents (
      id int primary key generated always as identity,
      revision int not null default 1,
      description text not null,
      -- Null: not known.
      occurred_on date,
      known_on date not null,
      subject_kinds text[] not null,
      subjects int,
      minors int,
      elderly int,
      data_kinds text[] not null,
      measures_before text not null default '',
      measures_after text not null default '',
      risks text not null default '',
      delay_reasons text not null default '',
      measures_taken text not null default '',
      dpo_contact text not null default '',
      subjects_told text not null,
      subjects_told_on date,
      subjects_told_how text not null default '',
      anpd_told_on date,
      anpd_protocol text not null default '',
      anpd_not_told_reason text not null default '',
      created_at timestamptz not null,
      created_by int references users(id) on delete set null);
    create index security_incidents_known on security_incidents (known_on desc, id desc);
  `.execute(db)
}
