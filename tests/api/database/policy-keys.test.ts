/** Policies of an earlier version have the keys that an import looks for: docs/rules.md#same-policy */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { up as samePolicy } from '../../../server/db/migrations/0055-same-policy.ts'
import { numberKey } from '../../../src/domain/renewals/policy-key.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'

const INSURERS = [
  '',
  'PORTO SEGURO CIA. DE SEGUROS GERAIS',
  'Sul América Seguros S/A',
  'Sant‘Anna Seguros',
  "D'Or Seguradora",
  'Porto·Seguro',
  'Allianz\u200b Brasil',
  'Brasil Seguros',
]
const NUMBERS = ['0001.234-5', 'AP Nº 7', '000', 'ÇÃO-9', '1\u200b2']

describeDatabase('policies that were stored before', (open) => {
  let store: TestStore
  inHouse(open, (opened) => {
    ;({ store } = opened)
  })

  test('have the keys of today', async () => {
    const rows = INSURERS.flatMap((insurer) => NUMBERS.map((policy_number) => ({ insurer, policy_number })))
    await store.db
      .insertInto('lead_temps')
      .values(
        rows.map((row) => ({
          ...row,
          reference_month: '202612',
          client_info: '{}',
          number_key: '',
        })),
      )
      .execute()
    await store.db.transaction().execute(async (tx) => {
      await sql`
        drop table renewal_import_decisions;
        alter table renewal_imports drop column blank;
        alter table lead_temps drop column item, drop column number_key;
        create index lead_temps_policy on lead_temps (reference_month, policy_number)`.execute(tx)
      await samePolicy(tx)
    })
    const stored = await store.db
      .selectFrom('lead_temps')
      .select(['insurer', 'policy_number', 'number_key', 'item'])
      .orderBy('id')
      .execute()
    expect(stored).toEqual(
      rows.map((row) => ({
        ...row,
        number_key: numberKey(row.policy_number),
        item: '',
      })),
    )
  })
})
