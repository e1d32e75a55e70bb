/** The headlines of 'Relatórios': asked one report after the other, kept by path. docs/rules.md#report-overview */
import { z } from 'zod'
import { answerKey, keepAnswer, mirrorMark, readAnswer } from '../../../db/mirror/answers.ts'
import { correctedNow } from '../../../db/mirror/clock-offset.ts'
import { openMirror } from '../../../db/open.ts'
import { online } from '../../../device/online.ts'
import { isReportPath } from '../../../domain/permissions/routes.ts'
import { headlineDays, headlineOf } from '../../../domain/reports/overview.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { HOUR_MS } from '../../../domain/time/durations.ts'
import { reportAt } from '../report-registry.tsx'

/** A younger one is not asked for again. */
const ASKED_AFTER_MS = HOUR_MS
/** An answer that the app does not understand is like none, and says nothing of the other reports. */
const MOST_FAILED = 3

const days = z.object({ from: z.string(), to: z.string() })
const headlineSchema = z.object({
  label: z.string(),
  figure: z.string(),
  change: z.string(),
  days: z.object({ present: days, before: days }),
})
interface KeptHeadline extends z.output<typeof headlineSchema> {
  /** Epoch ms of the device's clock. */
  readonly at: number
}

const keyOf = (path: string) => answerKey({ method: 'GET', path: '/headlines' }, { path })

/** Returns null where nothing is kept. */
export async function keptHeadline(userId: number, path: string): Promise<KeptHeadline | null> {
  const record = await readAnswer(openMirror(userId), keyOf(path))
  const headline = headlineSchema.safeParse(record?.value)
  return record !== undefined && headline.success ? { ...headline.data, at: record.at } : null
}

/** Asks for those that are missing or old. Without an answer of the server what is kept stays. */
export async function askHeadlines(
  user: SessionUser,
  paths: readonly string[],
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const db = openMirror(user.id)
  const asked = headlineDays(await correctedNow(db, nowMs))
  /** Reports in a row without an answer. */
  let failed = 0
  for (const path of paths) {
    if (failed === MOST_FAILED) return
    if (!isReportPath(path)) continue
    const kept = await keptHeadline(user.id, path)
    const age = kept === null ? Infinity : Math.abs(nowMs - kept.at)
    if (age < ASKED_AFTER_MS && kept?.days.present.to === asked.present.to) continue
    const mark = await mirrorMark(db)
    const pinnable = await reportAt(path)?.pinnable(roleOf(user))
    if (pinnable === undefined) continue
    const present = await online((token) => pinnable.askFigures(asked.present, { token, signal }))
    if (signal.aborted) return
    failed = present.kind === 'unreachable' ? failed + 1 : 0
    if (present.kind !== 'ok') continue
    const before = await online((token) => pinnable.askFigures(asked.before, { token, signal }))
    if (signal.aborted) return
    if (before.kind !== 'ok') continue
    const headline = headlineOf(path, present.value, before.value)
    if (headline === null) continue
    await keepAnswer(db, { key: keyOf(path), value: { ...headline, days: asked }, at: nowMs }, mark)
  }
}
