/** São Paulo's zone as a calendar file tells it, from the zone database. It has had no summer time since 2019. */
import { offsetMs, SAO_PAULO } from '../time/day-number.ts'
import { DAY_MS, MINUTE_MS } from '../time/durations.ts'

type OffsetAt = (ms: number) => number

/** '-0300' */
function written(offset: number): string {
  const minutes = Math.abs(Math.round(offset / MINUTE_MS))
  const two = (number: number) => String(number).padStart(2, '0')
  return `${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`
}

/** The wall clock of an offset: '20261101T000000'. */
const wallClock = (ms: number, offset: number) =>
  new Date(ms + offset).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')

function observance(start: string, before: number, after: number): string[] {
  const kind = after > before ? 'DAYLIGHT' : 'STANDARD'
  return [
    `BEGIN:${kind}`,
    `DTSTART:${start}`,
    `TZOFFSETFROM:${written(before)}`,
    `TZOFFSETTO:${written(after)}`,
    `END:${kind}`,
  ]
}

/** The first minute that has the offset of `untilMs`. */
function changeBetween(fromMs: number, untilMs: number, offsetAt: OffsetAt): number {
  let [before, after] = [fromMs, untilMs]
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS
    if (offsetAt(middle) === offsetAt(untilMs)) after = middle
    else before = middle
  }
  return after
}

/** Returns the VTIMEZONE that is right from one instant to another, epoch ms. */
export function zoneText(fromMs: number, untilMs: number, offsetAt: OffsetAt = offsetMs): string {
  const lines = observance('19700101T000000', offsetAt(fromMs), offsetAt(fromMs))
  for (let day = fromMs; day < untilMs; day += DAY_MS) {
    const [before, after] = [offsetAt(day), offsetAt(day + DAY_MS)]
    if (before === after) continue
    const change = changeBetween(day, day + DAY_MS, offsetAt)
    lines.push(...observance(wallClock(change, before), before, after))
  }
  return ['BEGIN:VTIMEZONE', `TZID:${SAO_PAULO}`, ...lines, 'END:VTIMEZONE'].join('\r\n')
}
