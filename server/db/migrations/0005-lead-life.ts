/** What the whole life of a lead needs: offers that nobody spoke of, uploads, joined clients, cancelled leads that leave. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads
      alter column backup_car drop not null, alter column backup_car drop default,
      alter column pague_menos drop not null, alter column pague_menos drop default,
      alter column seguro_conteudo drop not null, alter column seguro_conteudo drop default;

    -- What a call came to is not known while it is being made.
    alter table calls alter column status drop not null;

    -- Bytes that a device has sent; a command joins them to a lead.
    create table uploaded_files (
      uid uuid primary key, user_id int not null references users(id), size int not null, path text not null,
      created_at timestamptz not null default now());

    -- A client that a device made, and that turned out to be one with the same document: commands still name the device's.
    create table client_aliases (
      uid uuid primary key, client_uid uuid not null references clients(uid) on delete cascade, created_at timestamptz not null default now());

    -- A cancelled lead leaves the devices of all but roles 1 and 2: docs/rules.md#cancellation.
    alter table tombstones add column cancelled boolean not null default false;
    create or replace function lead_left() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (old.state, old.channel_id, old.broker_id, old.partner_id, old.inviter_id, old.cancelled)
         is distinct from (new.state, new.channel_id, new.broker_id, new.partner_id, new.inviter_id, new.cancelled) then
        insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id, cancelled)
        values ('lead', old.uid, old.state, old.channel_id, old.broker_id, old.partner_id, old.inviter_id, old.cancelled);
      end if;
      return null;
    end $$;
    -- Those that were cancelled before this rule still lie on devices that saw them uncancelled.
    insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id)
      select 'lead', uid, state, channel_id, broker_id, partner_id, inviter_id from leads where cancelled;

    -- A user's row on the wire has gained its channel: every device shall hear of it.
    update users set version = pg_current_xact_id();
  `.execute(db)
}
