/**
 * Plans kind and creation time of each lead, ordered by time, so that lead numbers rise with time. Most times are
 * relative to now, so that the board has current leads at any hour.
 */

import { dayNumber, dayNumberStartMs } from '../../src/domain/time/day-number.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { LeadKind, PlannedLead } from './planned-lead.ts'
import type { Random } from './random.ts'
import { showcase } from './showcase.ts'

const KINDS: readonly (readonly [LeadKind, number])[] = [
  ['unclaimed', 12],
  ['fresh', 0.8],
  ['suspended', 0.8],
  ['scheduled', 2],
  ['renewal', 3],
  ['attended', 34],
  ['sold', 21],
  ['lost', 23],
  ['cancelled', 2],
]

/** A random time between 07:30 and 21:30 on the day `days` days ago. */
function onDayAgo(days: number, nowMs: number, random: Random): number {
  const start = dayNumberStartMs(dayNumber(nowMs) - days)
  return start + 7.5 * HOUR_MS + Math.floor(random.next() * 14 * HOUR_MS)
}

/** A random number of days from 1 to `days`, smaller numbers more often. */
const recent = (random: Random, days: number) => 1 + Math.floor(random.next() ** 2 * days)

function createdMs(kind: LeadKind, nowMs: number, random: Random): number {
  switch (kind) {
    case 'fresh':
      return nowMs - MINUTE_MS - random.next() * 40 * MINUTE_MS
    case 'unclaimed':
      return random.chance(0.65)
        ? nowMs - MINUTE_MS - random.next() ** 1.6 * 9 * HOUR_MS
        : onDayAgo(recent(random, 6), nowMs, random)
    case 'suspended':
    case 'scheduled':
    case 'renewal':
      return onDayAgo(recent(random, 8), nowMs, random)
    case 'attended':
      return random.chance(0.25)
        ? nowMs - (0.6 + random.next() * 9) * HOUR_MS
        : onDayAgo(recent(random, 25), nowMs, random)
    default:
      return onDayAgo(
        random.chance(0.35) ? recent(random, 32) : 2 + Math.floor(random.next() * 700),
        nowMs,
        random,
      )
  }
}

export function planLeads(count: number, nowMs: number, random: Random): PlannedLead[] {
  const planned = Array.from({ length: count }, (): PlannedLead => {
    const kind = random.weighted(KINDS)
    return { kind, createdMs: Math.floor(createdMs(kind, nowMs, random) / 1000) * 1000 }
  })
  const shown = showcase(nowMs).slice(0, count)
  planned.splice(0, shown.length, ...shown)
  return planned.sort((a, b) => a.createdMs - b.createdMs)
}
