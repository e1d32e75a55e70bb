/**
 * The audit can't be emptied either, and no two users have the same e-mail, whatever its case. docs/rules.md#users
 *
 * Of users who shared an address one keeps it: an active one before an inactive one, then whoever signed in last, then the
 * oldest. The others have none until an administrator gives them one. The audit tells of each.
 */
import { type QueryExecutorProvider, sql } from 'kysely'

export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`
    with ranked as (
      select
        u.id,
        u.email,
        row_number() over (
          partition by lower(trim(u.email))
          order by u.status desc, seen.at desc nulls last, (u.verified_at is null), u.id) as place
      from users u
      left join lateral (select max(s.last_seen_at) as at from sessions s where s.user_id = u.id) seen on true
      where u.email <> ''),
    emptied as (
      update users u
      set email = '', verified_at = null
      from ranked r
      where r.id = u.id and r.place > 1
      returning u.id, r.email)
    insert into audit_log (action, entity, entity_id, before, after)
    select 'update', 'users', id::text, jsonb_build_object('email', email), jsonb_build_object('email', '')
    from emptied;

    create unique index users_email on users (lower(trim(email))) where email <> '';

    create trigger audit_log_not_emptied before truncate on audit_log
      for each statement execute function keep_audit();
  `.execute(db)
}
