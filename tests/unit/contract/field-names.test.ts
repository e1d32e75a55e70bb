/** The table of names has one name for each field. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { knownLabel } from '../../../src/domain/lead/field-words.ts'

const source = readFileSync('src/contract/field-names.ts', 'utf8')
const named = [...source.matchAll(/^ {2}\['([^']+)', /gmu)].map(([, field = '']) => field)

test('no field is in the table twice', () => {
  expect(named.length).toBeGreaterThan(200)
  expect(named.filter((field, place) => named.indexOf(field) !== place)).toEqual([])
})

test('the table repeats no field of leads and clients, whose names come first', () => {
  expect(named.filter((field) => knownLabel(field) !== undefined)).toEqual([])
})
