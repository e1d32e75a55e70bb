import { expect, test } from 'vitest'
import { auditedFilter } from '../../../server/administration/audited-filter.ts'

test('the audit keeps which filters were set, and no text that somebody typed', () => {
  const query = {
    start_date: '2026-10-01',
    mes: '202610',
    broker_id: [4, 7],
    partner_id: '12',
    inviter: 'true',
    order: '-sold_date',
    client_name: 'Zuleica Prado',
    cpf: '52998224725',
    texto: ['31987654321', 'Rua das Acácias'],
    page: 1,
    seller: '',
    team: undefined,
  }
  expect(auditedFilter(query)).toEqual({
    start_date: '2026-10-01',
    mes: '202610',
    broker_id: [4, 7],
    partner_id: '12',
    inviter: 'true',
    order: '-sold_date',
    client_name: '(preenchido)',
    cpf: '(preenchido)',
    texto: ['(preenchido)', '(preenchido)'],
    page: 1,
  })
})
