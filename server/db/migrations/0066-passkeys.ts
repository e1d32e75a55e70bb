/**
 * Passkeys, the challenges that they answer, and sessions that may do nothing but set up a second factor, with the day from
 * which a user who must have one is asked for it. docs/rules.md#passkeys, docs/rules.md#required-second-factor
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id uuid primary key,
      user_id integer not null references users(id) on delete cascade,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null,
      rp_id text not null,
      name text not null,
      created_at timestamptz not null,
      last_used_at timestamptz);
    create index passkeys_user on passkeys (user_id);

    create table passkey_challenges (
      challenge text primary key,
      about text not null,
      expires_at timestamptz not null);

    create table second_factor_terms (
      user_id integer primary key references users(id) on delete cascade,
      due_at timestamptz not null);

    alter table sessions add column set_up_only boolean not null default false;
  `.execute(db)
}
