import { expect, test } from 'vitest'
import { auditedFilter } from '../../../server/administration/audited-filter.ts'

test('the audit keeps which filters were set, and no typed text', () => {
  const query = {
    start_date: '2026-10-01',
    reference_month: '202610',
    broker_id: [4, 7],
    partner_id: '12',
    order: '-sold_date',
    client_name: 'Zuleica Prado',
    client: '33334444',
    proposal_id: '02111985',
    texto: ['31987654321', 'Rua das Acácias'],
    page: 1,
    seller: '',
    team: undefined,
  }
  expect(auditedFilter(query)).toEqual({
    start_date: '2026-10-01',
    reference_month: '202610',
    broker_id: [4, 7],
    partner_id: '12',
    order: '-sold_date',
    client_name: '(preenchido)',
    client: '(preenchido)',
    proposal_id: '(preenchido)',
    texto: '(preenchido)',
    page: 1,
  })
})
