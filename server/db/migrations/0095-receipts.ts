/**
 * Receipts of indications. An indication keeps the digest of its code and its client. Users say whether its steps come by mail.
 * docs/rules.md#receipt
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table external_indications
      add column receipt_digest text,
      -- Whom it is about, also when the lead gets another client. It may be an alias, so it has no foreign key.
      add column client_uid uuid;
    -- Not unique: a second sender of the same code must not learn that it is there.
    create index external_indications_receipt on external_indications (receipt_digest, created_at)
      where receipt_digest is not null;
    create index held_indications_receipt on held_indications ((by_link ->> 'receipt'))
      where by_link is not null;

    -- A user with a row is told by mail of what its indications reach after that instant.
    create table receipt_mails (
      user_id int primary key references users(id) on delete cascade,
      since timestamptz not null);

    -- Each step of a lead is told once.
    create table receipt_told (
      lead_uid uuid not null references leads(uid) on delete cascade,
      step text not null,
      told_at timestamptz not null,
      primary key (lead_uid, step));
  `.execute(db)
}
