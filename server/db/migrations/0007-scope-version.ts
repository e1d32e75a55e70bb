/**
 * The version of a user's scope (docs/sync-protocol.md, 'Reset'). A scope that changes and changes back between two
 * pulls thus counts as a new one. The column is in each table that decides a scope: users, teams, and sync_epoch for
 * all users.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table users add column scope_version xid8 not null default '0';
    alter table technical_teams add column scope_version xid8 not null default '0';
    alter table sync_epoch add column scope_version xid8 not null default '0';

    create function set_scope_version() returns trigger language plpgsql as $$
    begin new.scope_version := pg_current_xact_id(); return new; end $$;
    create or replace function team_touched() returns trigger language plpgsql as $$
    begin
      update technical_teams set scope_version = pg_current_xact_id() where id = coalesce(new.team_id, old.team_id); return null;
    end $$;
    create or replace function user_touched() returns trigger language plpgsql as $$
    begin
      update users set scope_version = pg_current_xact_id() where id = coalesce(new.user_id, old.user_id); return null;
    end $$;
    create function all_dealerships_touched() returns trigger language plpgsql as $$
    begin update users set scope_version = pg_current_xact_id() where active_all_dealerships; return null; end $$;
    create function everyone_touched() returns trigger language plpgsql as $$
    begin update sync_epoch set scope_version = pg_current_xact_id(); return null; end $$;

    create trigger users_set_scope_version before update on users for each row
      when ((old.technical_team_id, old.active_all_dealerships)
        is distinct from (new.technical_team_id, new.active_all_dealerships))
      execute function set_scope_version();
    create trigger partners_touch_scopes after insert or delete on partners
      for each statement execute function all_dealerships_touched();
    -- The time windows of finished leads.
    create trigger settings_insert_touch_scopes after insert on settings for each row
      when (new.key in (
        'finished_leads_days_to_show',
        'endorsement_leads_days_to_show',
        'lost_leads_last_year_days_to_show'))
      execute function everyone_touched();
    create trigger settings_update_touch_scopes after update on settings for each row
      when (new.key in (
          'finished_leads_days_to_show',
          'endorsement_leads_days_to_show',
          'lost_leads_last_year_days_to_show')
        and old.value <> new.value)
      execute function everyone_touched();
    create trigger settings_delete_touch_scopes after delete on settings for each row
      when (old.key in (
        'finished_leads_days_to_show',
        'endorsement_leads_days_to_show',
        'lost_leads_last_year_days_to_show'))
      execute function everyone_touched();
  `.execute(db)
}
