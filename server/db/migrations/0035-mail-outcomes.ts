/**
 * How a mail left the server, who sent an inviter's link by mail, and the brokerage's logo. docs/rules.md#mail
 */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mails
      -- No mail server was configured: it lies in a folder. Null: not sent yet, or by an earlier version.
      add column is_file boolean,
      -- The mail server refused the recipient's address for good.
      add column address_refused boolean not null default false,
      -- The user whose link the mail brings.
      add column inviter_id int references users(id) on delete cascade;
    create index mails_inviter on mails (inviter_id, created_at desc) where inviter_id is not null;
    create index external_indications_inviter on external_indications (inviter_id, created_at desc)
      where not with_auth;

    create table brokerage_logo (
      single boolean primary key default true check (single),
      media_type text not null check (media_type in ('image/png', 'image/jpeg')),
      -- Base64.
      content text not null);
  `.execute(db)
}
