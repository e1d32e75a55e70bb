/** Pairs of clients that may be one person are kept beside the rows: docs/rules.md#merging-clients */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- A key is kept as a number: the values of a person are in clients alone.
    create function match_number(value text) returns bigint immutable parallel safe language sql as $$
      select ('x' || encode(substr(sha256(convert_to(value, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint $$;

    -- As before, without a regular expression that refers to what it has read: that took most of the time of a key.
    create or replace function client_document_key(document text) returns text immutable parallel safe language sql as $$
      select case when length(k.key) >= 8 and replace(c.clean, left(c.clean, 1), '') <> '' then k.key end
      from (select upper(regexp_replace(document, '[^0-9A-Za-z]', '', 'g')) as clean) c
      cross join lateral (select ltrim(c.clean, '0') as key) k $$;
    create or replace function client_phone_key(phone text) returns text immutable parallel safe language sql as $$
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
}
