/** Reads the stored rows of one lead, for comparisons with its answers. */
import type { Store } from '../../../server/db/store.ts'

type Db = Pick<Store, 'db'>

/** Throws without the lead. */
export const storedLead = ({ db }: Db, uid: string) =>
  db.selectFrom('leads').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()

/** Entries of the lead's history, the earliest first. */
export const storedTimeline = ({ db }: Db, uid: string) =>
  db.selectFrom('timeline').selectAll().where('lead_uid', '=', uid).orderBy('id').execute()

/** Scheduling records of the lead, the earliest first. */
export const storedSchedulings = ({ db }: Db, uid: string) =>
  db
    .selectFrom('schedulings')
    .select(['status', 'description', 'closed_at'])
    .where('lead_uid', '=', uid)
    .orderBy('id')
    .execute()
