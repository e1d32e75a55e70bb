/**
 * The chain of each lead's history: a link for each entry, for each change of one and for each that goes, written by triggers of
 * the timeline in the transaction of the change. Entries of before are linked by `history_begin`, lead by lead, with the lead's
 * next entry or by the server's loop. docs/rules.md#chain
 */
import { type Kysely, sql } from 'kysely'

export const history = (db: Kysely<unknown>) =>
  sql`
    -- No key to leads: what is known of a history outlives it.
    create table history_heads (
      lead_uid uuid primary key,
      seq int not null,
      hash bytea not null) with (fillfactor = 80);

    create table history_links (
      lead_uid uuid not null,
      seq int not null,
      entry_id bigint not null,
      -- Public: ids, kind, instants. The text itself is hashed.
      said text not null,
      -- null: nothing of it is stored any more.
      salt uuid,
      -- Of salt and content.
      commitment bytea not null,
      hash bytea not null,
      primary key (lead_uid, seq));

    create table history_anchors (
      n int primary key,
      at timestamptz not null,
      -- Public, as with links.
      said text not null,
      hash text not null,
      -- The key's name and what it signed; null: the server has no key.
      signature text,
      -- The nodes over each 1,024 leaves in their order, [{first, hash}]: a leaf's path reads one subtree.
      subtrees jsonb not null);

    -- The heads that an anchor holds: the leaves of its tree.
    create table history_anchored (
      n int not null,
      lead_uid uuid not null,
      seq int not null,
      hash bytea not null,
      primary key (n, lead_uid));
    create index history_anchored_lead on history_anchored (lead_uid, n desc);

    create table history_breaks (
      id bigint primary key generated always as identity,
      -- null: of the anchors.
      lead_uid uuid,
      -- 0: of no single link, or of no single entry.
      seq int not null default 0,
      entry_id bigint not null default 0,
      kind text not null,
      found_at timestamptz not null,
      -- By mail.
      told boolean not null default false,
      unique nulls not distinct (lead_uid, seq, entry_id, kind));

    create table history_checks (
      single boolean primary key default true check (single),
      -- Since when each lead has its chain.
      begun_at timestamptz,
      -- The lead after which the pass through all goes on, and when the last one began and ended.
      passed_to uuid,
      pass_ended_at timestamptz,
      -- The day, in São Paulo, of which the changed chains were checked.
      checked_day date,
      -- The day, in São Paulo, of the last mail about what was found.
      told_day date,
      -- The anchor up to which the round through all trees came.
      trees_to int not null default 0,
      -- A backup was restored: the next anchor says so.
      restored boolean not null default false);

    -- src/domain/dossier/chain.ts computes the same.
    create function history_facts(t timeline) returns jsonb language sql stable as $$
      select jsonb_build_object(
        'entry', t.id, 'command', t.command, 'user', t.user_id,
        'device', substr(encode(sha256(convert_to(t.device_id, 'UTF8')), 'hex'), 1, 16),
        'occurred_at', to_char(t.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        'received_at', to_char(t.received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))
    $$;

    -- The chain begins with the entries that are there, unless it has begun before. Those that the present statement wrote follow.
    create function history_begin(lead uuid, except_ids bigint[]) returns void language plpgsql as $$
    declare
      t timeline;
    begin
      insert into history_heads (lead_uid, seq, hash)
      values (lead, 0, sha256(convert_to(lead::text, 'UTF8')))
      on conflict (lead_uid) do nothing;
      if not found then return; end if;
      for t in select * from timeline where lead_uid = lead and id <> all(except_ids) order by id loop
        perform history_link(lead, history_facts(t), 'found', null, t.changes::text, except_ids);
      end loop;
    end $$;

    -- content null: the entry is gone.
    create function history_link(
      lead uuid, facts jsonb, kind text, cause text, content text, except_ids bigint[]) returns void language plpgsql as $$
    declare
      words text := (facts || jsonb_build_object('kind', kind, 'cause', cause, 'at',
        to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')))::text;
      own_salt uuid := case when content is not null then gen_random_uuid() end;
      sealed bytea := sha256(convert_to(coalesce(own_salt::text || ' ' || content, ''), 'UTF8'));
      place int;
      linked bytea;
    begin
      for tried in 1..2 loop
        update history_heads h
        set seq = h.seq + 1,
          hash = sha256(convert_to(encode(h.hash, 'hex') || ' ' || words || ' ' || encode(sealed, 'hex'), 'UTF8'))
        where h.lead_uid = lead
        returning h.seq, h.hash into place, linked;
        exit when found;
        perform history_begin(lead, except_ids);
      end loop;
      insert into history_links (lead_uid, seq, entry_id, said, salt, commitment, hash)
      values (lead, place, (facts ->> 'entry')::bigint, words, own_salt, sealed, linked);
    end $$;

    create function history_added() returns trigger language plpgsql as $$
    declare
      t timeline;
      ids bigint[] := (select array_agg(id) from entered);
    begin
      for t in select * from entered order by id loop
        perform history_link(t.lead_uid, history_facts(t), 'added', null, t.changes::text, ids);
      end loop;
      return null;
    end $$;
    create trigger timeline_linked after insert on timeline
      referencing new table as entered for each statement execute function history_added();

    -- The new text is the old one with the mark (BLANKED) in place of parts of it.
    create function history_is_blanked(was text, becomes text) returns boolean language sql immutable as $$
      select becomes like '%[apagado]%'
        and normalize(was, nfc) like replace(regexp_replace(becomes, '([\\\\%_])', '\\\\\\1', 'g'), '[apagado]', '%')
    $$;

    -- Each value is equal, or a text that was blanked.
    create function history_only_blanks(was jsonb, becomes jsonb) returns boolean language plpgsql immutable as $$
    begin
      if was = becomes then return true; end if;
      if jsonb_typeof(was) is distinct from jsonb_typeof(becomes) then return false; end if;
      return case jsonb_typeof(was)
        when 'object' then
          (select count(*) from jsonb_object_keys(was)) = (select count(*) from jsonb_object_keys(becomes))
          and not exists (
            select 1 from jsonb_each(was) w
            where not becomes ? w.key or not history_only_blanks(w.value, becomes -> w.key))
        when 'array' then
          jsonb_array_length(was) = jsonb_array_length(becomes)
          and not exists (
            select 1 from jsonb_array_elements(was) with ordinality w (value, place)
            where not history_only_blanks(w.value, becomes -> (w.place - 1)::int))
        when 'string' then history_is_blanked(was #>> '{}', becomes #>> '{}')
        else false
      end;
    end $$;

    -- A message keeps all but its text and what became of it. Another text is an edited one, and a revoked one gets none.
    create function history_fits_message(was jsonb, becomes jsonb) returns boolean language sql immutable as $$
      select coalesce(
        was - 'text' - 'edited' - 'revoked' - 'failed' = becomes - 'text' - 'edited' - 'revoked' - 'failed'
        and case
          when was -> 'revoked' = 'true' then becomes -> 'revoked' = 'true' and becomes -> 'text' = 'null'
          when becomes -> 'revoked' = 'true' then becomes -> 'text' = 'null'
          else was -> 'text' = becomes -> 'text' or becomes -> 'edited' = 'true'
        end, false)
    $$;

    -- An erasure is of the lead's client, or of one that the lead had before.
    create function history_is_erased(lead uuid) returns boolean language sql stable as $$
      select exists (select 1 from client_erasures e where lead = any(e.uids)) or exists (
        select 1
        from (
          select t.changes -> 'client_number' ->> 'before' as number
          from timeline t
          where t.lead_uid = lead and t.changes ? 'client_number') former
        where exists (
            select 1 from client_erasures e join clients c on c.uid = e.client_uid
            where c.id::text = former.number)
          or exists (
            select 1 from client_merges m join client_erasures e on m.alias_uid = any(e.uids)
            where m.alias_id::text = former.number and m.undone_at is null))
    $$;

    -- Why Farol changes an entry is said by its transaction, and must fit what changes.
    create function history_cause(lead uuid, was jsonb, becomes jsonb) returns text language plpgsql as $$
    declare
      said text := coalesce(current_setting('farol.history_cause', true), '');
      fits boolean := case said
        when 'erasure' then not exists (
            select 1 from jsonb_each(becomes) b where was -> b.key is distinct from b.value)
          and history_is_erased(lead)
        when 'mention' then history_only_blanks(was, becomes)
        when 'message' then
          was ? 'whatsapp_message' and was - 'whatsapp_message' = becomes - 'whatsapp_message'
          and (was -> 'whatsapp_message') - 'after' = (becomes -> 'whatsapp_message') - 'after'
          and history_fits_message(was #> '{whatsapp_message,after}', becomes #> '{whatsapp_message,after}')
        else false
      end;
    begin
      return case when fits then said else 'unknown' end;
    end $$;

    create function history_changed() returns trigger language plpgsql as $$
    declare
      is_moved boolean := old.lead_uid <> new.lead_uid;
      is_same boolean := history_facts(old) is not distinct from history_facts(new) and not is_moved;
    begin
      perform history_begin(new.lead_uid, '{}');
      update history_links set salt = null
      where lead_uid = old.lead_uid and entry_id = old.id and salt is not null;
      if is_moved then
        perform history_link(old.lead_uid, history_facts(old), 'removed', 'unknown', null, '{}');
      end if;
      perform history_link(new.lead_uid, history_facts(new), 'changed',
        case when is_same then history_cause(new.lead_uid, old.changes, new.changes) else 'unknown' end, new.changes::text, '{}');
      return null;
    end $$;
    create trigger timeline_relinked after update on timeline
      for each row when (old.* is distinct from new.*) execute function history_changed();

    create function history_removed() returns trigger language plpgsql as $$
    declare
      t timeline;
      said text := coalesce(current_setting('farol.history_cause', true), '');
      cause text;
    begin
      for t in select * from was order by id loop
        cause := case
          when said = 'merge_undo' and t.command = 'client.merge' then said
          when said = 'import_undo' and not exists (select 1 from leads where uid = t.lead_uid) then said
          else 'unknown'
        end;
        perform history_begin(t.lead_uid, '{}');
        update history_links set salt = null
        where lead_uid = t.lead_uid and entry_id = t.id and salt is not null;
        perform history_link(t.lead_uid, history_facts(t), 'removed', cause, null, '{}');
      end loop;
      return null;
    end $$;
    create trigger timeline_unlinked after delete on timeline
      referencing old table as was for each statement execute function history_removed();
  `.execute(db)
