import { describe, expect, test } from 'vitest'
import type { TimelineEntry } from '../../../../src/contract/timeline.ts'
import type { OutboxRecord } from '../../../../src/db/schema/records.ts'
import { NO_NAMES } from '../../../../src/domain/lead/field-words.ts'
import { doneLine, waitingLines } from '../../../../src/features/lead/timeline/timeline-lines.ts'
import { iso } from '../../domain/fixtures.ts'

const entry: TimelineEntry = {
  id: 7,
  command: 'lead.advance',
  user: { id: 3, name: 'Ana Souza' },
  device_id: null,
  occurred_at: iso('2026-11-18T09:00:00'),
  received_at: iso('2026-11-18T11:30:00'),
  offline: true,
  changes: { status: { before: 2, after: 3 }, version: { before: 1, after: 2 } },
}

const record = (changes: Partial<OutboxRecord>): OutboxRecord => ({
  seq: 1,
  key: 'key-1',
  command: 'lead.advance',
  schemaVersion: 1,
  args: {},
  entityUid: 'lead-1',
  clientUid: null,
  dependsOn: null,
  base: {},
  occurredAt: iso('2026-11-18T09:00:00'),
  queuedAt: 0,
  state: 'queued',
  attempts: 0,
  retryAt: 0,
  problem: null,
  subject: { leadId: 1, clientName: 'Ana' },
  ...changes,
})

describe('a line of the timeline', () => {
  test('shows user, action, time, and the delay on an offline device', () => {
    expect(doneLine(entry, NO_NAMES)).toEqual({
      key: '7',
      waits: null,
      other: null,
      what: 'Avançar status',
      who: 'Ana Souza',
      when: '18/11/2026 09:00',
      late: 'sem conexão, recebido em 18/11/2026 11:30',
      changes: [{ field: 'status', label: 'Status', before: 'Negociação', after: 'Whatsapp/Ligou' }],
      written: [],
    })
  })

  test('of values that were brought back says the reason', () => {
    const changes = { reason_to_bring_back: { before: null, after: 'Apagado por engano' } }
    const line = doneLine({ ...entry, command: 'lead.bringBack', changes }, NO_NAMES)
    expect(line.changes).toEqual([])
    expect(line.written).toMatchObject([{ label: 'Motivo', words: 'Apagado por engano' }])
  })

  test('of a message says what went, by whom, its text where it is kept, and when Farol heard of it', () => {
    const message = { kind: 'text', text: 'Bom dia\nTudo bem?', edited: true, revoked: false, failed: false }
    const sent = {
      ...entry,
      command: 'whatsapp.sent',
      changes: { whatsapp_message: { before: null, after: message } },
    }
    expect(doneLine(sent, NO_NAMES)).toMatchObject({
      what: 'Mensagem de WhatsApp enviada (editada)',
      who: 'Ana Souza',
      late: 'chegou ao Farol em 18/11/2026 11:30',
      changes: [],
      written: [{ label: 'Texto', words: 'Bom dia\nTudo bem?' }],
    })
    const received = { ...sent, command: 'whatsapp.received', user: null, offline: false }
    expect(doneLine({ ...sent, user: null }, NO_NAMES).who).toBe('Número da casa')
    expect(doneLine({ ...received, changes: {} }, NO_NAMES)).toMatchObject({
      what: 'Mensagem de WhatsApp recebida',
      who: 'Cliente',
      written: [],
      changes: [],
    })
  })

  test('shows no delay for an online command, and Farol for a command without a user', () => {
    expect(doneLine({ ...entry, offline: false, user: null }, NO_NAMES)).toMatchObject({
      late: null,
      who: 'Farol',
    })
  })

  test.each([
    ['lead.return', 'returned_from', 'Volta de um lead perdido', 'lost'],
    ['lead.returned', 'returned_as', 'Volta na renovação', 'back'],
  ])('of a return names the other lead: %s', (command, field, what, is) => {
    const changes = { [field]: { before: null, after: 41 } }
    expect(doneLine({ ...entry, command, user: null, changes }, NO_NAMES)).toMatchObject({
      what,
      who: 'Farol',
      other: { id: 41, is },
      changes: [],
    })
  })

  test('of an automation names it', () => {
    const changes = {
      automation: { before: null, after: 'Lead parado' },
      additional_information: { before: '', after: 'Retome' },
    }
    expect(doneLine({ ...entry, command: 'lead.addNote', user: null, changes }, NO_NAMES)).toMatchObject({
      what: 'Anotar',
      who: 'por automação “Lead parado”',
      changes: [{ field: 'additional_information' }],
    })
  })

  test('of an import says from where, when and under which number', () => {
    const changes = {
      imported_from: { before: null, after: 'Pipedrive' },
      old_number: { before: null, after: '8841' },
    }
    const occurred_at = '2026-11-26T15:00:00.000Z'
    expect(doneLine({ ...entry, command: 'lead.import', occurred_at, changes }, NO_NAMES)).toMatchObject({
      what: 'Importado de Pipedrive em 26/11/2026, número antigo 8841',
      changes: [{ field: 'old_number', label: 'Número antigo', after: '8841' }],
    })
  })

  test('shows the result of a call and its source, and the old result of a correction', () => {
    const result = (status: number, duration: number | null) => ({ uid: 'c', status, duration })
    const byPhoneSystem = {
      ...entry,
      command: 'lead.callResult',
      user: null,
      changes: { call_result: { before: null, after: result(2, 130) } },
    }
    expect(doneLine(byPhoneSystem, NO_NAMES)).toMatchObject({
      what: 'Ligação: atendida, 2 min 10 s',
      who: 'Central telefônica',
      changes: [],
    })
    const corrected = {
      ...byPhoneSystem,
      changes: { call_result: { before: result(3, null), after: result(2, 45) } },
    }
    expect(doneLine(corrected, NO_NAMES).changes).toEqual([
      { field: 'call_result', label: 'Ligação', before: 'não atendida', after: 'atendida, 45 s' },
    ])
    const call = { before: null, after: '11987654321' }
    const reported = { call, call_result: { before: null, after: result(0, 0) } }
    expect(doneLine({ ...entry, command: 'lead.recordCall', changes: reported }, NO_NAMES)).toMatchObject({
      what: 'Ligação: ocupado',
      who: 'Ana Souza',
      changes: [{ field: 'call', label: 'Número chamado', before: 'vazio', after: '(11) 98765-4321' }],
    })
    expect(doneLine({ ...entry, command: 'lead.recordCall', changes: { call } }, NO_NAMES).what).toBe(
      'Registrar ligação',
    )
    const args = { lead_uid: 'lead-1', call_uid: '00000000-0000-7000-8000-000000000001', status: 3 }
    const [waiting] = waitingLines([record({ command: 'lead.callResult', args })], {}, NO_NAMES)
    expect(waiting?.what).toBe('Ligação: não atendida')
  })

  test('has a label for a command of a newer app', () => {
    expect(doneLine({ ...entry, command: 'lead.teleport' }, NO_NAMES).what).toMatch(/versão mais nova/)
  })

  test('of a pending command shows its own change, latest first', () => {
    const lines = waitingLines(
      [
        record({ seq: 1, key: 'first', base: { status: 2 } }),
        record({ seq: 2, key: 'second', command: 'lead.update', base: { product: null } }),
        record({ seq: 3, key: 'third', base: { status: 3 } }),
      ],
      { status: 4, product: 'Onix' },
      NO_NAMES,
    )
    expect(
      lines.map(({ key, changes }) => [key, changes.map(({ before, after }) => `${before}→${after}`)]),
    ).toEqual([
      ['third', ['Whatsapp/Ligou→Envio Cotação']],
      ['second', ['vazio→Onix']],
      ['first', ['Negociação→Whatsapp/Ligou']],
    ])
  })

  test.each([
    'rejected',
    'conflict',
    'blocked',
  ] as const)('of a command in state %s shows what was written, and no change', (state) => {
    const save = record({
      state,
      command: 'lead.update',
      base: { product: 'Gol' },
      args: { product: 'Onix' },
    })
    const [line] = waitingLines([save], { product: 'Gol' }, NO_NAMES)
    expect(line?.changes).toEqual([])
    expect(line?.written.map(({ label, words }) => `${label}: ${words}`)).toEqual(['Produto: Onix'])
  })

  test.each([
    ['queued', 'sending'],
    ['blocked', 'sending'],
    ['conflict', 'decision'],
    ['rejected', 'decision'],
  ] as const)('of a command in state %s shows that it waits for %s', (state, waits) => {
    expect(waitingLines([record({ state })], {}, NO_NAMES)[0]?.waits).toBe(waits)
  })
})
