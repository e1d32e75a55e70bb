/** What a bench says of its records: `bench/records.ts`. */
import { expect, test } from 'vitest'
import { betterOf, slowerThan } from '../../../bench/records.ts'

const RECORDS = { reopen: 3, filter: 0.4 }

test('a figure is said from a third above its record on, and one without a record is not', () => {
  expect(slowerThan(RECORDS, { reopen: 4, filter: 0.2, new: 9 })).toEqual([])
  expect(slowerThan(RECORDS, { reopen: 4.5, filter: 0.4 })).toEqual([{ name: 'reopen', times: 1.5 }])
})

test('the better of two figures is the record', () => {
  expect(betterOf(RECORDS, { reopen: 2, filter: 0.5, new: 9 })).toEqual({ reopen: 2, filter: 0.4, new: 9 })
})
