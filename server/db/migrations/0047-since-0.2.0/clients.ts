/**
 * Clients that are one person: keys by which they are found, merges with what an undo needs, pairs that a person declared to be
 * two, and those that may be one, kept beside the rows. docs/rules.md#merging-clients
 */
import { type Kysely, sql } from 'kysely'

export const clients = (db: Kysely<unknown>) =>
  sql`
    -- The same keys as in src/domain/client/likeness-keys.ts. null: the value finds nobody.
    create function client_document_key(document text) returns text immutable parallel safe language sql as $$
      select case when length(k.key) >= 8 and replace(c.clean, left(c.clean, 1), '') <> '' then k.key end
      from (select upper(regexp_replace(document, '[^0-9A-Za-z]', '', 'g')) as clean) c
      cross join lateral (select ltrim(c.clean, '0') as key) k $$;
    create function client_phone_key(phone text) returns text immutable parallel safe language sql as $$
      select case
        when length(n.national) in (10, 11) and replace(right(n.national, 8), right(n.national, 1), '') <> ''
          then left(n.national, 2) || right(n.national, 8)
      end
      from (select ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0') as digits) d
      cross join lateral (
        select case
          when length(d.digits) > 11 and d.digits like '55%' then ltrim(substr(d.digits, 3), '0')
          else d.digits
        end as national) n $$;
    create function client_mail_key(mail text) returns text immutable parallel safe language sql as $$
      select case when k.key ~ '^[^@]+@[^@]+$' then k.key end
      from (select lower(regexp_replace(mail, '\\s+', '', 'g')) as key) k $$;

    create index clients_document_key on clients (client_document_key(cpf)) where cpf <> '';
    create index clients_phone_key on clients (client_phone_key(phone)) where phone <> '';
    create index clients_cellphone_key on clients (client_phone_key(cellphone)) where cellphone <> '';
    create index clients_mail_key on clients (client_mail_key(mail)) where mail <> '';
    create index client_aliases_client on client_aliases (client_uid);

    create table client_merges (
      id uuid primary key default gen_random_uuid(),
      -- The survivor may be merged itself, so that no row of clients has its uid for a while.
      survivor_uid uuid not null,
      alias_uid uuid not null,
      alias_id int not null,
      -- The row of the alias; of the survivor the fields that the merge wrote, before and after. An undo empties them.
      alias_row jsonb not null,
      survivor_before jsonb not null,
      survivor_after jsonb not null,
      from_alias text[] not null,
      -- What pointed to the alias, besides its leads.
      moved_aliases uuid[] not null default '{}',
      moved_requests int[] not null default '{}',
      leads int not null,
      merged_at timestamptz not null,
      merged_by int references users(id) on delete set null,
      undone_at timestamptz,
      undone_by int references users(id) on delete set null,
      -- Fields of the survivor that were typed anew before the undo.
      kept text[] not null default '{}',
      version xid8 not null default pg_current_xact_id());
    create unique index client_merges_alias on client_merges (alias_uid) where undone_at is null;
    create index client_merges_survivor on client_merges (survivor_uid);
    create index client_merges_alias_id on client_merges (alias_id);
    create index client_merges_version on client_merges (version);
    create trigger client_merges_set_version before insert or update on client_merges
      for each row execute function set_version();
    create trigger client_merges_poke after insert or update on client_merges
      for each statement execute function poke_everyone();

    -- Leads that a merge moved, and those whose referrers go on seeing the client as it was.
    create table client_merge_leads (
      merge_id uuid not null references client_merges(id) on delete cascade,
      lead_uid uuid not null references leads(uid) on delete cascade,
      moved boolean not null,
      -- client_as_referred before the merge, and as the merge wrote it. null: it wrote none.
      before jsonb,
      frozen jsonb,
      primary key (merge_id, lead_uid));
    create index client_merge_leads_lead on client_merge_leads (lead_uid);

    -- Uids of clients that may be gone or merged: no reference.
    create table client_distinctions (
      first_uid uuid not null,
      second_uid uuid not null,
      decided_by int references users(id) on delete set null,
      decided_at timestamptz not null,
      primary key (first_uid, second_uid),
      check (first_uid < second_uid));

    alter table client_look_ups
      drop constraint client_look_ups_kind_check,
      add constraint client_look_ups_kind_check check (kind in ('document', 'name', 'contact'));

    -- A key is kept as a number: the values of a person are in clients alone.
    create function match_number(value text) returns bigint immutable parallel safe language sql as $$
      select ('x' || encode(substr(sha256(convert_to(value, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint $$;

    create function client_match_keys(c clients) returns setof bigint stable parallel safe language sql as $$
      select distinct match_number(v.kind || ' ' || v.value)
      from (
        select 'd' as kind, client_document_key(c.cpf) as value
        union all
        select 'p', client_phone_key(c.phone)
        union all
        select 'p', client_phone_key(c.cellphone)
        union all
        select 'm', client_mail_key(c.mail)
        union all
        -- A birthday alone is that of many: with a word of the name.
        select 'b', c.birth_date::text || ' ' || w.word
        from regexp_split_to_table(c.name_folded, '[^[:alnum:]]+') as w (word)
        where length(w.word) > 2
        -- A value is computed once.
        offset 0) v
      where v.value is not null $$;

    create table client_keys (
      key bigint not null,
      -- match_number of the name: of a contact of many only namesakes are compared.
      name bigint not null,
      client_uid uuid not null,
      primary key (key, name, client_uid));
    create index client_keys_client on client_keys (client_uid);

    create table client_pairs (
      first_uid uuid not null,
      second_uid uuid not null,
      score smallint not null,
      -- Number of the younger client.
      newest int not null,
      primary key (first_uid, second_uid),
      check (first_uid < second_uid));
    create index client_pairs_second on client_pairs (second_uid);
    create index client_pairs_order on client_pairs (score desc, newest desc, first_uid, second_uid);

    -- Clients whose keys and pairs are to be found anew, written in the transaction of the change.
    create table client_key_changes (
      n bigint primary key generated always as identity,
      client_uid uuid not null);

    create function client_keys_changed() returns trigger language plpgsql as $$
    begin
      insert into client_key_changes (client_uid) values (coalesce(new.uid, old.uid));
      return null;
    end $$;
    create trigger clients_keys_written after insert or delete on clients
      for each row execute function client_keys_changed();
    create trigger clients_keys_changed after update of name, name_folded, phone, cellphone, mail, cpf, birth_date on clients
      for each row when (
        (old.name, old.name_folded, old.phone, old.cellphone, old.mail, old.cpf, old.birth_date)
        is distinct from (new.name, new.name_folded, new.phone, new.cellphone, new.mail, new.cpf, new.birth_date))
      execute function client_keys_changed();

    -- The server finds the pairs of clients that are here already in short batches, while it answers.
    insert into client_key_changes (client_uid) select uid from clients order by id;
  `.execute(db)
