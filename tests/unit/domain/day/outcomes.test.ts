/** The outcomes of a call or a conversation: docs/rules.md#outcomes */
import { describe, expect, it, test } from 'vitest'
import { isGroup } from '../../../../src/commands/groups.ts'
import { commands } from '../../../../src/commands/registry.ts'
import { missedOnDay } from '../../../../src/domain/day/missed-calls.ts'
import {
  type Outcome,
  type OutcomeKind,
  type OutcomeQuestion,
  outcomesOf,
} from '../../../../src/domain/day/outcomes.ts'
import type { Lead } from '../../../../src/domain/lead/lead.ts'
import { formatDateTime } from '../../../../src/domain/time/sao-paulo.ts'
import { aLead, at, aUser, iso, settings } from '../fixtures.ts'

const BROKER = aUser(3, { id: 7 })
const CALL_UID = '0190a1b2-0000-7000-8000-000000000001'

const own = (changes: Partial<Lead> = {}) =>
  aLead({
    state: 2,
    status: 2,
    broker_id: 7,
    contact_type: null,
    contact_date: null,
    lead_scheduling: null,
    ...changes,
  })

/** Wednesday 10:00, three minutes after the call. */
const asked = (changes: Partial<OutcomeQuestion> = {}): OutcomeQuestion => ({
  lead: own(),
  call: { call_uid: CALL_UID, way: 'device', called_at: iso('2026-11-18T09:57:20') },
  missedToday: 0,
  user: BROKER,
  settings,
  statusFlow: [1, 2, 3, 4, 5, 6],
  nowMs: at('2026-11-18T10:00:00'),
  ...changes,
})
const WRITTEN = { call_uid: CALL_UID, way: 'whatsapp', called_at: iso('2026-11-18T09:57:20') } as const

function outcome(kind: OutcomeKind, changes: Partial<OutcomeQuestion> = {}): Outcome {
  const found = outcomesOf(asked(changes)).find((one) => one.kind === kind)
  if (found === undefined) throw new Error(`no outcome ${kind}`)
  return found
}
const written = (one: Outcome, atMs: number | null = null) =>
  one.commands(atMs).map(({ name, args }) => {
    const { lead_uid: _lead, call_uid: _call, ...rest } = { call_uid: '', ...args }
    return [name, rest]
  })
const scheduledAt = (one: Outcome) =>
  one
    .commands(null)
    .flatMap((command) =>
      command.name === 'lead.schedule' ? [formatDateTime(Date.parse(command.args.scheduling_date))] : [],
    )

const CONTACT = ['lead.noteContact', { contact_type: 1, contact_date: iso('2026-11-18T09:57:00') }]

test('a call has six outcomes, a conversation four, in the order of their keys', () => {
  expect(outcomesOf(asked()).map(({ label }) => label)).toEqual([
    'Atendeu → Whatsapp/Ligou',
    'Pediu retorno',
    'Não atendeu',
    'Ocupado',
    'Fechou',
    'Perdeu',
  ])
  expect(outcomesOf(asked({ call: WRITTEN })).map(({ label }) => label)).toEqual([
    'Enviou mensagem',
    'Pediu retorno',
    'Fechou',
    'Perdeu',
  ])
})

describe('what an outcome writes', () => {
  it('answered: the result, the contact by telephone at the time of the call, the next status', () => {
    const one = outcome('answered')
    expect(written(one)).toEqual([['lead.callResult', { status: 2 }], CONTACT, ['lead.advance', {}]])
    expect(one).toMatchObject({
      label: 'Atendeu → Whatsapp/Ligou',
      words: 'Atendida · contato por telefone · abre o lead',
      opens: 'lead',
    })
  })

  it('answered: a contact that is there stays, and the rules let no further than the quote', () => {
    const lead = own({ status: 4, contact_type: 3, contact_date: iso('2026-11-17T09:00:00') })
    const one = outcome('answered', { lead })
    expect(written(one)).toEqual([['lead.callResult', { status: 2 }]])
    // The label promises no status that the rules refuse.
    expect([one.label, one.words]).toEqual(['Atendeu', 'Atendida · abre o lead'])
  })

  it('answered: the return that was due is closed', () => {
    const lead_scheduling = {
      scheduling_date: iso('2026-11-18T09:20:00'),
      description: 'x',
      status: 0 as const,
    }
    expect(written(outcome('answered', { lead: own({ lead_scheduling }) }))).toContainEqual([
      'lead.closeScheduling',
      {},
    ])
    // The end would compare an earlier contact with it.
    const lead = own({ lead_scheduling, contact_type: 1, contact_date: iso('2026-11-17T09:00:00') })
    expect(written(outcome('answered', { lead }))).not.toContainEqual(['lead.closeScheduling', {}])
    const later = { ...lead_scheduling, scheduling_date: iso('2026-11-18T15:00:00') }
    expect(written(outcome('answered', { lead: own({ lead_scheduling: later }) }))).not.toContainEqual([
      'lead.closeScheduling',
      {},
    ])
  })

  it('call back: the result, the contact and the chosen time; what was agreed stays', () => {
    const lead_scheduling = {
      scheduling_date: iso('2026-11-18T09:20:00'),
      description: 'Ver o bônus',
      status: 0 as const,
    }
    const one = outcome('call-back', { lead: own({ lead_scheduling }) })
    expect(one.asksTime).toBe(true)
    expect(written(one, at('2026-11-18T17:00:00'))).toEqual([
      ['lead.callResult', { status: 2 }],
      CONTACT,
      ['lead.schedule', { scheduling_date: iso('2026-11-18T17:00:00'), description: 'Ver o bônus' }],
    ])
  })

  it.each([
    ['no-answer', 3],
    ['busy', 0],
  ] as const)('%s: its result, and another try in two hours', (kind, status) => {
    const one = outcome(kind)
    expect(written(one)[0]).toEqual(['lead.callResult', { status }])
    expect(scheduledAt(one)).toEqual(['18/11/2026 12:00'])
    expect(one.words).toBe('Retorno às 12:00')
  })

  it.each([
    ['the third time on one day', '2026-11-18T10:00:00', 2, '19/11/2026 09:00'],
    ['after the house closes', '2026-11-18T17:10:00', 0, '19/11/2026 09:00'],
    ['on a Friday evening', '2026-11-13T17:10:00', 0, '16/11/2026 09:00'],
    ['before a holiday', '2026-11-19T17:10:00', 0, '23/11/2026 09:00'],
    ['on a Saturday', '2026-11-21T10:00:00', 0, '23/11/2026 09:00'],
    ['in minutes of five', '2026-11-18T10:01:30', 1, '18/11/2026 12:05'],
  ])('no answer %s', (_when, now, missedToday, expected) => {
    expect(scheduledAt(outcome('no-answer', { nowMs: at(now), missedToday }))).toEqual([expected])
  })

  it('says which try of the day it was', () => {
    expect(outcome('busy', { missedToday: 2 }).words).toBe('Retorno em 19/11 às 09:00 · 3ª tentativa de hoje')
  })

  it('closed and lost open the form; lost writes nothing before it', () => {
    expect(written(outcome('closed'))).toEqual([['lead.callResult', { status: 2 }], CONTACT])
    expect(outcome('closed').opens).toBe('sale')
    expect(written(outcome('lost'))).toEqual([])
    expect(outcome('lost').opens).toBe('loss')
  })

  it('message: the contact by WhatsApp, status 3 where the flow lets, the same hour of the next working day', () => {
    const one = outcome('message', { call: WRITTEN })
    expect(written(one)).toEqual([
      ['lead.noteContact', { contact_type: 4, contact_date: iso('2026-11-18T09:57:00') }],
      ['lead.advance', {}],
      ['lead.schedule', { scheduling_date: iso('2026-11-19T10:00:00'), description: '' }],
    ])
    const later = outcome('message', { call: WRITTEN, lead: own({ status: 3 }) })
    expect(written(later).map(([name]) => name)).toEqual(['lead.noteContact', 'lead.schedule'])
  })
})

test('every outcome is a group that the commands accept, or one command', () => {
  const due = { scheduling_date: iso('2026-11-18T09:20:00'), description: 'x', status: 0 as const }
  for (const call of [asked().call, WRITTEN])
    for (const lead of [own(), own({ status: 4 }), own({ lead_scheduling: due, contact_type: 1 })])
      for (const one of outcomesOf(asked({ call, lead }))) {
        const made = one.commands(one.asksTime ? at('2026-11-18T17:00:00') : null)
        for (const { name, args } of made) expect(commands[name].args.safeParse(args).success).toBe(true)
        if (made.length > 1)
          expect(isGroup(made.map(({ name, args }) => ({ command: name, args })))).toBe(true)
      }
})

test('what the rules refuse is refused before the tap, in their words', () => {
  const refusals = (changes: Partial<OutcomeQuestion>) =>
    new Set(outcomesOf(asked(changes)).map(({ refusal }) => refusal))
  expect(refusals({})).toEqual(new Set([null]))
  expect(refusals({ lead: own({ broker_id: 99 }) })).toEqual(
    new Set(['Só quem atende este lead pode fazer isso.']),
  )
  const finished = outcomesOf(asked({ lead: own({ state: 3, status: 6 }) }))
  expect(finished.map(({ refusal }) => refusal)).toEqual(Array(6).fill('Este lead já foi finalizado.'))
})

test('a try counts by the last result of its call, on that day', () => {
  const told = (uid: string, status: number | null, local: string) => ({
    at: iso(local),
    before: { uid, status: 0, duration: null },
    after: status === null ? null : { uid, status, duration: null },
  })
  const all = [
    told('a', 3, '2026-11-17T16:00:00'),
    told('b', 3, '2026-11-18T09:00:00'),
    told('c', 0, '2026-11-18T09:10:00'),
    told('c', 2, '2026-11-18T09:12:00'),
    told('d', 0, '2026-11-18T09:20:00'),
    told('e', 3, '2026-11-18T09:30:00'),
    told('e', null, '2026-11-18T09:31:00'),
  ]
  expect(missedOnDay(all, '2026-11-18')).toBe(2)
})

test.each([
  ['the minute before the call', '2026-11-18T09:56:00', true],
  ['the minute of the call', '2026-11-18T09:57:00', false],
])('a return that was due in %s', (_, due, closes) => {
  const lead_scheduling = { scheduling_date: iso(due), description: 'Retornar', status: 0 } as const
  const names = outcome('answered', { lead: own({ lead_scheduling }) })
    .commands(null)
    .map(({ name }) => name)
  // Its contact has the call's minute, and 'Finalizar' wants it after a closed return.
  expect(names.includes('lead.closeScheduling')).toBe(closes)
})

test('a return whose time is still to be chosen is not told as scheduled', () => {
  expect(outcome('call-back')).toMatchObject({
    done: 'Retorno agendado',
    doneWithoutTime: 'Ligação: atendida',
  })
})
