/** Numbers with their unit or noun, which never stand on two lines. Pure. */
import { formatNumber } from './formats.ts'

const NO_BREAK = '\u00a0'

/** Returns '35 min', '1.200 km'. */
export const withUnit = (count: number, unit: string): string => `${formatNumber(count)}${NO_BREAK}${unit}`

/** Returns '1 lead', '1.200 leads'. */
export const counted = (count: number, one: string, many: string): string =>
  withUnit(count, count === 1 ? one : many)
