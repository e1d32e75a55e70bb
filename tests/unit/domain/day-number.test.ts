/** Days of São Paulo are the same with the browser's Temporal as without it. */
import { tzOffset } from '@date-fns/tz/tzOffset'
import { afterEach, expect, it, vi } from 'vitest'

const MINUTE_NS = 60_000_000_000

/** The used part of Temporal. It throws for an instant that is none, as the browser's does. */
const TEMPORAL = {
  Instant: {
    fromEpochMilliseconds: (ms: number) => {
      if (!Number.isInteger(ms)) throw new RangeError('not an instant')
      return {
        toZonedDateTimeISO: (zone: string) => ({
          offsetNanoseconds: tzOffset(zone, new Date(ms)) * MINUTE_NS,
        }),
      }
    },
  },
}

/** In summer time and outside it, before and after its end in 2019, and no instants. */
const INSTANTS = [
  Date.UTC(2018, 0, 15, 1),
  Date.UTC(2018, 6, 15, 2, 30),
  Date.UTC(2026, 10, 25, 2, 59),
  Date.UTC(2050, 0, 1),
  Number.NaN,
  Number.POSITIVE_INFINITY,
  9e15,
]

afterEach(() => vi.unstubAllGlobals())

async function days(): Promise<readonly number[]> {
  vi.resetModules()
  const { dayNumber } = await import('../../../src/domain/time/day-number.ts')
  return INSTANTS.map(dayNumber)
}

it('numbers days, and throws for no instant', async () => {
  const without = await days()
  vi.stubGlobal('Temporal', TEMPORAL)
  expect(await days()).toEqual(without)
  expect(without.slice(0, 3)).toEqual([
    Date.UTC(2018, 0, 14) / 86_400_000,
    Date.UTC(2018, 6, 14) / 86_400_000,
    Date.UTC(2026, 10, 24) / 86_400_000,
  ])
  expect(without.slice(4)).toEqual([Number.NaN, Number.NaN, Number.NaN])
})
