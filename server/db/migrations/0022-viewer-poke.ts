/** A view of a screen pokes the viewer's own devices: docs/sync-protocol.md#poke */
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function poke_viewer() returns trigger language plpgsql as $$
    begin
      perform pg_notify('farol_sync', json_build_object('user', coalesce(new.user_id, old.user_id))::text); return null;
    end $$;
    drop trigger user_views_poke on user_views;
    create trigger user_views_poke after insert or update or delete on user_views
      for each row execute function poke_viewer();
  `.execute(db)
}
