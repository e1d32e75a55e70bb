/**
 * Wrong codes of a day, used recovery codes, answers that may be asked for again, and sign-ins that wait for a longer
 * password. docs/rules.md#second-factor
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- One row for a user and a day that begins with its first wrong code.
    create table factor_tries (
      user_id int not null references users(id) on delete cascade,
      began_at timestamptz not null,
      wrong int not null,
      -- The mail with the sum of the day was queued, or the day had no further one.
      summed boolean not null default false,
      primary key (user_id, began_at));

    create table used_recovery_codes (
      user_id int not null references users(id) on delete cascade,
      code_hash text not null,
      used_at timestamptz not null,
      primary key (user_id, code_hash));

    -- Sealed by what the caller alone has.
    create table kept_answers (
      key_hash text primary key,
      sealed text not null,
      expires_at timestamptz not null);

    alter table sessions add column password_due boolean not null default false;
    alter table sign_in_steps
      add column short_password boolean not null default false,
      add column password_due boolean not null default false;
    -- Its owner said 'Não fui eu': it opens nothing until a new one is set.
    alter table user_passwords add column ended_at timestamptz;
    alter table session_confirmations add column short_password boolean not null default false;

    alter table password_verifications
      add column disowned_since timestamptz,
      drop constraint password_verifications_purpose_check,
      add constraint password_verifications_purpose_check
        check (purpose in ('verify', 'redefine', 'email', 'disown'));`.execute(db)
}
