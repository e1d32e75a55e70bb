/** Policies of an earlier version have the keys that an import looks for: docs/rules.md#same-policy */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrate, migrateTo } from '../../../server/db/migrate.ts'
import { numberKey } from '../../../src/domain/renewals/policy-key.ts'
import { describeDatabase } from '../support/databases.ts'

const NUMBERS = ['0001.234-5', 'AP Nº 7', '000', 'ÇÃO-9', '1\u200b2', '-', '', "0x'00", '00١2']

describeDatabase('policies that were stored before', (open) => {
  test('have the keys of today', async () => {
    const { db } = await open()
    await sql`drop schema public cascade; create schema public`.execute(db)
    await migrateTo(db, '0046-backup-runs')
    await sql`
      insert into lead_temps (policy_number, reference_month, client_info)
      select number, '202612', '{}' from unnest(${NUMBERS}::text[]) number`.execute(db)
    await migrate(db)
    const stored = await db
      .selectFrom('lead_temps')
      .select(['policy_number', 'number_key', 'item'])
      .orderBy('id')
      .execute()
    expect(stored).toEqual(
      NUMBERS.map((policy_number) => ({ policy_number, number_key: numberKey(policy_number), item: '' })),
    )
  })
})
