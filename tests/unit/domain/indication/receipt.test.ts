/** The line of life of an indication, and its code: docs/rules.md#receipt */
import { expect, test } from 'vitest'
import { isReceiptOpen, type ReceiptFacts, receiptSteps } from '../../../../src/domain/indication/receipt.ts'
import {
  newReceiptCode,
  readReceiptCode,
  receiptLink,
  shownReceiptCode,
} from '../../../../src/domain/indication/receipt-code.ts'
import { businessCalendar } from '../../../../src/domain/sla/business-calendar.ts'
import { settings } from '../fixtures.ts'

const calendar = businessCalendar(settings.business_hours)

/** A Tuesday, 9:00 in São Paulo. */
const RECEIVED = '2026-11-10T12:00:00.000Z'
const aLead = (facts: Partial<ReceiptFacts> = {}): ReceiptFacts => ({
  create_lead_date: RECEIVED,
  first_call_date: null,
  contact_date: null,
  state: 1,
  status: 1,
  quoted: 0,
  quoted_date: null,
  sold: null,
  cancelled: false,
  end_lead_date: null,
  ...facts,
})
const called = { state: 2, status: 3, first_call_date: '2026-11-10T14:00:00.000Z' }
const quoted = { ...called, status: 4, quoted: 1, quoted_date: '2026-11-10T16:00:00.000Z' }
const ended = { ...quoted, state: 3, status: 6, end_lead_date: '2026-11-11T16:00:00.000Z' }

const RECEIVED_LINE = 'Recebida'
const CONTACT = 'Primeiro contato em 2\u00A0h'

test.for<[string, ReceiptFacts, string[]]>([
  ['in Origem', aLead(), [RECEIVED_LINE]],
  ['captured, and nobody has called yet', aLead({ state: 2, status: 2 }), [RECEIVED_LINE]],
  ['called', aLead(called), [RECEIVED_LINE, CONTACT]],
  [
    'a contact by form before the call counts',
    aLead({ ...called, contact_date: '2026-11-10T13:00:00.000Z' }),
    [RECEIVED_LINE, 'Primeiro contato em 1\u00A0h'],
  ],
  [
    'a contact of the next day is told in working time',
    aLead({ ...called, first_call_date: '2026-11-12T12:00:00.000Z' }),
    [RECEIVED_LINE, 'Primeiro contato em 2\u00A0dias úteis'],
  ],
  [
    'a contact dated before the indication has no time',
    aLead({ ...called, first_call_date: '2026-11-09T12:00:00.000Z' }),
    [RECEIVED_LINE, 'Primeiro contato feito'],
  ],
  [
    'a contact at once',
    aLead({ ...called, first_call_date: '2026-11-10T12:00:30.000Z' }),
    [RECEIVED_LINE, 'Primeiro contato em menos de 1 min'],
  ],
  [
    'an indication and its contact of one Sunday',
    aLead({
      ...called,
      create_lead_date: '2026-11-15T12:00:00.000Z',
      first_call_date: '2026-11-15T14:00:00.000Z',
    }),
    [RECEIVED_LINE, 'Primeiro contato fora do expediente'],
  ],
  [
    'moved to Whatsapp/Ligou without a dated call',
    aLead({ state: 2, status: 3 }),
    [RECEIVED_LINE, 'Primeiro contato feito'],
  ],
  [
    'a channel that quotes before it calls',
    aLead({ state: 2, status: 4, quoted: 1, quoted_date: called.first_call_date }),
    [RECEIVED_LINE, 'Primeiro contato feito', 'Cotada'],
  ],
  ['quoted', aLead(quoted), [RECEIVED_LINE, CONTACT, 'Cotada']],
  ['pending sale', aLead({ ...quoted, status: 5 }), [RECEIVED_LINE, CONTACT, 'Cotada']],
  ['sold', aLead({ ...ended, sold: 1 }), [RECEIVED_LINE, CONTACT, 'Cotada', 'Fechada']],
  ['lost', aLead({ ...ended, sold: 0 }), [RECEIVED_LINE, CONTACT, 'Cotada', 'Não fechou desta vez']],
  [
    'cancelled in Origem',
    aLead({ state: 3, status: 6, sold: 0, cancelled: true, end_lead_date: called.first_call_date }),
    [RECEIVED_LINE, 'Encerrada'],
  ],
  ['recovered', aLead({ ...quoted, sold: 0 }), [RECEIVED_LINE, CONTACT, 'Cotada']],
  ['a call that was undone', aLead({ state: 2, status: 2 }), [RECEIVED_LINE]],
])('%s', ([, lead, lines]) => {
  expect(receiptSteps(lead, calendar).map(({ text }) => text)).toEqual(lines)
})

test('a receipt opens until ninety days after the end, and as long as the lead is open', () => {
  const end = aLead({ ...ended, sold: 1 })
  const at = (iso: string) => Date.parse(iso)
  expect(isReceiptOpen(end, at('2027-02-09T15:59:59Z'))).toBe(true)
  expect(isReceiptOpen(end, at('2027-02-09T16:00:00Z'))).toBe(false)
  expect(isReceiptOpen(aLead(quoted), at('2029-01-01T00:00:00Z'))).toBe(true)
})

test('a code has 80 bits, is read in any way of typing it, and stands behind the hash of its address', () => {
  const code = newReceiptCode((bytes) => bytes.map((_, place) => place * 17))
  expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/)
  const shown = shownReceiptCode(code)
  expect(shown).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  for (const typed of [shown, code, ` ${shown.toLowerCase().replaceAll('-', ' ')} `])
    expect(readReceiptCode(typed)).toBe(code)
  expect(readReceiptCode('OI11-0000-0000-000l')).toBe('0111000000000001')
  for (const wrong of ['', code.slice(1), `${code}0`, 'uuuu-uuuu-uuuu-uuuu', '<script>'])
    expect(readReceiptCode(wrong)).toBeNull()
  expect(new URL(receiptLink('https://farol.exemplo', code)).hash).toBe(`#${shown}`)
})

test('each character of a code is equally likely', () => {
  const all = Array.from({ length: 16 }, (_, start) =>
    newReceiptCode((bytes) => bytes.map((_, place) => start * 16 + place)),
  ).join('')
  const counts = new Map<string, number>()
  for (const sign of all) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  expect([...counts.values()]).toEqual(Array.from({ length: 32 }, () => 8))
})
