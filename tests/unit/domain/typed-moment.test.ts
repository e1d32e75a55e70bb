import { describe, expect, test } from 'vitest'
import { parseTypedMoment } from '../../../src/domain/time/typed-moment.ts'

const NOW = '2026-11-18 10:05'

describe('a typed date with time', () => {
  test.each([
    ['28/11/2026 09:30', '2026-11-28 09:30'],
    ['28/11/26 9:30', '2026-11-28 09:30'],
    ['28.11.2026, 9h30', '2026-11-28 09:30'],
    ['28/11/2026 às 14h', '2026-11-28 14:00'],
    ['281120260930', '2026-11-28 09:30'],
    ['2811260930', '2026-11-28 09:30'],
    ['28112026 0930', '2026-11-28 09:30'],
    [' 8/1 8:05 ', '2027-01-08 08:05'],
    ['1811 1000', '2026-11-18 10:00'],
    ['ontem 15:00', '2026-11-17 15:00'],
    ['Hoje 9h', '2026-11-18 09:00'],
    ['amanhã 8h15', '2026-11-19 08:15'],
    ['agora', NOW],
  ])('%s is read as %s', (typed, moment) => {
    expect(parseTypedMoment(typed, NOW)).toBe(moment)
  })

  test.each([
    '',
    '28/11/2026',
    '09:30',
    '31/02/2026 10:00',
    '28/11/2026 24:00',
    '28/11/2026 9',
    '28/11/2026 10:7',
    'x',
    'constructor 10:00',
  ])('%j is not accepted', (typed) => {
    expect(parseTypedMoment(typed, NOW)).toBeNull()
  })
})
