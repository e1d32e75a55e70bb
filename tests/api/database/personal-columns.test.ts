/** Each column that can hold text is named as personal or not: a new one fails here until it is decided. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { PLACES } from '../../../server/administration/personal-data/places.ts'
import { columnsIn } from '../../../server/records/tables.ts'
import { describeEachDatabase } from '../support/databases.ts'

/** Types that hold no text and no day of a person's life. */
const NUMBERS = [
  'integer',
  'smallint',
  'bigint',
  'numeric',
  'double precision',
  'boolean',
  'timestamp with time zone',
  'uuid',
  'xid8',
]

const columnsOf = (columns: object): readonly string[] =>
  Array.isArray(columns) ? columns.map(String) : Object.keys(columns)

const personal = new Set(
  PLACES.flatMap(({ table, columns }) => columnsOf(columns).map((name) => `${table}.${name}`)),
)

describeEachDatabase('columns of personal data', (open) => {
  test('every column of text, JSON, lists or days is named once, and no other', async () => {
    const store = await open()
    const { rows } = await sql<{ name: string }>`
      select table_name || '.' || column_name as name
      from information_schema.columns
      where table_schema = current_schema()
        and data_type <> all (${NUMBERS}::text[])`.execute(store.db)
    const inOrder = (names: readonly string[]) => names.toSorted((one, other) => (one < other ? -1 : 1))
    expect(inOrder([...personal, ...columnsIn('keptByLaw'), ...columnsIn('noPerson')])).toEqual(
      inOrder(rows.map(({ name }) => name)),
    )
  })
})
