/** The upgrade that brings the insurers lists the policies that two spellings made twice. docs/rules.md#insurers */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrateTo } from '../../../server/db/migrate.ts'
import { readDoubles } from '../../../server/renewals/doubles.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { house } from '../support/people.ts'

const BEFORE_INSURERS = '0046-backup-runs'

interface Stored {
  readonly insurer: string
  readonly number?: string
  readonly document?: string
  readonly end?: string
}

/** Two policies each, as the imports of two months left them in that version; whether no one can say that they are two. */
const PAIRS: readonly (readonly [what: string, first: Stored, second: Stored, isDouble: boolean])[] = [
  ['an alias and a name', { insurer: 'Tokio' }, { insurer: 'TOKIO MARINE SEGURADORA S/A' }, true],
  ['a former name', { insurer: 'Liberty' }, { insurer: 'Yelum' }, true],
  ['an unknown spelling', { insurer: 'Casa Nova' }, { insurer: 'Kasa Nova' }, true],
  ['no insurer and one', { insurer: '' }, { insurer: 'HDI' }, true],
  ['two known insurers', { insurer: 'Tokio' }, { insurer: 'Porto' }, false],
  ['another insured', { insurer: 'Tokio' }, { insurer: 'Tokio Marine', document: '52998224725' }, false],
  ['no document', { insurer: 'Tokio', document: '' }, { insurer: 'Tokio Marine', document: '' }, false],
  ['no number', { insurer: 'Tokio', number: '-' }, { insurer: 'Tokio Marine', number: '-' }, false],
  ['the next term', { insurer: 'Tokio' }, { insurer: 'Tokio Marine', end: '2028-03-25' }, false],
  ['a corrected end', { insurer: 'Tokio' }, { insurer: 'Tokio Marine', end: '2027-04-02' }, true],
]

describeEachDatabase('an upgrade from a version without insurers', (open) => {
  test('lists the policies that are there twice, and changes none', async () => {
    const store = await open()
    const { db } = store
    await sql`drop schema public cascade; create schema public`.execute(db)
    await migrateTo(db, BEFORE_INSURERS)
    await house(store)
    const rows = PAIRS.flatMap(([, first, second], pair) =>
      [first, second].map(({ number = `AP-${pair + 1}`, ...stored }, place) => ({
        month: `20270${place + 3}`,
        document: '39053344705',
        end: '2027-03-25',
        ...stored,
        policy_number: number,
      })),
    )
    await sql`
      insert into lead_temps (insurer, policy_number, end_of_validity, reference_month, client_info)
      select insurer, policy_number, "end"::date, month, json_build_object('client_name', 'Ana', 'client_cpf', document)
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as r (insurer text, policy_number text, "end" text, document text, month text)`.execute(db)
    const stored = () => sql`select id, insurer, policy_number from lead_temps order by id`.execute(db)
    const before = (await stored()).rows
    await migrate(db)

    expect((await stored()).rows).toEqual(before)
    const listed = (await readDoubles(db)).map(({ policies }) =>
      policies.map(({ policy_number }) => policy_number),
    )
    const whats = PAIRS.flatMap(([what], pair) =>
      listed.some((numbers) => numbers.every((number) => number === `AP-${pair + 1}`)) ? [what] : [],
    )
    expect(whats).toEqual(PAIRS.flatMap(([what, , , isDouble]) => (isDouble ? [what] : [])))
    expect(listed).toHaveLength(whats.length)
  })
})
