/** Answers of reports that a device kept under version 0.2.0 still open: they lack the fields of `report-lead.ts`. */
import { describe, expect, it } from 'vitest'
import { indicatorSchema } from '../../../src/domain/reports/indicator.ts'
import { lossRowSchema } from '../../../src/domain/reports/lost-sales.ts'
import { inPersonSchema } from '../../../src/domain/reports/plain/in-person.ts'
import { originSchema } from '../../../src/domain/reports/plain/origin.ts'

const as_of = '2026-11-24T12:00:00Z'
const NO_CLIENT = { name: '', phone: '', cellphone: '' }

describe('an answer kept by version 0.2.0', () => {
  it('of the origins has no counts by channel under the names of the API', () => {
    const counted = { leads: 1, percent: 100 }
    const insurances = [{ insurance_id: 1, insurance_name: 'Veículo novo', ...counted }]
    const channels = [{ channel_id: 1, channel_name: 'Interno', ...counted, insurances }]
    const kept = {
      as_of,
      data: [{ broker_id: 4, broker_name: 'Bruna', ...counted, channels }],
      total: counted,
    }
    expect(originSchema.parse(kept).data[0]).toMatchObject({ broker_name: 'Bruna', leads_by_channel: [] })
  })

  it('of the losses has no reason as `value`', () => {
    const kept = {
      id: 1,
      client_id: 1,
      client_name: 'Ana',
      broker_id: 4,
      broker_name: 'Bruna',
      lost_sale: 2,
      lost_sale_name: 'Preço',
      channel_id: 1,
      channel_name: 'Interno',
      partner_id: null,
      partner_name: null,
      end_lead_date: as_of,
    }
    expect(lossRowSchema.parse(kept)).toMatchObject({ ...kept, value: null, client: NO_CLIENT })
  })

  it('of the contacts in person has no `end_lead`', () => {
    const row = {
      id: 1,
      client_id: 1,
      client_name: 'Ana',
      partner_id: null,
      partner_name: null,
      broker_id: 4,
      broker_name: 'Bruna',
      contact_date: as_of,
      contact_type: 5,
      quoted_date: null,
      quoted_type: null,
      quoted_type_name: null,
      sold: null,
      sold_type: null,
      sold_type_name: null,
      end_lead_date: null,
    }
    const kept = { as_of, summaryReport: [], data: [row], meta: { total: 1 } }
    expect(inPersonSchema.parse(kept).data[0]).toMatchObject({ ...row, end_lead: null, broker: null })
  })

  it('of a referrer has no `client`', () => {
    const row = {
      id: 1,
      client_name: 'Ana',
      inviter_indication_time: null,
      sold_date: null,
      process_indication_time: null,
      proposal_date: null,
      indication_on_time: 1,
      inviter_id: 5,
      inviter_name: 'Iara',
    }
    const total = {
      count: 1,
      on_time: 1,
      late: 0,
      on_time_percent: 100,
      sold: 0,
      inviter_indication_time: null,
      process_indication_time: null,
    }
    const kept = { as_of, data: [row], total, weeks: [], meta: { total: 1 } }
    expect(indicatorSchema.parse(kept).data[0]).toMatchObject({ ...row, client: NO_CLIENT })
  })
})
