/** What a queued command contains, in words: docs/rules.md#the-queue. */
import { describe, expect, test } from 'vitest'
import { type CommandName, commands } from '../../../src/commands/registry.ts'
import { writtenFields } from '../../../src/commands/written-fields.ts'
import { commandLines, commandsText } from '../../../src/commands/written-lines.ts'
import { EMPTY_CLIENT } from '../../../src/domain/client/fields.ts'
import { knownLabel, NO_NAMES } from '../../../src/domain/lead/field-words.ts'
import { iso } from '../domain/fixtures.ts'

const NAMES = {
  ...NO_NAMES,
  insurances: new Map([[4, 'Residencial']]),
  contactTypes: new Map([[1, 'Telefone']]),
  serviceStatuses: [{ var_id: 2, value: 'Em atendimento' }],
}
const lead_uid = '00000000-0000-7000-8000-000000000001'
const client_uid = '00000000-0000-7000-8000-000000000002'
const call_uid = '00000000-0000-7000-8000-000000000003'

/** One case for each command that carries values. A command without a case carries none. */
const CASES: Partial<Record<CommandName, { args: object; lines: readonly string[] }>> = {
  'lead.create': {
    args: {
      lead_uid,
      client_uid,
      lead: { insurance_id: 4, product: 'Casa', proposal: null, date_fail: false },
      client: { ...EMPTY_CLIENT, name: 'Caio', cellphone: '11987654321' },
    },
    lines: ['Seguro: Residencial', 'Produto: Casa', 'Nome: Caio', 'Celular: (11) 98765-4321'],
  },
  'indication.create': {
    args: { lead_uid, client_uid, lead: { additional_information: 'Tem pressa' }, client: { name: 'Caio' } },
    lines: ['Informações adicionais: Tem pressa', 'Nome: Caio'],
  },
  'indication.external': {
    args: {
      lead_uid,
      client_uid,
      insurance_id: 4,
      details: { kind: 'vehicle', model: 'Onix', address: { cep: '01310100', city: '' } },
      client: { ...EMPTY_CLIENT, name: 'Caio' },
    },
    lines: ['Seguro: Residencial', 'Nome: Caio', 'Modelo: Onix', 'CEP: 01310-100'],
  },
  'lead.update': {
    args: {
      lead_uid,
      client_uid,
      changes: { product: null, product_details: { year: '2020' }, sale_value_cents: 123_456 },
      client: { mail: 'a@b.c', address: { cep: '01310100' } },
      inviter_phone: '11912345678',
    },
    lines: [
      'Produto: vazio',
      'Ano: 2020',
      'Valor da venda: R$ 1.234,56',
      'E-mail: a@b.c',
      'CEP: 01310-100',
      'Telefone do indicador: (11) 91234-5678',
    ],
  },
  'lead.finish': {
    args: { lead_uid, client_uid, changes: { sold: 1 }, quoted: 1 },
    lines: ['Status da venda: Vendido', 'Cotado: Sim'],
  },
  'lead.bringBack': {
    args: {
      lead_uid,
      client_uid,
      changes: { product: 'Casa' },
      reason: 'Engano',
      as_of: iso('2026-11-18T09:20:00'),
    },
    lines: ['Produto: Casa', 'Motivo: Engano', 'Como estava em: 18/11/2026 09:20'],
  },
  'lead.schedule': {
    args: {
      lead_uid,
      scheduling_date: iso('2026-12-20T09:00:00'),
      description: 'Ligar para a esposa',
    },
    lines: ['Data e hora: 20/12/2026 09:00', 'Observações: Ligar para a esposa'],
  },
  'lead.closeScheduling': {
    args: { lead_uid, description: 'Atendeu' },
    lines: ['Observações: Atendeu'],
  },
  'lead.setServiceStatus': {
    args: { lead_uid, service_status: 2 },
    lines: ['Situação do atendimento: Em atendimento'],
  },
  'lead.addNote': {
    args: { lead_uid, note: 'Prefere a tarde' },
    lines: ['Informações adicionais: Prefere a tarde'],
  },
  'lead.pendingSell': {
    args: { lead_uid, observation: 'Falta o RG' },
    lines: ['Informações adicionais: Falta o RG'],
  },
  'lead.recordCall': {
    args: { lead_uid, call_uid, phone: '11987654321', way: 'whatsapp' },
    lines: ['WhatsApp: (11) 98765-4321'],
  },
  'lead.sendMessage': {
    args: {
      lead_uid,
      message_uid: call_uid,
      phone: '11987654321',
      message: { kind: 'template', template_id: 1, values: { primeiro_nome: 'Ana', corretor: 'Bruna' } },
      suggestion_uid: null,
    },
    lines: ['WhatsApp: (11) 98765-4321', 'Mensagem de WhatsApp: Ana · Bruna'],
  },
  'lead.decideMessage': {
    args: { lead_uid, suggestion_uid: call_uid, decision: 'dismissed' },
    lines: ['Mensagem sugerida: Dispensada'],
  },
  'lead.beginObligation': {
    args: { lead_uid, kind: 'handover', since: '2026-11-18', until: null, note: 'CNH' },
    lines: ['Prazo da lei: Entrega de documentos, desde 18/11/2026', 'Nota: CNH'],
  },
  'lead.fulfilObligation': {
    args: {
      lead_uid,
      kind: 'answer',
      since: '2026-11-18',
      done_on: '2026-11-20',
      proof_kind: 'note',
      proof: 'E-mail da seguradora',
    },
    lines: [
      'Prazo da lei: Resposta da seguradora, desde 18/11/2026',
      'Cumprido em: 20/11/2026',
      'Prova: E-mail da seguradora',
    ],
  },
  'lead.dismissObligation': {
    args: { lead_uid, kind: 'answer', since: '2026-11-18', reason: 'Engano' },
    lines: ['Prazo da lei: Resposta da seguradora, desde 18/11/2026', 'Dispensado porque: Engano'],
  },
  'lead.callResult': { args: { lead_uid, call_uid, status: 3 }, lines: ['Ligação: não atendida'] },
  'lead.noteContact': {
    args: { lead_uid, contact_type: 1, contact_date: iso('2026-11-18T09:57:00') },
    lines: ['Tipo de contato: Telefone', 'Data do contato: 18/11/2026 09:57'],
  },
  'lead.putBack': {
    args: {
      lead_uid,
      fields: {
        status: 2,
        lead_scheduling: { scheduling_date: iso('2026-11-18T09:20:00'), description: 'Ligar', status: 0 },
      },
    },
    lines: ['Status: Negociação', 'Agendamento: 18/11/2026 09:20 · Ligar'],
  },
  'lead.attachFile': {
    args: { lead_uid, file_uid: call_uid, name: 'apolice.pdf', size: 12 },
    lines: ['Arquivo: apolice.pdf'],
  },
  'lead.setDeadlines': {
    args: { lead_uid, capture_on_time: 1 },
    lines: ['Capturado no Prazo?: Sim'],
  },
  'lead.setSuspended': { args: { lead_uid, suspended: true }, lines: ['Suspenso: Sim'] },
  'client.create': {
    args: { client_uid, client: { ...EMPTY_CLIENT, name: 'Caio' } },
    lines: ['Nome: Caio'],
  },
  'client.update': {
    args: { client_uid, changes: { phone: '1133224455', rg: '', address: { city: 'Santos' } } },
    lines: ['Telefone: (11) 3322-4455', 'RG: vazio', 'Cidade: Santos'],
  },
}

describe('a queued command in words', () => {
  test.each(Object.entries(CASES))('%s shows each field with its value', (command, { args, lines }) => {
    const shown = commandLines({ command, args }, NAMES)
    expect(shown.map(({ label, words }) => `${label}: ${words}`.replaceAll('\u00a0', ' '))).toEqual(lines)
    for (const { field } of shown) expect(knownLabel(field), field).toBeDefined()
  })

  test('all other commands carry no values', () => {
    const others = Object.keys(commands).filter((name) => !(name in CASES))
    const args = { lead_uid, call_uid, called_at: iso('2026-11-18T09:00:00'), link: 'later' }
    expect(others.flatMap((command) => writtenFields({ command, args }))).toEqual([])
    expect(others).toContain('lead.capture')
  })

  test('an empty observation of a scheduling is no value', () => {
    const args = { lead_uid, scheduling_date: iso('2026-12-20T09:00:00'), description: '' }
    expect(commandLines({ command: 'lead.schedule', args }, NAMES)).toHaveLength(1)
    expect(commandLines({ command: 'lead.closeScheduling', args: { lead_uid } }, NAMES)).toEqual([])
  })

  test('fields and arguments of another version are shown as they are', () => {
    const args = { lead_uid, changes: { gone_field: 1 } }
    expect(writtenFields({ command: 'lead.update', args })).toEqual([{ field: 'gone_field', value: 1 }])
    expect(writtenFields({ command: 'lead.teleport', args: { product: 'Gol' } })).toHaveLength(1)
    expect(writtenFields({ command: 'lead.update', args: 'nonsense' })).toEqual([])
  })

  test('the text to copy has the lead, then each command with values under its time', () => {
    const queuedAt = Date.parse(iso('2026-11-18T09:00:00'))
    const save = { command: 'lead.update', args: { lead_uid, changes: { product: 'Gol' } }, queuedAt }
    const captured = { command: 'lead.capture', args: { lead_uid }, queuedAt }
    const notes = { lead_uid, changes: { additional_information: 'Um\nDois' } }
    expect(commandsText('Lead 12 · Ana', [captured, save, { ...save, args: notes }], NAMES)).toBe(
      [
        'Lead 12 · Ana\n',
        'Salvar lead, 18/11/2026 09:00',
        'Produto: Gol\n',
        'Salvar lead, 18/11/2026 09:00',
        'Informações adicionais: Um\nDois',
      ].join('\n'),
    )
    expect(commandsText('Lead 12 · Ana', [captured], NAMES)).toBeNull()
  })
})
