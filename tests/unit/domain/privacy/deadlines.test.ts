import { expect, test } from 'vitest'
import {
  incidentDueDay,
  incidentProgress,
  requestDueDay,
  requestProgress,
} from '../../../../src/domain/privacy/deadlines.ts'
import { countdownInWords } from '../../../../src/domain/sla/progress.ts'

const at = (moment: string) => Date.parse(`${moment}-03:00`)

test('a request is answered within fifteen days of the calendar, the last of them whole', () => {
  expect(requestDueDay('2026-11-20')).toBe('2026-12-05')
  // A Saturday counts, and so do holidays.
  expect(requestDueDay('2026-12-17')).toBe('2027-01-01')
  const bar = (moment: string) => requestProgress('2026-11-20', at(moment))
  expect(bar('2026-11-20T00:00:00')).toMatchObject({ kind: 'countdown', percent: 0, colour: 'green' })
  expect(bar('2026-12-05T23:59:59').remainingMs).toBeGreaterThanOrEqual(0)
  expect(bar('2026-12-06T00:00:00').remainingMs).toBeLessThan(0)
  expect(bar('2026-11-30T12:00:00').colour).toBe('green-yellow-red')
  expect(countdownInWords(bar('2026-11-30T12:00:00').remainingMs)).toBe('faltam 5\u00a0dias')
  expect(countdownInWords(bar('2026-12-10T12:00:00').remainingMs)).toBe('atrasado 4\u00a0dias')
})

test.each([
  ['a Monday', '2026-11-23', '2026-11-26'],
  ['over a weekend', '2026-11-26', '2026-12-01'],
  ['known on a Saturday', '2026-11-28', '2026-12-02'],
  ['over a national holiday', '2026-12-23', '2026-12-29'],
])('an incident is reported on the third working day: %s', (_, knownOn, due) => {
  expect(incidentDueDay(knownOn)).toBe(due)
  const [before, after] = [`${due}T23:00:00`, `${due}T23:59:59.999`].map((moment) =>
    incidentProgress(knownOn, at(moment)),
  )
  expect(before?.remainingMs).toBeGreaterThan(0)
  expect(after?.percent).toBeCloseTo(100, 3)
})
