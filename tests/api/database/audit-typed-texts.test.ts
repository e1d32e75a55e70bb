/** Entries of the audit that an earlier version wrote with the whole filter of an export. docs/rules.md#audit */
import { expect, test } from 'vitest'
import { auditedFilter } from '../../../server/administration/audited-filter.ts'
import { up } from '../../../server/db/migrations/0036-audit-typed-texts.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'

const FILTER = {
  start_date: '2026-10-01',
  broker_id: [4, 7],
  order: '-sold_date',
  client: 'Zuleica Prado',
  client_name: 'Zuleica',
  proposal_id: '02111985',
  texto: ['31987654321', 'Rua das Acácias'],
  seller: '',
  partner_id: null,
}
const TYPED = ['Zuleica', '02111985', '31987654321', 'Acácias']

describeEachDatabase('typed texts in old entries of the audit', (open) => {
  const entriesOf = async ({ db }: TestStore) =>
    (await db.selectFrom('audit_log').select(['action', 'entity', 'after']).orderBy('id').execute()).map(
      ({ action, entity, after }) => [action, entity, after],
    )

  test('the migration blanks them and keeps that they were set, in the shape of new entries', async () => {
    const store = await open()
    const view = { view: '0190b6f2-0000-7000-8000-000000000001' }
    const counts = { leads: 3, calls: 1 }
    const user = { name: 'Davi Rocha', email: 'davi@exemplo.com.br' }
    const entry = (action: string, entity: string, after: unknown) => ({
      user_id: 1,
      action,
      entity,
      entity_id: null,
      before: 'null',
      after: JSON.stringify(after),
    })
    await store.db
      .insertInto('audit_log')
      .values([
        entry('export', 'reports', FILTER),
        entry('export', 'reports', view),
        entry('export', 'reports', {}),
        entry('export', 'audit_log', { user_id: 4, action: 'update', entity: 'users', texto: 'Zuleica' }),
        entry('export', 'clients', counts),
        entry('update', 'users', user),
      ])
      .execute()
    expect(TYPED.filter((text) => !JSON.stringify(FILTER).includes(text))).toEqual([])

    await up(store.db)

    const entries = await entriesOf(store)
    expect(entries).toEqual([
      ['export', 'reports', auditedFilter(FILTER)],
      ['export', 'reports', view],
      ['export', 'reports', {}],
      ['export', 'audit_log', { user_id: 4, action: 'update', entity: 'users', texto: '(preenchido)' }],
      ['export', 'clients', counts],
      ['update', 'users', user],
    ])
    expect(TYPED.filter((text) => JSON.stringify(entries).includes(text))).toEqual([])
  })

  test('the audit is kept again afterwards', async () => {
    const store = await open()
    await store.db
      .insertInto('audit_log')
      .values({
        user_id: 1,
        action: 'export',
        entity: 'reports',
        entity_id: null,
        before: 'null',
        after: '{}',
      })
      .execute()
    await up(store.db)
    await expect(store.db.updateTable('audit_log').set({ action: 'outra' }).execute()).rejects.toThrow(
      'never changed',
    )
    await expect(store.db.deleteFrom('audit_log').execute()).rejects.toThrow('never changed')
  })
})
