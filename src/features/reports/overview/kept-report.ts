/** What this device keeps of each report: how many answers, how large, of when. docs/rules.md#pinned-reports */

import { answersOf } from '../../../db/mirror/answers.ts'
import type { MirrorDb } from '../../../db/schema/mirror.ts'
import type { AnswerRecord } from '../../../db/schema/records.ts'
import { type Pin, pinKey, pinnedReports } from '../../../db/session/pinned-reports.ts'
import type { RoleId } from '../../../domain/session/session-user.ts'
import { pinnableAt } from '../report-calls.ts'

interface Kept {
  readonly count: number
  readonly bytes: number
  /** Of the newest, epoch ms; null: nothing is kept. */
  readonly at: number | null
}

export interface KeptReport {
  readonly route: { readonly method: string; readonly path: string }
  readonly pins: readonly (Kept & { readonly pin: Pin })[]
  /** Answers of visits, which go by themselves. */
  readonly visits: Kept & { readonly keys: readonly string[] }
}

const bytesOf = ({ value }: AnswerRecord) => new Blob([JSON.stringify(value)]).size

function keptOf(records: readonly AnswerRecord[]): Kept {
  const times = records.map(({ at }) => at)
  return {
    count: records.length,
    bytes: records.reduce((sum, record) => sum + bytesOf(record), 0),
    at: times.length === 0 ? null : Math.max(...times),
  }
}

/** Returns null for a report that cannot be kept. */
export async function keptReport(db: MirrorDb, path: string, role: RoleId): Promise<KeptReport | null> {
  const report = await pinnableAt(path, role)
  if (report === undefined) return null
  const { route } = report
  const pins = (await pinnedReports(db)).filter((pin) => pin.path === path)
  const answers = await answersOf(db, route)
  const visits = answers.filter(({ pinned }) => pinned !== true)
  return {
    route,
    pins: pins.map((pin) => ({
      pin,
      ...keptOf(answers.filter(({ key }) => key === pinKey(route, pin.filter))),
    })),
    visits: { ...keptOf(visits), keys: visits.map(({ key }) => key) },
  }
}
