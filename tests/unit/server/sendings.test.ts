/** What counts as one sending: docs/rules.md#quotas. */
import { expect, test } from 'vitest'
import { Sendings } from '../../../server/indication/sendings.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'

const NINE = Array.from({ length: 9 })
const line = (person: string, network = '10.1.0.1') => ({ network, person })

/** Counts the sendings of lines that come one after the other. */
function counted(sendings: Sendings, lines: readonly ReturnType<typeof line>[], nowMs = 0): number {
  let count = 0
  for (const each of lines) {
    if (sendings.further(each, nowMs) !== null) continue
    sendings.begin(each, false, nowMs)
    count += 1
  }
  return count
}

test('nine lines of one person from one network count once, a tenth counts', () => {
  const sendings = new Sendings()
  expect(
    counted(
      sendings,
      NINE.map(() => line('ana')),
    ),
  ).toBe(1)
  expect(counted(sendings, [line('ana')])).toBe(1)
})

test('each person, each network and each hour counts', () => {
  const sendings = new Sendings()
  expect(
    counted(
      sendings,
      NINE.map((_, place) => line(`pessoa ${place}`)),
    ),
  ).toBe(9)
  expect(counted(sendings, [line('pessoa 1', '10.1.0.2')])).toBe(1)
  expect(counted(sendings, [line('pessoa 1')], HOUR_MS)).toBe(1)
})

test('a line that was refused by a limit begins no sending', () => {
  const sendings = new Sendings()
  expect(sendings.further(line('ana'), 0)).toBeNull()
  expect(sendings.further(line('ana'), 0)).toBeNull()
})

test('further lines are held with the first', () => {
  const sendings = new Sendings()
  sendings.begin(line('ana'), true, 0)
  expect(sendings.further(line('ana'), 0)).toMatchObject({ isHeld: true })
})
