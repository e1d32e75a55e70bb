/** Each line of time subscribes to its own lead, so that a tick without a change causes no render. */
import { expect, test } from 'vitest'
import type { CardTime } from '../../../../src/domain/sla/duty.ts'
import { createProgressFeed } from '../../../../src/features/board/progress-feed.ts'

const bar = (percent: number, words = 'falta 1 h'): CardTime => ({
  progress: {
    kind: 'bar',
    percent,
    colour: 'green',
    limitHours: 1,
    remainingMs: 3_600_000 * (1 - percent / 100),
    deadline: null,
  },
  limit: null,
  duty: { kind: 'limit', label: 'Prazo de 1 h', words, isLate: false, full: `Prazo de 1 h: ${words}` },
})

test('an unchanged bar keeps its object, and a changed one gets a new object', () => {
  const feed = createProgressFeed()
  feed.replace(['a', 'b'], [bar(10), bar(10)])
  const [still, moved] = [feed.of('a'), feed.of('b')]
  feed.replace(['a', 'b'], [bar(10), bar(11)])
  expect(feed.of('a')).toBe(still)
  expect(feed.of('b')).not.toBe(moved)
  expect(feed.of('b')?.progress.percent).toBe(11)
  feed.replace(['a'], [bar(10, 'faltam 59 min')])
  expect(feed.of('a')).not.toBe(still)
})

test('a lead that left the screen or the index is removed', () => {
  const feed = createProgressFeed()
  feed.replace(['a', 'b'], [bar(10), bar(10)])
  feed.replace(['b'], [null])
  expect(feed.of('a')).toBeUndefined()
  expect(feed.of('b')).toBeUndefined()
})

test('an ended subscription is not called', () => {
  const feed = createProgressFeed()
  let calls = 0
  const stop = feed.subscribe(() => {
    calls += 1
  })
  feed.replace(['a'], [bar(10)])
  stop()
  feed.replace(['a'], [bar(20)])
  expect(calls).toBe(1)
})
