/** The file of 'Exportar tudo': docs/rules.md#export-of-everything */

import { formatTenths } from '../text/formats.ts'
import { DAY_MS } from '../time/durations.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'

/** So long it can be fetched. Then it is deleted. */
export const KEPT_FOR_MS = DAY_MS

/** As it is saved: 'farol-tudo-2026-11-26.zip'. */
export const exportFileName = (nowMs: number): string => `farol-tudo-${saoPauloDay(nowMs)}.zip`

const UNITS = [
  [1_000_000_000, 'GB'],
  [1_000_000, 'MB'],
] as const

/** Returns '48,2 MB'; never less than '1 kB'. */
export function sizeWords(bytes: number): string {
  const found = UNITS.find(([size]) => bytes >= size)
  if (found === undefined) return `${formatTenths(Math.max(1, Math.round(bytes / 1000)))} kB`
  return `${formatTenths(bytes / found[0])} ${found[1]}`
}
