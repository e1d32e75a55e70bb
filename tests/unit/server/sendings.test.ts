/** What counts as one sending: docs/rules.md#quotas. */
import { expect, test } from 'vitest'
import { Sendings } from '../../../server/indication/sendings.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'

const SENDING = 'ab'.repeat(16)
const line = (place: number, network = '10.1.0.1', sending = SENDING) => ({
  network,
  key: `${sending}-${place}`,
})

test('nine lines of one sending from one network count once', () => {
  const sendings = new Sendings()
  expect(Array.from({ length: 10 }, (_, place) => sendings.isFurther(line(place), 0))).toEqual([
    false,
    ...Array.from({ length: 8 }, () => true),
    false,
  ])
})

test('another network, another sending, another hour and any other key count', () => {
  const sendings = new Sendings()
  sendings.isFurther(line(0), 0)
  expect(sendings.isFurther(line(1, '10.1.0.2'), 0)).toBe(false)
  expect(sendings.isFurther(line(1, '10.1.0.1', 'cd'.repeat(16)), 0)).toBe(false)
  expect(sendings.isFurther(line(1), HOUR_MS)).toBe(false)
  for (const key of [undefined, SENDING, `${SENDING}-123`, 'x'])
    expect([
      sendings.isFurther({ network: '10.1.0.3', key }, 0),
      sendings.isFurther({ network: '10.1.0.3', key }, 0),
    ]).toEqual([false, false])
})
