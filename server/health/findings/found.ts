/** Words of a probe, before they are a finding of 'Saúde'. */
import type { Finding } from '../../../src/contract/administration/findings.ts'
import { formatNumber, formatTenths } from '../../../src/domain/text/formats.ts'

/** Figures that alerts need: gauges of /metrics. */
export const MEASURES = {
  farol_database_bytes: 'Size of the database',
  farol_mails_waiting: 'Mails that wait to be sent',
  farol_mails_oldest_waiting_seconds: 'Age of the mail that waits longest',
  farol_certificate_days: 'Days until the certificate of PUBLIC_URL ends',
  farol_clock_offset_seconds: "How far the server's clock is from the database's",
  farol_clock_jump_seconds: 'How far the clock is from what the database remembers; 0: it may be trusted',
} as const
export type Measure = keyof typeof MEASURES

export type Found = Omit<Finding, 'group'> & {
  readonly measures?: Readonly<Partial<Record<Measure, number>>>
}

type More = Partial<Pick<Found, 'value' | 'measures'>>

export const good = (key: string, what: string, more: More = {}): Found => ({
  key,
  state: 'good',
  what,
  to_do: null,
  value: null,
  ...more,
})

export const notice = (key: string, what: string, to_do: string, more: More = {}): Found => ({
  key,
  state: 'notice',
  what,
  to_do,
  value: null,
  ...more,
})

export const problem = (key: string, what: string, to_do: string, more: More = {}): Found => ({
  ...notice(key, what, to_do, more),
  state: 'problem',
})

/** '1 e-mail', '1.200 e-mails' */
export const counted = (number: number, one: string, many: string): string =>
  `${formatNumber(number)} ${number === 1 ? one : many}`

/** '12,5 GB' */
export function sizeWords(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB']
  const power = Math.min(Math.max(Math.floor(Math.log(Math.max(bytes, 1)) / Math.log(1024)), 1), units.length)
  return `${formatTenths(bytes / 1024 ** power)} ${units[power - 1]}`
}

/** '40 s', '12 min', '5 h', '3 dias' */
export function ageWords(seconds: number): string {
  if (seconds < 60) return `${Math.round(seconds)} s`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min`
  if (seconds < 48 * 3600) return `${Math.round(seconds / 3600)} h`
  return counted(Math.round(seconds / 86_400), 'dia', 'dias')
}
