/** What a lead of another system becomes, of its own dates. docs/rules.md#any-import */
import { describe, expect, test } from 'vitest'
import { newClient } from '../../../src/domain/client/changes.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import type { LeadRow } from '../../../src/domain/imports/rows.ts'
import { importedLead } from '../../../src/domain/lead/imported-lead.ts'
import { importedWords } from '../../../src/domain/lead/imported-words.ts'
import { DEFAULT_STATUS_FLOW } from '../../../src/domain/lead/status.ts'
import { iso, settings } from './fixtures.ts'

const NOW = iso('2026-11-18T10:00:00')
const ROW: LeadRow = {
  old_number: '8841',
  client: { ...EMPTY_CLIENT, name: 'Ana Lima' },
  created_at: null,
  captured_at: null,
  first_call_at: null,
  proposal_at: null,
  ended_at: null,
  result: 'open',
  lost_sale: null,
  broker_id: 10,
  inviter_id: null,
  partner_id: null,
  channel_id: 7,
  insurance_id: 1,
  product: '',
  sale_value_cents: null,
  commission_percentage: null,
  insurer: '',
  end_of_validity: null,
  endorsement_date: null,
  additional_information: '',
  notes: [],
}
const CREATED = iso('2026-03-10T09:00:00')
const lead = (row: Partial<LeadRow>) =>
  importedLead({
    uid: 'lead-1',
    row: { ...ROW, created_at: CREATED, ...row },
    insurance: 'Auto',
    client: newClient('client-1', ROW.client),
    statusFlow: DEFAULT_STATUS_FLOW,
    settings,
    nowIso: NOW,
  })

describe('a lead of another system', () => {
  test.each([
    ['open', { result: 'open' }, { state: 1, status: 1, sold: null, end_lead_date: null }],
    [
      'captured',
      { result: 'open', captured_at: iso('2026-03-10T09:30:00') },
      { state: 2, status: 2, capture_on_time: 1, negociate: false },
    ],
    [
      'negotiated',
      { result: 'negotiating' },
      { state: 2, status: 2, negociate: true, capture_on_time: null },
    ],
    ['negotiated without a broker', { result: 'negotiating', broker_id: null }, { state: 1, status: 1 }],
    [
      'sold',
      {
        result: 'sold',
        ended_at: iso('2026-03-10T15:00:00'),
        sale_value_cents: 100,
        end_of_validity: '2027-03-10',
      },
      {
        state: 3,
        status: 6,
        sold: 1,
        attendance_on_time: 1,
        end_of_validity: '2027-03-10',
        sale_value_cents: 100,
      },
    ],
    [
      'lost',
      { result: 'lost', ended_at: iso('2026-06-10T15:00:00'), lost_sale: 1, sale_value_cents: 100 },
      { state: 3, sold: 0, lost_sale: 1, attendance_on_time: 0, sale_value_cents: null },
    ],
    [
      'cancelled',
      { result: 'cancelled', ended_at: iso('2026-06-10T15:00:00') },
      { state: 3, sold: 0, cancelled: true, attendance_on_time: null, sold_date: null },
    ],
  ] as const)('that was %s', (_name, row, expected) => {
    expect(lead(row)).toMatchObject({ create_lead_date: CREATED, old_number: '8841', ...expected })
  })

  test('has no flag whose dates are not known', () => {
    const { proposal_at: _none, ...row } = ROW
    expect(lead({ ...row })).toMatchObject({
      indication_on_time: null,
      capture_on_time: null,
      first_call_on_time: null,
      attendance_on_time: null,
    })
    const undated = lead({ created_at: null, result: 'sold', ended_at: NOW })
    expect(undated).toMatchObject({ create_lead_date: NOW, attendance_on_time: null })
    expect(lead({ proposal_at: CREATED })).toMatchObject({ indication_on_time: 1 })
  })

  test('keeps the insurer of a sale in its notes, of another one as the policy to renew', () => {
    expect(
      lead({ result: 'sold', ended_at: NOW, insurer: 'Porto', additional_information: 'Paga em 10x' }),
    ).toMatchObject({
      additional_information: 'Paga em 10x\nSeguradora: Porto',
      old_insurer: null,
    })
    expect(lead({ insurer: 'Porto', end_of_validity: '2026-12-20' })).toMatchObject({
      additional_information: '',
      old_insurer: 'Porto',
      old_end_of_validity: '2026-12-20',
      end_of_validity: null,
      insurance_expiration: 12,
    })
  })

  test('has a product where the text is more than its line of insurance', () => {
    expect(lead({ product: 'AUTO' }).product).toBeNull()
    expect(lead({ product: 'Onix 2020' }).product).toBe('Onix 2020')
  })
})

test('the history says where a lead comes from', () => {
  expect(importedWords('Pipedrive', NOW, '8841')).toBe(
    'Importado de Pipedrive em 18/11/2026, número antigo 8841',
  )
  expect(importedWords('RD', NOW, null)).toBe('Importado de RD em 18/11/2026')
})
