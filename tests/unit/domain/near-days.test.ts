/** Instants that come, in the words of administration. */
import { expect, test } from 'vitest'
import { comingInWords } from '../../../src/domain/time/near-days.ts'

const NOW = Date.parse('2026-11-28T13:00:00-03:00')

test.each([
  ['2026-12-07T04:36:00-03:00', 'seg 7/12, 04:36 · em 9 dias'],
  ['2026-11-28T18:00:00-03:00', 'sáb 28/11, 18:00 · hoje'],
  ['2026-11-29T00:10:00-03:00', 'dom 29/11, 00:10 · amanhã'],
  ['2027-01-04T08:00:00-03:00', 'seg 4/1/2027, 08:00 · em 37 dias'],
  ['2026-11-28T12:59:00-03:00', 'sáb 28/11, 12:59'],
])('%s is %s', (at, words) => {
  expect(comingInWords(Date.parse(at), NOW)).toBe(words)
})
