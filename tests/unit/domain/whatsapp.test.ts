/** Numbers, leads and words of WhatsApp. docs/rules.md#whatsapp-joining */
import { describe, expect, test } from 'vitest'
import type { LeadWorker } from '../../../src/domain/lead/access.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { troubleSentence } from '../../../src/domain/whatsapp/connection.ts'
import { isContactBy, leadOfMessage } from '../../../src/domain/whatsapp/joining.ts'
import {
  isLaterStatus,
  messageEntryOf,
  messageKind,
  messageWords,
  newEntry,
} from '../../../src/domain/whatsapp/message.ts'
import { isNumberOf, nationalOf } from '../../../src/domain/whatsapp/number.ts'

test.each([
  ['5531987654321', '31987654321'],
  ['553187654321', '31987654321'],
  ['+5531987654321', '31987654321'],
  // A landline keeps its eight digits.
  ['553133334444', '3133334444'],
  // The area code 55.
  ['5555987654321', '55987654321'],
  ['16505551234', null],
  ['351912345678', null],
  // No area code in use.
  ['5520987654321', null],
  ['120363041234567890@g.us', null],
  ['5531987654321-1600000000', null],
  ['', null],
])('%s is %s', (written, national) => {
  expect(nationalOf(written)).toBe(national)
})

test.each([
  ['31987654321', true],
  ['3187654321', true],
  ['(31) 98765-4321', true],
  ['+55 31 98765-4321', true],
  ['0 31 98765 4321', true],
  ['31987654322', false],
  ['11987654321', false],
  ['', false],
])('the stored %s is the number: %s', (stored, isIt) => {
  expect(isNumberOf(stored, '31987654321')).toBe(isIt)
})

test('a mobile is no landline of the same last digits', () => {
  expect(isNumberOf('3133334444', '31933334444')).toBe(false)
  expect(isNumberOf('31933334444', '3133334444')).toBe(false)
})

const lead = (uid: string, more: Partial<Parameters<typeof leadOfMessage>[0][number]> = {}) => ({
  uid,
  state: 2,
  cancelled: false,
  broker_id: 4,
  create_lead_date: '2026-11-10T12:00:00.000Z',
  ...more,
})

describe('the lead of a message', () => {
  const older = lead('a')
  const newer = lead('b', { create_lead_date: '2026-11-12T12:00:00.000Z', broker_id: 5 })
  test("is the newest open one of the number's owner, else the newest open one", () => {
    expect(leadOfMessage([older, newer], 4)?.uid).toBe('a')
    expect(leadOfMessage([older, newer], null)?.uid).toBe('b')
    expect(leadOfMessage([older, newer], 9)?.uid).toBe('b')
  })
  test('is none that has ended or was cancelled', () => {
    expect(leadOfMessage([lead('a', { state: 3 }), lead('b', { cancelled: true })], 4)).toBeNull()
    expect(leadOfMessage([], null)).toBeNull()
  })
  test('is the same in any order, also of one instant', () => {
    const twin = lead('c')
    expect(leadOfMessage([older, twin], null)).toEqual(leadOfMessage([twin, older], null))
  })
})

describe('a contact', () => {
  const atMs = Date.parse('2026-11-10T12:00:00.000Z')
  const worker = (id: number, role: RoleId, covers: number[] = []): LeadWorker => ({
    id,
    roles: [{ id: role, name: '' }],
    covers,
  })
  const broker = worker(4, 3)
  test('is what its broker, a substitute of the broker, or a manager writes, from the creation on', () => {
    for (const sender of [broker, worker(5, 3, [4]), worker(6, 2)])
      expect(isContactBy(lead('a'), { sender, atMs })).toBe(true)
  })
  test.each([
    ['of another broker', lead('a'), { sender: worker(5, 3), atMs }],
    ['before the lead', lead('a'), { sender: broker, atMs: atMs - 1 }],
    ['in Origem', lead('a', { state: 1, broker_id: null }), { sender: broker, atMs }],
    ['after the end', lead('a', { state: 3 }), { sender: broker, atMs }],
  ])('is none %s', (_, of, by) => {
    expect(isContactBy(of, by)).toBe(false)
  })
})

test('an entry in words', () => {
  const text = newEntry('text', 'Oi')
  expect(messageWords(text, true)).toBe('Mensagem de WhatsApp enviada')
  expect(messageWords({ ...text, edited: true }, false)).toBe('Mensagem de WhatsApp recebida (editada)')
  expect(messageWords({ ...newEntry('image', null), revoked: true, edited: true }, true)).toBe(
    'Mensagem de WhatsApp enviada: imagem (apagada)',
  )
  expect(messageWords({ ...text, failed: true }, true)).toBe('Mensagem de WhatsApp enviada (não entregue)')
  expect(messageWords(newEntry(messageKind('interactive'), null), false)).toBe(
    'Mensagem de WhatsApp recebida',
  )
})

test('an entry is read without a schema; other values are none', () => {
  expect(messageEntryOf(newEntry('audio', null))).toEqual(newEntry('audio', null))
  for (const other of [null, undefined, 'text', {}, { kind: 'constructor' }])
    expect(messageEntryOf(other)).toBeNull()
})

test('a status never goes back', () => {
  expect(isLaterStatus('delivered', null)).toBe(true)
  expect(isLaterStatus('sent', 'delivered')).toBe(false)
  expect(isLaterStatus('failed', 'sent')).toBe(true)
})

test('what Meta tells by an unknown name is said by it', () => {
  expect(troubleSentence('PARTNER_REMOVED')).toContain('desconectado')
  expect(troubleSentence('SOMETHING_NEW')).toBe('A Meta avisou: SOMETHING_NEW.')
})
