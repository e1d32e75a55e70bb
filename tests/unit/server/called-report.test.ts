/** A report's files, sheets and query are told in three places, which must fit together. docs/where-to-change.md#screens */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calledReport } from '../../../server/reports/calls/called-report.ts'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import brokerIndications from '../../../src/domain/reports/plain/broker-indications.ts'

const unread = () => Promise.reject(new Error('nobody asks'))
const sheet = { named: 'os leads', holds: 'os leads', source: unread }
const whole = bindingOf(brokerIndications)
const sheets = whole.files.map(() => sheet)
const served = (binding: typeof whole, given: readonly (typeof sheet | Omit<typeof sheet, 'source'>)[]) =>
  calledReport(binding, { says: '', read: unread, sheets: given })

test('a report is registered with a sheet for each file, and a source for the pages', () => {
  expect(served(whole, sheets).path).toBe(brokerIndications.path)
  expect(() => served(whole, sheets.slice(1))).toThrow('do not fit together')
  const { source: _, ...ofOneRow } = sheet
  expect(() =>
    served(
      whole,
      whole.files.map(() => ofOneRow),
    ),
  ).toThrow('do not fit together')
})

test('a name of the query that nothing reads is refused: it would answer without that filter', () => {
  const query = z.strictObject({ unheard_of: z.string().optional() })
  expect(() => served({ ...whole, route: { ...whole.route, query } }, sheets)).toThrow('do not fit together')
})
