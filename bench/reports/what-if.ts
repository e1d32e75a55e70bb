/**
 * `npm run bench:what-if`: what the board's thread needs to judge 20,000 leads anew, without reading them, as processor time in
 * ms of this machine. Prints a Markdown table. docs/rules.md#what-if
 */
import { FRESH_LEAD } from '../../src/domain/lead/fields.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { answerWhatIf, type WhatIfQuestion } from '../../src/domain/reports/what-if/answer.ts'
import { type Change, NO_CHANGE } from '../../src/domain/reports/what-if/change.ts'
import { settingsFrom } from '../../src/domain/settings/settings.ts'

const LEADS = 20_000
const ROUNDS = 15
const FIRST = Date.parse('2026-10-01T11:30:00Z')
const MINUTE_MS = 60_000
const CHANNELS = [1, 3, 7, 8, 14, 27, 29] as const

const isoAt = (ms: number) => new Date(ms).toISOString()

/** All of one month, spread over 120 brokers. */
function lead(number: number): Lead {
  const created = FIRST + ((number * 7919 * MINUTE_MS) % (30 * 24 * 60 * MINUTE_MS))
  const captured = created + ((number * 31) % 500) * MINUTE_MS
  return {
    ...FRESH_LEAD,
    uid: `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    id: number,
    version: 1,
    state: 2,
    status: 3,
    channel_id: CHANNELS[number % CHANNELS.length] ?? 1,
    insurance_id: 1,
    broker_id: 1 + (number % 120),
    client_uid: `client-${number}`,
    client_name: `Cliente ${number}`,
    client_cpf: '',
    client_cellphone: '',
    client_phone: '',
    create_lead_date: isoAt(created),
    capture_date: isoAt(captured),
    capture_on_time: number % 4 === 0 ? 0 : 1,
    first_call_date: isoAt(captured + ((number * 13) % 300) * MINUTE_MS),
    first_call_on_time: number % 5 === 0 ? 0 : 1,
  }
}

const rows = {
  leads: Array.from({ length: LEADS }, (_, number) => lead(number)),
  settings: settingsFrom([]),
  known: { teamOf: () => null, isRenewalChannel: (channel: number) => channel === 27 },
}

const question = (report: WhatIfQuestion['report'], change: Change): WhatIfQuestion => ({
  report,
  user: { id: 1, roles: [{ id: 1, name: '' }], partners: [] },
  range: { from: '2026-09-01', to: '2026-12-31' },
  filter: {},
  change,
  kept: null,
})

const CASES: readonly (readonly [what: string, asked: WhatIfQuestion])[] = [
  ['attendance, nothing changed', question('attendance', NO_CHANGE)],
  ['attendance, another limit', question('attendance', { limits: { captura: 2 } })],
  ['calls, other hours', question('calls', { limits: {}, start: '09:00', days: [1, 2, 3, 4, 5, 6] })],
  ['attendance, 20 brokers of a channel', question('attendance', { limits: {}, channel: 8, brokers: 20 })],
  [
    'diagnosis, both figures and everything changed',
    question('diagnosis_new', {
      limits: { captura: 2, depois: 2 },
      end: '20:00',
      holidays: true,
      channel: 8,
      brokers: 20,
    }),
  ],
]

console.log(`| ${LEADS.toLocaleString('en')} leads | first, ms | median of ${ROUNDS}, ms |\n|---|---|---|`)
for (const [what, asked] of CASES) {
  const times = Array.from({ length: ROUNDS }, () => {
    const start = process.cpuUsage()
    answerWhatIf(asked, rows)
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000
  })
  const middle = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
  console.log(`| ${what} | ${(times[0] ?? 0).toFixed(0)} | ${middle.toFixed(0)} |`)
}
