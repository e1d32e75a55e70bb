/**
 * Columns and tables for the rights of each role: docs/rules.md#scope-of-clients and #what-each-role-sees-of-a-lead.
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A client without a lead belongs to its creator.
    alter table clients add column created_by int references users(id);
    create index clients_created_by on clients (created_by) where created_by is not null;

    -- A referrer sees its own notes. It does not see the notes that staff writes over them.
    alter table leads add column notes_as_referred text not null default '';
    update leads l
      set notes_as_referred = t.changes -> 'additional_information' ->> 'after'
      from timeline t
      where t.lead_uid = l.uid
        and t.command = 'indication.create'
        and t.changes -> 'additional_information' ->> 'after' is not null;

    -- Devices of dealerships and referrers hold columns for staff only. A new scope version makes them pull again.
    update users
      set scope_version = pg_current_xact_id()
      where id in (select user_id from user_roles where role_id > 3);

    -- The values that a referrer typed for a known client get a uid and an id of their own, for each user and client.
    create temporary table typed_first on commit drop as
      select distinct on (client_uid, created_by) client_uid, created_by, client_as_referred as typed
      from leads
      where client_as_referred is not null
      order by client_uid, created_by, id;
    alter table typed_first add column uid uuid, add column id int;
    update typed_first set uid = gen_random_uuid(), id = nextval('client_numbers');
    insert into client_aliases (uid, client_uid) select uid, client_uid from typed_first;
    update leads l
      set client_as_referred = t.typed
        || jsonb_build_object('uid', t.uid, 'id', t.id, 'name_folded', lower(t.typed ->> 'name'))
      from typed_first t
      where l.client_uid = t.client_uid
        and l.created_by is not distinct from t.created_by
        and l.client_as_referred is not null;

    -- The log of client look-ups. It limits and documents them.
    create table client_look_ups (
      id bigint primary key generated always as identity,
      user_id int not null references users(id) on delete cascade,
      kind text not null check (kind in ('document', 'name')),
      found uuid[] not null,
      at timestamptz not null
    );
    create index client_look_ups_user on client_look_ups (user_id, at);
    create index client_look_ups_at on client_look_ups (at);

    -- Finds out whether a lead was in a scope before its capture.
    create index tombstones_lead on tombstones (lead_uid) where lead_uid is not null;

    -- Counts a user's referrals of a day.
    create index command_log_referrals on command_log (user_id, received_at)
      where command in ('indication.create', 'lead.create') and outcome = 'applied';
  `.execute(db)
}
