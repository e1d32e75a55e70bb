/** Offers without an answer, uploads, joined clients, and cancelled leads that leave a scope. */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads
      alter column backup_car drop not null, alter column backup_car drop default,
      alter column pague_menos drop not null, alter column pague_menos drop default,
      alter column seguro_conteudo drop not null, alter column seguro_conteudo drop default;

    -- The result is unknown during the call.
    alter table calls alter column status drop not null;

    -- Files that a device has uploaded. A command attaches them to a lead.
    create table uploaded_files (
      uid uuid primary key,
      user_id int not null references users(id),
      size int not null,
      path text not null,
      created_at timestamptz not null default now()
    );

    -- A device's new client may be a known client with the same document. Commands still name it by the device's uid.
    create table client_aliases (
      uid uuid primary key,
      client_uid uuid not null references clients(uid) on delete cascade,
      created_at timestamptz not null default now()
    );

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
    -- Leads that were cancelled before this rule are still on devices that pulled them earlier.
    insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id)
      select 'lead', uid, state, channel_id, broker_id, partner_id, inviter_id from leads where cancelled;

    -- A user's row on the wire now has its channel, so each device must pull the users again.
    update users set version = pg_current_xact_id();
  `.execute(db)
}
