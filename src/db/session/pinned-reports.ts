/**
 * The reports that stay readable without a network, for this user on this device: docs/rules.md#pinned-reports. A sign-out
 * deletes the list with `meta`.
 */
import { z } from 'zod'
import { type ReportFilter, reportFilterSchema } from '../../domain/reports/search.ts'
import { questionOf } from '../../domain/reports/views.ts'
import { answerKey, dropAnswer, mirrorGeneration } from '../mirror/answers.ts'
import { readMeta } from '../mirror/meta.ts'
import type { MirrorDb } from '../schema/mirror.ts'

const NAME = 'pinnedReports'

const pinSchema = z.object({
  path: z.string(),
  /** Without what is only drawn. */
  filter: reportFilterSchema,
  /** Of the view, or null. */
  name: z.string().nullable(),
})
export type Pin = z.infer<typeof pinSchema>

/** Pins of one device: each may hold some megabytes. */
export const MOST_PINS = 20

interface Call {
  readonly method: string
  readonly path: string
}

export async function pinnedReports(db: MirrorDb): Promise<Pin[]> {
  return z.array(pinSchema).safeParse(await readMeta(db, NAME)).data ?? []
}

const questionText = (filter: ReportFilter) => JSON.stringify(questionOf(filter))

export const isPinOf = (pin: Pin, path: string, filter: ReportFilter) =>
  pin.path === path && questionText(pin.filter) === questionText(filter)

/** The key of a pinned answer. It names no days: a preset means others tomorrow. */
export const pinKey = (route: Call, filter: ReportFilter) => answerKey(route, { pinned: questionOf(filter) })

/** Returns whether it is pinned now: a device that was wiped pins nothing, and one pins up to `MOST_PINS`. */
export function pinReport(db: MirrorDb, { path, filter, name }: Pin): Promise<boolean> {
  return db.transaction('rw', db.meta, async () => {
    if ((await mirrorGeneration(db)) === null) return false
    const others = (await pinnedReports(db)).filter((pin) => !isPinOf(pin, path, filter))
    if (others.length >= MOST_PINS) return false
    const value = [...others, { path, filter: questionOf(filter), name }]
    await db.meta.put({ name: NAME, value })
    return true
  })
}

/** Its answer goes, too. */
export function unpinReport(db: MirrorDb, { path, filter }: Omit<Pin, 'name'>, route: Call): Promise<void> {
  return db.transaction('rw', db.meta, db.answers, async () => {
    const rest = (await pinnedReports(db)).filter((pin) => !isPinOf(pin, path, filter))
    await db.meta.put({ name: NAME, value: rest })
    await dropAnswer(db, pinKey(route, filter))
  })
}
