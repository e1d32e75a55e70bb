/**
 * Tables and triggers of the sync: versions, tombstones with the old scope, the epoch, the poke.
 * docs/sync-protocol.md
 */
import { type Kysely, sql } from 'kysely'
import { mirrorTable } from '../mirror-table.ts'

/** Tables that devices mirror as catalogues: table, kind on the wire, key column. */
const catalogues = [
  ['channels', 'channel', 'id'],
  ['insurances', 'insurance', 'id'],
  ['partners', 'partner', 'id'],
  ['technical_teams', 'technical_team', 'id'],
  ['users', 'user', 'id'],
  ['competitor_brokers', 'competitor_broker', 'id'],
  ['settings', 'setting', 'key'],
] as const

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table sync_epoch (
      single boolean primary key default true check (single),
      uuid uuid not null,
      cluster text not null,
      oldest_tombstone xid8 not null default '0'
    );
    create table tombstones (
      id bigint primary key generated always as identity,
      version xid8 not null default pg_current_xact_id(),
      kind text not null check (kind in ('lead', 'catalogue')),
      lead_uid uuid,
      state smallint,
      channel_id int,
      broker_id int,
      partner_id int,
      inviter_id int,
      catalogue_kind text,
      catalogue_id text,
      created_at timestamptz not null default now()
    );
    create index tombstones_version on tombstones (version, id);
    create index tombstones_created on tombstones (created_at);

    create function set_version() returns trigger language plpgsql as $$
    begin new.version := pg_current_xact_id(); return new; end $$;

    create function lead_left() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' or (old.state, old.channel_id, old.broker_id, old.partner_id, old.inviter_id)
         is distinct from (new.state, new.channel_id, new.broker_id, new.partner_id, new.inviter_id) then
        insert into tombstones (kind, lead_uid, state, channel_id, broker_id, partner_id, inviter_id)
        values ('lead', old.uid, old.state, old.channel_id, old.broker_id, old.partner_id, old.inviter_id);
      end if;
      return null;
    end $$;

    create function client_touches_leads() returns trigger language plpgsql as $$
    begin update leads set version = pg_current_xact_id() where client_uid = new.uid; return null; end $$;

    create function catalogue_removed() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, catalogue_kind, catalogue_id) values ('catalogue', tg_argv[0], to_jsonb(old) ->> tg_argv[1]);
      return null;
    end $$;
    create function entry_removed() returns trigger language plpgsql as $$
    begin
      insert into tombstones (kind, catalogue_kind, catalogue_id) values ('catalogue', old.kind, old.var_id::text);
      return null;
    end $$;

    create function team_touched() returns trigger language plpgsql as $$
    begin
      update technical_teams set version = pg_current_xact_id() where id = coalesce(new.team_id, old.team_id); return null;
    end $$;
    create function user_touched() returns trigger language plpgsql as $$
    begin
      update users set version = pg_current_xact_id() where id = coalesce(new.user_id, old.user_id); return null;
    end $$;

    -- One message a statement with the scopes that it may concern, or '*' for more than 20.
    create function poke_leads() returns trigger language plpgsql as $$
    declare affected json; many bigint;
    begin
      select count(*), json_agg(json_build_object('c', channel_id, 'b', broker_id, 'p', partner_id, 'i', inviter_id))
        into many, affected from (select distinct channel_id, broker_id, partner_id, inviter_id from changed limit 21) as few;
      if many > 0 then perform pg_notify('farol_sync', case when many > 20 then '*' else affected::text end); end if;
      return null;
    end $$;
    create function poke_everyone() returns trigger language plpgsql as $$
    begin perform pg_notify('farol_sync', '*'); return null; end $$;
    create function poke_departed() returns trigger language plpgsql as $$
    declare affected json; many bigint;
    begin
      select count(*), json_agg(json_build_object('c', channel_id, 'b', broker_id, 'p', partner_id, 'i', inviter_id))
        into many, affected from (select distinct channel_id, broker_id, partner_id, inviter_id from changed where kind = 'lead' limit 21) as few;
      if many > 0 then perform pg_notify('farol_sync', case when many > 20 then '*' else affected::text end); end if;
      return null;
    end $$;

    create trigger leads_set_version before insert or update on leads
      for each row execute function set_version();
    create trigger leads_left after update or delete on leads for each row execute function lead_left();
    create trigger leads_poke_insert after insert on leads
      referencing new table as changed for each statement execute function poke_leads();
    create trigger leads_poke_update after update on leads
      referencing new table as changed for each statement execute function poke_leads();
    create trigger tombstones_poke after insert on tombstones
      referencing new table as changed for each statement execute function poke_departed();
    create trigger clients_set_version before insert or update on clients
      for each row execute function set_version();
    create trigger clients_touch_leads after update on clients
      for each row execute function client_touches_leads();
    create trigger entries_set_version before insert or update on catalogue_entries
      for each row execute function set_version();
    create trigger entries_removed after delete on catalogue_entries
      for each row execute function entry_removed();
    create trigger entries_poke after insert or update or delete on catalogue_entries
      for each statement execute function poke_everyone();
    create trigger team_channels_touch after insert or update or delete on technical_team_channels
      for each row execute function team_touched();
    create trigger user_roles_touch after insert or update or delete on user_roles
      for each row execute function user_touched();
    create trigger user_partners_touch after insert or update or delete on user_partners
      for each row execute function user_touched();
  `.execute(db)
  for (const [table, kind, key] of catalogues) await mirrorTable(db, { table, kind, key })
}
