/**
 * Helpers with which a test computes the figures of a report over `LEADS`. They share nothing with the product: no
 * module of `src` or `server`, holidays and daylight-saving time as lists written by hand.
 */
import type { ReportLead } from './lead-row.ts'
import type { Period } from './leads.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const dayFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'America/Sao_Paulo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const hourFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', hour: '2-digit' })

/** Returns the São Paulo day, YYYY-MM-DD, of an ISO instant. A day stays itself. */
export function dayOf(instantOrDay: string): string {
  return instantOrDay.length === 10 ? instantOrDay : dayFormat.format(new Date(instantOrDay))
}

/** Returns the hour of São Paulo, 0 to 23, of an ISO instant. */
export function hourOf(instant: string): number {
  return Number(hourFormat.format(new Date(instant)))
}

/** The call at `first_call_date`. */
export const firstCall = ({ calls, first_call_date }: ReportLead) =>
  calls.find(({ date }) => date === first_call_date) ?? null

/** Whether the instant or day lies in the period. No date lies in none. */
export function isIn(period: Period, instantOrDay: string | null): boolean {
  if (instantOrDay === null) return false
  const day = dayOf(instantOrDay)
  return day >= period.from && day <= period.to
}

/** Returns the calendar days from the instant's day to the day: 0 on the day itself, negative after it. */
export function calendarDaysUntil(instant: string, day: string): number {
  return (Date.parse(`${day}T00:00Z`) - Date.parse(`${dayOf(instant)}T00:00Z`)) / DAY
}

/** Returns the average of the values that are not null; null where there is none. */
export function average(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Returns 0 to 100, not rounded; null for a part of nothing. */
export function percent(part: number, whole: number): number | null {
  return whole === 0 ? null : (100 * part) / whole
}

interface Ranked {
  readonly name: string
  readonly sold: number
  /** What `sold` is a share of. */
  readonly total: number
}

/** Positive if `other` is better. Products, not quotients: 1/3 and 2/6 are equal. A share of nothing is the worst. */
function compareResults(one: Ranked, other: Ranked): number {
  if (one.total === 0 || other.total === 0) return other.total - one.total || other.sold - one.sold
  return other.sold * one.total - one.sold * other.total || other.sold - one.sold
}

/**
 * Returns the rows in the order of their rank: conversion, then sold, then name. Rows equal in conversion and sold
 * share a place, and the next one has the place that it would have without the sharing: 1, 2, 2, 4.
 */
export function ranked<Row extends Ranked>(rows: readonly Row[]): (Row & { readonly ranking: number })[] {
  const byName = new Intl.Collator('pt-BR')
  return rows
    .toSorted((one, other) => compareResults(one, other) || byName.compare(one.name, other.name))
    .map((row) => ({ ...row, ranking: 1 + rows.filter((better) => compareResults(row, better) > 0).length }))
}

/** Returns the rows by the values of their key, in the order in which the keys first occur. */
export function grouped<Row, Key>(rows: readonly Row[], keyOf: (row: Row) => Key): Map<Key, Row[]> {
  return Map.groupBy(rows, keyOf)
}

/** Hours of the setting `business_hours`, as of `load.ts`. */
const OPENS = 8 * 60 + 30
const CLOSES = 18 * 60
/** First and last day of daylight-saving time, when São Paulo is at UTC-2. */
const SUMMERS = [
  ['2017-10-15', '2018-02-17'],
  ['2018-11-04', '2019-02-16'],
] as const
const FIXED_HOLIDAYS = ['01-01', '04-21', '05-01', '09-07', '10-12', '11-02', '11-15', '12-25']
/** Good Fridays, the day of Black Awareness (since 2024), and the company's own day. */
const OTHER_HOLIDAYS = ['2018-03-30', '2019-04-19', '2026-04-03', '2026-11-20', '2026-10-28']

const isSummer = (day: string) => SUMMERS.some(([first, last]) => day >= first && day <= last)

function isWorked(day: string): boolean {
  const weekday = new Date(`${day}T12:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  return !FIXED_HOLIDAYS.includes(day.slice(5)) && !OTHER_HOLIDAYS.includes(day)
}

const KNOWN_YEARS = ['2018', '2019', '2026']

/**
 * Returns the working milliseconds between two ISO instants, day by day. Null where one is missing, or where the
 * interval runs backwards. Knows the holidays of 2018, 2019 and 2026 only.
 */
export function workedBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null || Date.parse(to) < Date.parse(from)) return null
  const lastDay = dayOf(to)
  let worked = 0
  for (let day = dayOf(from); day <= lastDay; day = nextDay(day)) {
    if (!KNOWN_YEARS.includes(day.slice(0, 4))) throw new Error(`The holidays of ${day} are not listed.`)
    if (!isWorked(day)) continue
    const midnight = Date.parse(`${day}T00:00${isSummer(day) ? '-02:00' : '-03:00'}`)
    const opens = Math.max(midnight + OPENS * MINUTE, Date.parse(from))
    const closes = Math.min(midnight + CLOSES * MINUTE, Date.parse(to))
    worked += Math.max(closes - opens, 0)
  }
  return worked
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00Z`) + DAY).toISOString().slice(0, 10)
}
