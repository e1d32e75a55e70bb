/** Notices: which arise when, for whom, in which words, and what stays read. docs/rules.md#notices */

import { describe, expect, test } from 'vitest'
import { captureRecord } from '../../../src/domain/lead/capture.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { ALL_ON, isOn, kindsFor, noticeSwitchesSchema, switched } from '../../../src/domain/notices/kinds.ts'
import { NO_NEWS } from '../../../src/domain/notices/link-notices.ts'
import { badgeNumber, isNew, type NoticeSources, noticesOf } from '../../../src/domain/notices/list.ts'
import { dueNotifications, openPathSchema } from '../../../src/domain/notices/notification.ts'
import { ownOpenLead } from '../../../src/domain/notices/own-open-lead.ts'
import {
  joinRead,
  MOST_READ,
  NONE_READ,
  readNoticesSchema,
  withRead,
} from '../../../src/domain/notices/read.ts'
import { importScheduling } from '../../../src/domain/renewals/renewal-lead.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { aLead, at, iso, NOW, ROLES, settings } from './fixtures.ts'

const ME = 10
const UID = '0190f3c4-0000-7000-8000-000000000001'
const ANA = { id: 1, name: 'Ana Lima' }

const mine = (changes: Partial<Lead> = {}) =>
  aLead({ uid: UID, id: 1522, broker_id: ME, state: 2, status: 3, ...changes })
const entry = (changes: object = {}) => ({
  id: 71,
  user: ANA,
  received_at: iso('2026-11-18T09:40:00'),
  changes: { broker_id: { before: null, after: ME } },
  ...changes,
})
const open = (local: string, description = 'Ligar para a esposa') => ({
  scheduling_date: iso(local),
  description,
  status: 0 as const,
})

type Given = Partial<NoticeSources> & { entries?: ReturnType<typeof entry>[] }

function sourcesOf(lead: Lead, { entries = [], ...sources }: Given = {}): NoticeSources {
  const leads = [ownOpenLead(lead, entries, ME)].filter((one) => one !== null)
  return {
    user: { id: ME, role: 3 },
    switches: ALL_ON,
    leads,
    lawLeads: [],
    queue: [],
    imports: [],
    link: NO_NEWS,
    followed: [],
    accounts: [],
    devices: [],
    events: [],
    held: [],
    automations: [],
    stuck: [],
    settings,
    nowMs: NOW,
    ...sources,
  }
}
const notices = (lead: Lead, given?: Given) => noticesOf(sourcesOf(lead, given))
const badge = (lead: Lead, given?: Given) => badgeNumber(sourcesOf(lead, given))
const keys = (...given: Parameters<typeof notices>) => notices(...given).map(({ key }) => key)

describe('a lead that another user left with the user', () => {
  test('is reported with who did it, from the timeline', () => {
    expect(notices(mine(), { entries: [entry()] })).toEqual([
      {
        key: 'assigned:71',
        kind: 'assigned',
        atMs: at('2026-11-18T09:40:00'),
        momentMs: at('2026-11-18T09:40:00'),
        title: 'Lead 1522 · Ana Souza',
        text: 'Passado a você por Ana Lima',
        note: '',
        isUrgent: false,
        target: { to: 'lead', id: 1522 },
      },
    ])
    expect(notices(mine(), { entries: [entry({ user: null })] })).toMatchObject([{ text: 'Passado a você' }])
  })

  test('is no news when another system had it with the user already', () => {
    const changes = {
      broker_id: { before: null, after: ME },
      imported_from: { before: null, after: 'Pipedrive' },
    }
    expect(notices(mine(), { entries: [entry({ changes })] })).toEqual([])
  })

  test.each<[string, Lead, ReturnType<typeof entry>[]]>([
    ['captured by the user', mine(), [entry({ user: { id: ME, name: 'Bia Lima' } })]],
    ['without a timeline on the device', mine(), []],
    ['whose timeline names no broker', mine(), [entry({ changes: {} })]],
    ['of another broker', mine({ broker_id: 11 }), [entry()]],
    ['that has ended', mine({ state: 3 }), [entry()]],
    [
      'taken back by the user after it was given away',
      mine(),
      [entry({ id: 72, user: { id: ME, name: 'Bia Lima' } }), entry()],
    ],
    ['of a month ago', mine(), [entry({ received_at: new Date(NOW - 31 * DAY_MS).toISOString() })]],
  ])('a lead %s is not reported', (_, lead, entries) => {
    expect(notices(lead, { entries })).toEqual([])
  })

  test('later entries about other fields change nothing', () => {
    const later = entry({
      id: 80,
      user: { id: ME, name: 'Bia Lima' },
      changes: { status: { before: 1, after: 2 } },
    })
    expect(keys(mine(), { entries: [later, entry()] })).toEqual(['assigned:71'])
  })
})

describe('a scheduling', () => {
  const due = at('2026-11-18T10:15:00')
  const lead = mine({ lead_scheduling: open('2026-11-18T10:15:00') })

  test('is announced 15 minutes before, and again once it is late', () => {
    expect(notices(lead, { nowMs: NOW - 1 })).toEqual([])
    expect(notices(lead)).toMatchObject([
      {
        key: `schedule:${UID}:${due}:soon`,
        atMs: NOW,
        momentMs: due,
        text: 'Agendamento às 10:15',
        note: 'Ligar para a esposa',
        isUrgent: false,
      },
    ])
    expect(keys(lead, { nowMs: due })).toEqual([`schedule:${UID}:${due}:soon`])
    expect(notices(lead, { nowMs: due + 1 })).toMatchObject([
      { key: `schedule:${UID}:${due}:late`, atMs: due, text: 'Agendamento atrasado: 10:15', isUrgent: true },
    ])
    expect(notices(lead, { nowMs: due + DAY_MS })).toMatchObject([
      { text: 'Agendamento atrasado: 18/11 às 10:15' },
    ])
  })

  test('after midnight is announced with its day', () => {
    const early = mine({ lead_scheduling: open('2026-11-25T00:05:00') })
    expect(notices(early, { nowMs: at('2026-11-24T23:55:00') })).toMatchObject([
      { text: 'Agendamento em 25/11 às 00:05' },
    ])
  })

  test.each<[string, Partial<Lead>]>([
    ['closed', { lead_scheduling: { ...open('2026-11-18T09:00:00'), status: 1 } }],
    ['the record of a capture', { lead_scheduling: captureRecord(iso('2026-11-18T09:00:00')) }],
    [
      'of an import: it carries the capture limit',
      { channel_id: 27, lead_scheduling: importScheduling('2026-11-28', settings) },
    ],
    ['a month late', { lead_scheduling: open('2026-10-18T09:00:00') }],
  ])('one that is %s is not reported', (_, changes) => {
    expect(notices(mine(changes))).toEqual([])
  })

  test('a lead without a number opens its form', () => {
    expect(notices(mine({ id: null, lead_scheduling: open('2026-11-18T09:00:00') }))).toMatchObject([
      { title: 'Lead com nº pendente · Ana Souza', target: { to: 'form', uid: UID } },
    ])
  })
})

describe('the capture limit of a renewal', () => {
  const limit = at('2026-11-19T09:00:00')
  const renewal = mine({
    channel_id: 27,
    state: 1,
    status: 1,
    create_lead_date: new Date(limit - settings.time_to_capture_on_time_renovation * HOUR_MS).toISOString(),
  })

  test('is reported a day before, and again when it has passed', () => {
    expect(notices(renewal, { nowMs: limit - DAY_MS - 1 })).toEqual([])
    expect(notices(renewal)).toMatchObject([
      {
        key: `renewal:${UID}:${limit}:soon`,
        text: 'Renovação: capture até 19/11 às 09:00',
        momentMs: limit,
        isUrgent: false,
      },
    ])
    expect(notices(renewal, { nowMs: limit + 1 })).toMatchObject([
      {
        key: `renewal:${UID}:${limit}:late`,
        text: 'Renovação: prazo de captura venceu às 09:00',
        isUrgent: true,
      },
    ])
  })

  test('that passed on an earlier day is reported with its day', () => {
    expect(notices(renewal, { nowMs: limit + DAY_MS })).toMatchObject([
      { text: 'Renovação: prazo de captura venceu em 19/11 às 09:00' },
    ])
  })

  test('an import opens a scheduling from which it counts', () => {
    const imported = { ...renewal, lead_scheduling: importScheduling('2026-11-24', settings) }
    // The end of the fifth day before the policy's end.
    expect(notices(imported, { nowMs: at('2026-11-19T12:00:00') })).toMatchObject([
      { text: 'Renovação: capture até 23:59' },
    ])
  })

  test.each<[string, Partial<Lead>]>([
    ['captured', { state: 2 }],
    ['suspended', { suspended_lead: true }],
    ['of another channel', { channel_id: 7 }],
  ])('a lead that is %s has none', (_, changes) => {
    expect(notices({ ...renewal, ...changes })).toEqual([])
  })
})

describe('the queue and imports', () => {
  const problem = {
    key: 'b6a1',
    state: 'rejected',
    label: 'Agendar lead',
    reason: 'Este lead já foi finalizado.',
    queuedAtMs: NOW - 40 * DAY_MS,
    leadId: 1522,
    clientName: 'Ana Souza',
  } as const
  const nothing = aLead()

  test('a refusal leads to its lead, whatever its age; without a board to the queue', () => {
    const queue = [problem, { ...problem, key: 'c7', state: 'conflict', reason: '', leadId: null } as const]
    expect(notices(nothing, { queue })).toMatchObject([
      {
        key: 'queue:b6a1:rejected',
        title: 'Lead 1522 · Ana Souza',
        text: 'Recusado: Agendar lead',
        note: 'Este lead já foi finalizado.',
        target: { to: 'lead', id: 1522 },
      },
      {
        key: 'queue:c7:conflict',
        title: 'Ana Souza',
        text: 'Em conflito: Agendar lead',
        target: { to: 'queue' },
      },
    ])
    expect(notices(nothing, { queue: [problem], user: { id: ME, role: 5 } })).toMatchObject([
      { target: { to: 'queue' } },
    ])
  })

  const outcome = {
    id: 4,
    state: 'done',
    file_name: 'porto.xlsx',
    user: { id: ME },
    made: 1200,
    updated: 1,
    refused: 0,
    ended_at: iso('2026-11-18T09:00:00'),
  } as const

  test('an import that the user started and that ended is reported to role 1 alone', () => {
    const imports = [
      outcome,
      { ...outcome, id: 5, user: { id: 11 } },
      { ...outcome, id: 6, state: 'running', ended_at: null } as const,
    ]
    expect(notices(nothing, { imports })).toEqual([])
    expect(notices(nothing, { imports, user: { id: ME, role: 1 } })).toMatchObject([
      {
        key: 'import:4',
        title: 'porto.xlsx',
        text: 'Importação concluída',
        note: '1.200 leads criados, 1 atualizado, 0 linhas recusadas',
        target: { to: 'imports' },
      },
    ])
  })

  test('the latest comes first; the badge counts late schedulings and the queue', () => {
    const lead = mine({ lead_scheduling: open('2026-11-18T09:00:00') })
    const all = notices(lead, { entries: [entry()], queue: [problem] })
    expect(all.map(({ kind }) => kind)).toEqual(['assigned', 'schedule', 'queue'])
    expect(badge(lead, { queue: [problem] })).toBe(2)
    expect(badge(mine({ lead_scheduling: open('2026-11-18T10:10:00') }))).toBe(0)
  })

  test('a scheduling that is late for more than a month has left the list, and still counts', () => {
    const lead = mine({ lead_scheduling: open('2026-10-01T09:00:00') })
    expect(notices(lead)).toEqual([])
    expect(badge(lead)).toBe(1)
    expect(badge(lead, { switches: { off: ['schedule'] } })).toBe(0)
  })
})

test('what an automation told of a lead leads to it, and what became of itself to the rules', () => {
  const news = (lead: { uid: string; id: number } | null) => ({
    id: 7,
    automation: 'Lead parado',
    lead,
    text: 'Retome o contato',
    made_at: iso('2026-11-18T09:00:00'),
  })
  const told = (lead: { uid: string; id: number } | null) =>
    notices(mine({ lead_scheduling: null }), { automations: [news(lead)] })
  expect(told({ uid: UID, id: 1522 })).toMatchObject([
    {
      key: 'automation:7',
      title: 'Lead 1522',
      text: 'Retome o contato',
      note: 'Por automação “Lead parado”',
      isUrgent: false,
      target: { to: 'lead', id: 1522 },
    },
  ])
  expect(told(null)).toMatchObject([
    { title: 'Automação “Lead parado”', isUrgent: true, target: { to: 'automations' } },
  ])
})

describe('kinds and switches', () => {
  test('a role is offered the kinds that it can get', () => {
    const of = (role: (typeof ROLES)[number]) => kindsFor(role).map(({ kind }) => kind)
    expect(of(1)).toEqual([
      'assigned',
      'schedule',
      'queue',
      'renewal',
      'law',
      'automation',
      'import',
      'link',
      'device',
      'stuck',
      'held',
      'account',
    ])
    expect(of(2)).toEqual([
      'assigned',
      'schedule',
      'queue',
      'renewal',
      'law',
      'automation',
      'device',
      'stuck',
      'held',
    ])
    expect(of(3)).toEqual(['assigned', 'schedule', 'queue', 'renewal', 'law', 'automation', 'device'])
    for (const role of ROLES.slice(3))
      expect(of(role)).toEqual(
        role === 4 || role === 6 ? ['queue', 'receipt', 'device'] : ['queue', 'link', 'receipt', 'device'],
      )
  })

  test('a kind that is switched off reports nothing, and comes back', () => {
    const off = switched(ALL_ON, 'schedule', false)
    expect(noticeSwitchesSchema.parse(off)).toEqual({ off: ['schedule'] })
    const lead = mine({ lead_scheduling: open('2026-11-18T09:00:00') })
    expect(notices(lead, { switches: off })).toEqual([])
    expect(isOn(off, 'queue')).toBe(true)
    expect(switched(switched(off, 'schedule', false), 'schedule', true)).toEqual(ALL_ON)
  })
})

describe('what was read', () => {
  test('joins from two devices in any order, and joining again changes nothing', () => {
    const one = { read: { 'import:1': NOW, 'import:2': NOW - 5 } }
    const other = { read: { 'import:2': NOW - 1, 'import:3': NOW } }
    const joined = joinRead(one, other, NOW)
    expect(joined).toEqual({ read: { 'import:1': NOW, 'import:2': NOW - 1, 'import:3': NOW } })
    expect(joinRead(other, one, NOW)).toEqual(joined)
    expect(joinRead(joined, one, NOW)).toEqual(joined)
    expect(isNew({ key: 'import:2' }, joined)).toBe(false)
    expect(isNew({ key: 'import:4' }, joined)).toBe(true)
  })

  test('forgets what is old and keeps a bounded number, those read last', () => {
    const old = { read: { 'import:1': NOW - 61 * DAY_MS, 'import:2': NOW - 59 * DAY_MS } }
    expect(withRead(old, ['import:3'], NOW).read).toEqual({ 'import:3': NOW, 'import:2': NOW - 59 * DAY_MS })
    const many = Array.from({ length: MOST_READ + 20 }, (_, number) => `import:${number}`)
    const full = withRead({ read: { 'import:9999': NOW - 1 } }, many, NOW)
    expect(Object.keys(full.read)).toHaveLength(MOST_READ)
    expect(full.read['import:9999']).toBeUndefined()
    expect(readNoticesSchema.safeParse(full).success).toBe(true)
  })

  test('every key that arises is one that the server keeps, and free text is none', () => {
    const lead = mine({ channel_id: 27, state: 1, lead_scheduling: open('2026-11-01T09:00:00') })
    const all = keys(lead, { entries: [entry()] })
    expect(all).toHaveLength(3)
    expect(readNoticesSchema.safeParse(withRead(NONE_READ, all, NOW)).success).toBe(true)
    for (const key of ['Ana Souza', 'lead:Ana Souza', 'lead:ana@exemplo.com', `lead:${'a'.repeat(80)}`])
      expect(readNoticesSchema.safeParse({ read: { [key]: NOW } }).success, key).toBe(false)
  })
})

describe('notifications of the device', () => {
  test('name the lead by its number and no person, one for each appointment', () => {
    const leads = [
      mine({ lead_scheduling: open('2026-11-18T14:30:00') }),
      mine({ uid: 'other', id: 7, lead_scheduling: open('2026-11-18T09:50:00') }),
      mine({ uid: 'old', id: 8, lead_scheduling: open('2026-11-18T09:49:00') }),
      mine({ uid: 'limit', channel_id: 27, lead_scheduling: importScheduling('2026-11-28', settings) }),
    ].flatMap((lead) => ownOpenLead(lead, [], ME) ?? [])
    const dueMs = at('2026-11-18T14:30:00')
    expect(dueNotifications(leads, NOW)).toEqual([
      {
        tag: `schedule:other:${NOW - 10 * MINUTE_MS}`,
        dueMs: NOW - 10 * MINUTE_MS,
        title: 'Lead 7: agendamento às 09:50',
        path: '/?lead=7',
      },
      {
        tag: `schedule:${UID}:${dueMs}`,
        dueMs,
        title: 'Lead 1522: agendamento às 14:30',
        path: '/?lead=1522',
      },
    ])
  })

  test('a click opens paths of the app alone', () => {
    const opens = (path: string) => openPathSchema.safeParse({ type: 'OPEN_PATH', path }).success
    expect(opens('/?lead=7')).toBe(true)
    for (const path of ['https://exemplo.com', '//exemplo.com', '/\\exemplo.com', '?lead=7', ''])
      expect(opens(path), path).toBe(false)
  })
})
