/** The file of 'Exportar tudo': docs/rules.md#export-of-everything */
import { DAY_MS } from '../time/durations.ts'
import { saoPauloDay } from '../time/sao-paulo.ts'

/** So long it can be fetched. Then it is deleted. */
export const KEPT_FOR_MS = DAY_MS

/** As it is saved: 'farol-tudo-2026-11-26.zip'. */
export const exportFileName = (nowMs: number): string => `farol-tudo-${saoPauloDay(nowMs)}.zip`
