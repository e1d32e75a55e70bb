/**
 * What is said of a table, a column or a field is said in one place: a second one would tell the same, or another thing, when the
 * first changes. docs/where-to-change.md#fields-tables-commands
 */
import { expect, test } from 'vitest'
import { PLACES } from '../../../server/administration/personal-data/places.ts'
import { generalWords } from '../../../server/export/column-words.ts'
import { meaningsIn } from '../../../server/records/tables/table.ts'
import { columnsIn, TABLES } from '../../../server/records/tables.ts'
import { BY_OPERATION, BY_PATH } from '../../../server/wire/documented/fields/by-operation.ts'
import { EVERYWHERE } from '../../../server/wire/documented/fields.ts'
import { FIELD_LINES } from '../../../src/contract/field-lines.ts'
import { LIST_TABLES, textsOf } from '../../../src/domain/catalogue/lists.ts'
import { MENTION_PLACES, rowWords } from '../../../src/domain/client/personal-tables.ts'
import { knownLabel } from '../../../src/domain/lead/field-words.ts'

const twice = (names: readonly string[]) => names.filter((name, place) => names.indexOf(name) !== place)

test('a field has one name', () => {
  expect(twice(FIELD_LINES.map(([name]) => name))).toEqual([])
  const ofLeads = FIELD_LINES.filter(([name]) => knownLabel(name) !== undefined)
  expect(ofLeads, 'a lead’s or its client’s: src/domain/lead/field-words.ts').toEqual([])
})

test('a column’s words in an export are not those that it has in any table', () => {
  const retold = Object.entries(TABLES).flatMap(([table, { words = {} }]) =>
    Object.entries(words).flatMap(([column, said]) =>
      said === generalWords(column) ? [`${table}.${column}: ${said}`] : [],
    ),
  )
  expect(retold, 'remove from server/records').toEqual([])
})

test('whether a column tells of a person is said once: no reason, a law’s or an erasure’s', () => {
  const erased = PLACES.flatMap(({ table, columns }) =>
    (Array.isArray(columns) ? columns : Object.keys(columns)).map((column) => `${table}.${String(column)}`),
  )
  const said = [...new Set(erased), ...columnsIn('noPerson'), ...columnsIn('keptByLaw')]
  expect(twice(said)).toEqual([])
  // A column of no person is not searched for mentions by itself.
  expect(twice([...columnsIn('noPerson'), ...columnsIn('unsearched')])).toEqual([])
})

test('a place of mentions, and a table of a person’s rows, is a table of the database', () => {
  const known = Object.keys(TABLES)
  expect(Object.keys(MENTION_PLACES).filter((table) => !known.includes(table))).toEqual([])
  const unnamed = PLACES.filter(({ isCopy, table }) => isCopy !== true && rowWords(table) === null)
  expect(unnamed.map(({ table }) => table)).toEqual([])
})

test('what a field means in one call, or in those of its record, is not what it means in all', () => {
  const general = new Map(EVERYWHERE.flatMap((table) => Object.entries(table)))
  const retold = [...Object.entries(BY_OPERATION), ...Object.entries(BY_PATH)].flatMap(([place, table]) =>
    Object.entries(table).flatMap(([name, meaning]) =>
      JSON.stringify(meaning) === JSON.stringify(general.get(name)) ? [`${place} ${name}`] : [],
    ),
  )
  expect(retold, 'remove them: the general meaning holds').toEqual([])
})

test('a field of a record has its meaning everywhere, or in the record’s calls, not both', () => {
  const meaning = { text: 'O nome.', examples: [] }
  const facts = { one: { meaning }, other: { own: meaning }, none: {} }
  expect(meaningsIn(facts, 'meaning')).toEqual({ one: meaning })
  expect(meaningsIn(facts, 'own')).toEqual({ other: meaning })
})

test('each managed list has a column of text that names a row, or is a rule of numbers', () => {
  const nameless = LIST_TABLES.filter((table) => textsOf(table)[0] === undefined)
  expect(nameless).toEqual(['lead_broker_config'])
  for (const table of LIST_TABLES) {
    const said = Object.values(TABLES[table]?.noPerson ?? {}).flat()
    expect(said, table).toEqual(textsOf(table))
  }
})
