/** Which lost leads return, and on which days: docs/rules.md#returning */
import { describe, expect, test } from 'vitest'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { MOST_NOTES } from '../../../../src/domain/lead/notes-length.ts'
import {
  dueReturn,
  endElsewhere,
  returnDay,
  returnedLeadFields,
  returnPromise,
} from '../../../../src/domain/renewals/returning.ts'
import { aLead, iso } from '../fixtures.ts'

const lost = (changes: Partial<Lead> = {}) =>
  aLead({
    id: 77,
    state: 3,
    status: 6,
    sold: 0,
    lost_sale: 5,
    competitor_broker: 4,
    end_lead_date: iso('2025-12-01T22:30:00'),
    endorsement_date: '2026-11-30',
    ...changes,
  })

describe('the end of the insurance elsewhere', () => {
  test.each<readonly [string, Partial<Lead>, string | null]>([
    ['is the date that the client gave', {}, '2026-11-30'],
    ['is that date two years ahead, too', { endorsement_date: '2027-11-30' }, '2027-11-30'],
    ['is the date of the day after the loss', { endorsement_date: '2025-12-02' }, '2025-12-02'],
    ['is the next anniversary of the day of the loss', { endorsement_date: '2025-12-01' }, '2026-12-01'],
    ['is the next anniversary of a past date', { endorsement_date: '2025-03-10' }, '2026-03-10'],
    ['is the next anniversary of a date years ago', { endorsement_date: '2019-12-24' }, '2025-12-24'],
    ['is the next anniversary of a mistyped year', { endorsement_date: '0026-11-30' }, '2026-11-30'],
    ['is 28 February of a year without a 29th', { endorsement_date: '2024-02-29' }, '2026-02-28'],
    ['does not exist without a date', { endorsement_date: null }, null],
    ['does not exist where the client gave no date', { date_fail: true }, null],
    ['does not exist for another reason', { lost_sale: 1 }, null],
    ['does not exist without a reason', { lost_sale: null }, null],
    ['does not exist for a sale', { sold: 1 }, null],
    ['does not exist for a cancelled lead', { cancelled: true }, null],
    ['does not exist for a recovered lead', { state: 2, end_lead_date: null }, null],
  ])('%s', (_, changes, end) => {
    expect(endElsewhere(lost(changes))).toBe(end)
  })
})

describe('a lead is due', () => {
  const THIRTY = { lost_leads_return_days: 30 }
  test.each<readonly [string, string, number, boolean]>([
    ['not on the day before', '2026-10-30', 30, false],
    ['thirty days before the end', '2026-10-31', 30, true],
    ['on the day of the end', '2026-11-30', 30, true],
    ['fifteen days after it, when the server was off', '2026-12-15', 30, true],
    ['no longer after that', '2026-12-16', 30, false],
    ['not a year later', '2027-11-15', 30, false],
    ['by a longer setting', '2026-09-01', 90, true],
    ['not yet by a shorter setting', '2026-11-28', 1, false],
    ['never with 0', '2026-11-30', 0, false],
  ])('%s', (_, today, days, isDue) => {
    expect(dueReturn(lost(), { lost_leads_return_days: days }, today)).toBe(isDue ? '2026-11-30' : null)
  })

  test('at once, if the days before its end had begun at the loss', () => {
    expect(dueReturn(lost({ endorsement_date: '2025-12-10' }), THIRTY, '2025-12-01')).toBe('2025-12-10')
  })

  test('from the day that is named', () => {
    expect(returnDay('2026-11-30', THIRTY)).toBe('2026-10-31')
  })
})

describe('the lead that comes back', () => {
  test('has the product and the end of the insurance, and nothing of the old attendance', () => {
    const old = lost({
      channel_id: 29,
      broker_id: 5,
      inviter_id: 6,
      partner_id: 24,
      insurance_id: 2,
      product: 'Fiat Pulse',
      product_details: { details: '', chassis: '', license_plate: 'ABC1D23', year: '2025', brand: 'Fiat' },
      additional_information: 'Prefere tarde',
      proposal: '123',
      proposal_date: iso('2025-11-01T10:00:00'),
      contact_date: iso('2025-11-02T10:00:00'),
      backup_car: 1,
    })
    expect(returnedLeadFields(old, '2026-11-30', iso('2026-10-31T00:00:00'))).toMatchObject({
      channel_id: 10,
      broker_id: null,
      inviter_id: null,
      partner_id: 24,
      insurance_id: 2,
      insurance_expiration: 11,
      old_end_of_validity: '2026-11-30',
      product: 'Fiat Pulse',
      product_details: old.product_details,
      additional_information:
        'Perdido para outra corretora em 01/12/2025 (lead 77). Vencimento do seguro de lá: 30/11/2026.\n\nPrefere tarde',
      proposal: null,
      proposal_date: null,
      contact_date: null,
      sold: null,
      lost_sale: null,
      competitor_broker: null,
      endorsement_date: null,
      backup_car: null,
    })
  })

  test('has notes that fit', () => {
    const old = lost({ additional_information: 'x'.repeat(MOST_NOTES) })
    const { additional_information: notes } = returnedLeadFields(
      old,
      '2026-11-30',
      iso('2026-10-31T00:00:00'),
    )
    expect(notes).toHaveLength(MOST_NOTES)
    expect(notes).toMatch(/^Perdido para outra corretora em 01\/12\/2025/)
  })
})

test('notes are cut at a whole character: half an emoji could not be stored', () => {
  for (const filler of ['', 'x']) {
    const old = lost({ additional_information: filler + '🚗'.repeat(MOST_NOTES / 2) })
    const { additional_information } = returnedLeadFields(old, '2026-11-30', iso('2026-10-31T00:00:00'))
    expect(additional_information.isWellFormed()).toBe(true)
    expect(additional_information.length).toBeGreaterThanOrEqual(MOST_NOTES - 1)
  }
})

describe('the promise at the loss', () => {
  const said = (days: number, active: boolean | null = true) =>
    returnPromise({
      settings: { lost_leads_return_days: days },
      channels: new Map(active === null ? [] : [[10, { active }]]),
    })

  test('names the days of the setting', () => {
    expect(said(30)).toBe('Na renovação este lead volta a ser procurado: 30 dias antes, como um lead novo.')
    expect(said(1)).toContain('1 dia antes')
  })

  test('is none where nothing returns', () => {
    expect([said(0), said(30, false), said(30, null)]).toEqual([null, null, null])
  })
})
