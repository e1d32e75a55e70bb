/** What the user is told once: another device had sent the same creation first. docs/rules.md#hand-over */
import { z } from 'zod'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'handOverNews'

const newsSchema = z.array(
  z.object({
    /** Who sent it. */
    by: z.string(),
    client: z.string(),
    /** Whether this device had handed it over. Else it was handed to it. */
    isOwn: z.boolean(),
    /** Its uid. Empty in what an earlier version noted. */
    lead: z.string().default(''),
  }),
)
export type HandOverNews = z.output<typeof newsSchema>[number]

const newsOf = async (db: MirrorDb): Promise<HandOverNews[]> =>
  newsSchema.safeParse(await readMeta(db, NAME)).data ?? []

/** Runs in the caller's transaction. */
export async function noteHandOver(db: MirrorDb, news: HandOverNews): Promise<void> {
  await db.meta.put({ name: NAME, value: [...(await newsOf(db)), news] })
}

/** `erased`: uids of clients and leads. Drops what names one of them. Runs in the caller's transaction. docs/rules.md#personal-data */
export async function forgetHandOverNews(db: MirrorDb, erased: ReadonlySet<string>): Promise<void> {
  const news = await newsOf(db)
  const left = news.filter(({ lead }) => lead !== '' && !erased.has(lead))
  if (left.length === news.length) return
  if (left.length === 0) await db.meta.delete(NAME)
  else await db.meta.put({ name: NAME, value: left })
}

/** Works in a live query. */
export const hasHandOverNews = async (db: MirrorDb): Promise<boolean> =>
  (await db.meta.where('name').equals(NAME).count()) > 0

/** Returns what was not told yet, and forgets it: of several tabs one tells. */
export function takeHandOverNews(db: MirrorDb): Promise<readonly HandOverNews[]> {
  return db.transaction('rw', db.meta, async () => {
    const news = await newsOf(db)
    await db.meta.delete(NAME)
    return news
  })
}
