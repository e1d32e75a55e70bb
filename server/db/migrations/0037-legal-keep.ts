/**
 * What the law keeps of an erased client, the insurances of persons, and the one change that the audit allows: a mention of
 * a person is blanked. docs/rules.md#legal-keep and #mentions
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Papers of insurances of persons are kept for longer than those of goods.
    alter table insurances add column persons boolean not null default false;
    update insurances set persons = true where id in (8, 9, 15, 16, 20, 21, 22);

    -- One row for each sold lead. It names its client and lead by number, so that nothing leads back to other data.
    create table legal_records (
      id int primary key generated always as identity,
      client_id int not null,
      lead_id int not null unique,
      insurance text not null,
      proposal text,
      policy_number text,
      sold_on date,
      valid_until date,
      insured_name text not null,
      insured_document text not null,
      reason text not null,
      keep_until date not null,
      created_at timestamptz not null default now());
    create index legal_records_end on legal_records (keep_until);

    create or replace function keep_audit() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and current_setting('farol.blanks_mentions', true) = 'on'
        and (old.id, old.at, old.action, old.entity) = (new.id, new.at, new.action, new.entity)
        and old.user_id is not distinct from new.user_id
        and old.entity_id is not distinct from new.entity_id
      then
        return new;
      end if;
      raise exception 'the audit is never changed';
    end $$;
  `.execute(db)
}
