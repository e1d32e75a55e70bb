/** The headlines of 'Relatórios': asked one report after the other, kept by path. docs/rules.md#report-overview */
import { z } from 'zod'
import { call } from '../../../api/call.ts'
import { type CallResult, mapResult } from '../../../api/call-result.ts'
import { answerKey, keepAnswer, mirrorGeneration, readAnswer } from '../../../db/mirror/answers.ts'
import { correctedNow } from '../../../db/mirror/clock-offset.ts'
import { openMirror } from '../../../db/open.ts'
import { online } from '../../../device/online.ts'
import {
  type FiguresContent,
  type FirstFigure,
  firstFigure,
  funnelFigures,
  headlineDays,
  headlineOf,
  sameFigure,
} from '../../../domain/reports/overview.ts'
import type { DayRange } from '../../../domain/reports/period.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { RoleId, SessionUser } from '../../../domain/session/session-user.ts'
import { HOUR_MS } from '../../../domain/time/durations.ts'
import { pinnableAt } from '../report-calls.ts'

const FUNNEL = '/funnel-charts'
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
  /** The figure of the month before. Earlier versions kept none. */
  before: z.object({ key: z.string(), value: z.union([z.string(), z.number(), z.null()]) }).optional(),
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

type AskFigures = (
  range: DayRange,
  asked: { token: string; signal: AbortSignal },
) => Promise<CallResult<FiguresContent>>

/** Loads what asks for a report's figures; null for a path that is no report's. */
async function askingOf(path: string, role: RoleId): Promise<AskFigures | null> {
  if (path !== FUNNEL) return (await pinnableAt(path, role))?.askFigures ?? null
  const { leadChartRoute } = await import('../../../contract/reports/funnel.ts')
  return async ({ from, to }, asked) =>
    mapResult(
      await call(leadChartRoute, { ...asked, query: { date_ini: from, date_end: to } }),
      funnelFigures,
    )
}

const isSameRange = (one: DayRange, other: DayRange) => one.from === other.from && one.to === other.to

/** null: the report has no figure. */
type Answered = Omit<KeptHeadline, 'at'> | null

/** Asks for both months; for the earlier one only if what is kept does not have it. */
async function askHeadline(
  path: string,
  { ask, kept, asked, signal }: AskedHeadline,
): Promise<CallResult<Answered>> {
  const present = await online((token) => ask(asked.present, { token, signal }))
  if (present.kind !== 'ok') return present
  const first = firstFigure(path, present.value)
  if (first === null) return { kind: 'ok', value: null }
  const known = kept !== null && isSameRange(kept.days.before, asked.before) ? kept.before : undefined
  const result = (before: FirstFigure['value']): CallResult<Answered> => ({
    kind: 'ok',
    value: { ...headlineOf(first, before), days: asked, before: { key: first.key, value: before } },
  })
  if (known?.key === first.key) return result(known.value)
  const earlier = await online((token) => ask(asked.before, { token, signal }))
  return earlier.kind === 'ok' ? result(sameFigure(first, earlier.value)) : earlier
}

interface AskedHeadline {
  readonly ask: AskFigures
  readonly kept: KeptHeadline | null
  readonly asked: ReturnType<typeof headlineDays>
  readonly signal: AbortSignal
}

/** Asks for those that are missing or old. Without an answer of the server what is kept stays. */
export async function askHeadlines(
  user: SessionUser,
  paths: readonly string[],
  { nowMs, signal, onSettled }: AskedHeadlines,
): Promise<void> {
  const db = openMirror(user.id)
  const asked = headlineDays(await correctedNow(db, nowMs))
  /** Reports in a row without an answer. */
  let failed = 0
  for (const path of paths) {
    if (failed === MOST_FAILED) return
    const kept = await keptHeadline(user.id, path)
    const age = kept === null ? Infinity : Math.abs(nowMs - kept.at)
    const isFresh = age < ASKED_AFTER_MS && kept?.days.present.to === asked.present.to
    const generation = await mirrorGeneration(db)
    const ask = isFresh ? null : await askingOf(path, roleOf(user))
    if (ask === null) {
      onSettled(path, 'answered')
      continue
    }
    const result = await askHeadline(path, { ask, kept, asked, signal })
    if (signal.aborted) return
    failed = result.kind === 'unreachable' ? failed + 1 : 0
    if (result.kind === 'ok' && result.value !== null)
      await keepAnswer(db, { key: keyOf(path), value: result.value, at: nowMs }, generation)
    onSettled(path, result.kind === 'ok' ? 'answered' : 'failed')
  }
}

/** How a report was asked: its kept figure is as new as can be, or the server did not answer. */
export type Settled = 'answered' | 'failed'

interface AskedHeadlines {
  readonly nowMs: number
  readonly signal: AbortSignal
  readonly onSettled: (path: string, how: Settled) => void
}
