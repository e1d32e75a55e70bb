import { describe, expect, test } from 'vitest'
import { clientFieldsSchema } from '../../../src/domain/client/changes.ts'
import { leadFieldsSchema } from '../../../src/domain/lead/changes.ts'
import { fieldLabel, fieldValue, type Names, NO_NAMES } from '../../../src/domain/lead/field-words.ts'
import { leadSchema } from '../../../src/domain/lead/lead.ts'

const names: Names = {
  ...NO_NAMES,
  users: new Map([[7, { name: 'Ana Souza' }]]),
  partners: new Map([[24, 'Concessionária Norte']]),
  lostSales: new Map([[5, 'Fechou com outra corretora']]),
}

describe('field labels and values', () => {
  test.each([
    ['broker_id', 7, 'Ana Souza'],
    ['broker_id', 99, 'Usuário 99'],
    ['partner_id', 24, 'Concessionária Norte'],
    ['lost_sale', 5, 'Fechou com outra corretora'],
    ['sold', 0, 'Não vendido'],
    ['sold', 1, 'Vendido'],
    ['backup_car', 1, 'Oferecido / não vendido'],
    ['insurance_expiration', 3, 'Março'],
    ['commission_percentage', 12.5, '12,50 %'],
    ['attendance_on_time', 0, 'Não'],
    ['contact_date', '2026-11-21T12:30:00.000Z', '21/11/2026 09:30'],
    ['endorsement_date', '2026-12-31', '31/12/2026'],
    ['client.birth_date', '1980-01-02', '02/01/1980'],
    ['client.cellphone', '11987654321', '(11) 98765-4321'],
    ['client.address.cep', '01310100', '01310-100'],
    ['date_fail', true, 'Sim'],
    ['competitor_broker', null, 'vazio'],
    [
      'lead_scheduling',
      { scheduling_date: '2026-11-21T12:30:00Z', description: '.', status: 1 },
      '21/11/2026 09:30 · encerrado',
    ],
    ['product_details', { details: '', brand: 'Fiat', year: '2024' }, 'Fiat · 2024'],
  ])('the field %s with %j is shown as %s', (field, value, words) => {
    expect(fieldValue(field, value, names)).toBe(words)
  })

  test('every field of forms and leads has its own label', () => {
    const flat = (prefix: string, shape: Record<string, unknown>) =>
      Object.keys(shape).map((name) => `${prefix}${name}`)
    const fields = [
      ...flat('', leadFieldsSchema.shape),
      ...flat('product_details.', leadFieldsSchema.shape.product_details.shape),
      ...flat('client.', clientFieldsSchema.shape),
      ...flat('client.address.', clientFieldsSchema.shape.address.shape),
      ...flat('', leadSchema.shape).filter((name) => !['uid', 'id', 'version', 'client_uid'].includes(name)),
    ]
    const withoutLabel = fields.filter((field) => fieldLabel(field) === field.replaceAll('_', ' '))
    expect(withoutLabel).toEqual([])
  })
})
