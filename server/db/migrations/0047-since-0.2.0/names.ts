/**
 * Names are folded without apostrophes and invisible characters, and ordered the same by every database, whatever its
 * collation. `folded_text` and `name_order` are twins of `foldText` and `orderKey`: docs/rules.md#names-and-texts
 */
import { type QueryExecutorProvider, sql } from 'kysely'

export const names = (db: QueryExecutorProvider) =>
  sql
    .raw(String.raw`
    create function folded_text(written text) returns text language sql immutable parallel safe strict
      return btrim(regexp_replace(lower(regexp_replace(normalize(written, NFD),
        '[\u0300-\u036f^\u00a8\u00af\u00b7\u00b8\u02c6-\u02cf\u02d8-\u02dd\u0027\u2018\u2019\u201a\u201b\u2032\u2035\u02b9-\u02bc\u02c8\u00b4\u0060\uff07\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]',
        '', 'g')),
        '[\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'), ' ');

    create function name_order(folded text) returns text language sql immutable parallel safe strict
      return case when folded ~ '[0-9]'
        then regexp_replace(
          regexp_replace(folded, '([0-9]+)', '00000000000000000000\1', 'g'),
          '[0-9]+([0-9]{20})', '\1', 'g')
        else folded end;

    drop index clients_in_order;
    update clients set name_folded = folded_text(name) where name_folded <> folded_text(name);
    update leads
      set client_as_referred = client_as_referred
        || jsonb_build_object('name_folded', folded_text(client_as_referred ->> 'name'))
      where client_as_referred ->> 'name' is not null
        and client_as_referred ->> 'name_folded' is distinct from folded_text(client_as_referred ->> 'name');
    create index clients_in_order on clients ((name_order(name_folded) collate "C"), id);
  `)
    .execute(db)
