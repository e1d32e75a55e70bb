/**
 * Indications of a flood, which wait for a look instead of reaching the board (docs/rules.md#suspicious-indications), and the
 * receipts of indications (docs/rules.md#receipt).
 */
import { type Kysely, sql } from 'kysely'

export const indications = (db: Kysely<unknown>) =>
  sql`
    create table held_indications (
      uid uuid primary key,
      -- Of the command that it becomes: sent again, it is held or made once.
      key text not null unique,
      inviter_id int not null references users(id) on delete cascade,
      -- null: it was decided. The row stays, so that the same sending comes in no more.
      args jsonb,
      by_link jsonb,
      received_at timestamptz not null,
      decided_at timestamptz,
      decided_by int references users(id) on delete set null);
    create index held_indications_waiting on held_indications (received_at) where decided_at is null;

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
