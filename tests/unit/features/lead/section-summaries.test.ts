/** The summaries of folded form sections on a phone. */
import { expect, test } from 'vitest'
import { valuesOf } from '../../../../src/features/lead/form/lead-values.ts'
import {
  brokerSummary,
  clientSummary,
  inviterSummary,
  notesSummary,
  productSummary,
} from '../../../../src/features/lead/form/section-summaries.ts'
import { aClient, aLead } from '../../domain/fixtures.ts'

const named = <Row>(id: number, row: Row) => new Map([[id, row]])
const user = (name: string) => ({ name })

test('each summary shows status and broker, product, client, inviter or notes in one line', () => {
  const lead = aLead({
    state: 2,
    status: 4,
    broker_id: 10,
    service_status: 2,
    product: 'Fiat Pulse',
    product_details: { details: '', chassis: '', license_plate: 'ABC1D23', year: '2026', brand: 'Fiat' },
    old_insurer: 'Mapfre',
    old_end_of_validity: '2026-12-20',
    inviter_id: 7,
    partner_id: 24,
  })
  const { lead: fields, client } = valuesOf(lead, aClient(), '')
  expect(
    brokerSummary(lead, {
      users: named(10, user('Bia Lima')),
      serviceStatuses: [{ var_id: 2, value: 'Em análise' }],
    }),
  ).toBe('Envio Cotação · Em análise · Bia Lima')
  expect(productSummary(fields, { insurances: named(1, 'Veículo novo') })).toBe(
    'Veículo novo · Fiat Pulse · 2026 · ABC1D23 · Mapfre · vence 20/12/2026',
  )
  expect(clientSummary(client)).toBe('Ana Souza · (11) 98765-4321')
  expect(
    inviterSummary(fields, {
      channels: named(1, user('Concessionária')),
      users: named(7, user('Davi')),
      partners: named(24, 'Norte'),
    }),
  ).toBe('Concessionária · Davi · Norte')
  expect(notesSummary('Pediu\nretorno  amanhã ')).toBe('Pediu retorno amanhã')
})

test('the summary of an empty section shows that it is empty', () => {
  const lead = aLead({ insurance_id: null, client_name: '', client_cellphone: '' })
  const { lead: fields, client } = valuesOf(lead, null, '')
  expect(productSummary(fields, { insurances: new Map() })).toBe('Sem produto')
  expect(clientSummary(client)).toBe('Sem cliente')
  expect(notesSummary(' ')).toBe('Nenhuma')
})
