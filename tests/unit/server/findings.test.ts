/** Findings of 'Saúde': each state has its words, and what is not good says what to do. docs/operations.md#doctor */
import { describe, expect, test } from 'vitest'
import { type Config, readConfig } from '../../../server/base/config.ts'
import { accessProbe, configProblems } from '../../../server/health/findings/access.ts'
import { certificateFound } from '../../../server/health/findings/certificate.ts'
import {
  clockFound,
  clockMemoryFound,
  silentFound,
  versionFound,
  waitingFound,
} from '../../../server/health/findings/database.ts'
import { ageWords, type Found, good, sizeWords } from '../../../server/health/findings/found.ts'
import { type Grounds, lookWith } from '../../../server/health/findings/probe.ts'
import {
  erasedFound,
  failedMailsFound,
  importsFound,
  loopFound,
  mailsFound,
  pushesFound,
} from '../../../server/health/findings/queue.ts'
import { backupFound, checkFound, replicaFound } from '../../../server/health/findings/standby.ts'
import { awayFound, refusedFound } from '../../../server/health/findings/sync.ts'
import { ageFound, nodeFound } from '../../../server/health/findings/version.ts'
import { webhooksFound } from '../../../server/health/findings/webhooks.ts'
import { createLoops } from '../../../server/health/loops.ts'
import { createIntegrations } from '../../../server/integrations/integrations.ts'
import { byUrgency, countWords } from '../../../src/contract/administration/findings.ts'
import { settingsFrom } from '../../../src/domain/settings/settings.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'

const NOW = Date.parse('2026-11-26T12:00:00Z')
const ago = (ms: number) => new Date(NOW - ms).toISOString()
const NOTHING_SET = settingsFrom([])
const backup = (ms: number | null, reason: string | null = null) => ({
  last_success: ms === null ? null : ago(ms),
  bytes: ms === null ? null : 1_000_000,
  last_failure: reason === null ? null : ago(0),
  reason,
})
const WORKS = { nowMs: NOW, isPublic: true }
const checked = (ms: number, problem: string | null = null) => ({
  checked_at: ago(ms),
  file: 'farol.tar.gz',
  rows: problem === null ? 12 : null,
  problem,
})
const OPENS = { nowMs: NOW, canOpen: true }
const loop = (given: object) =>
  loopFound({ name: 'mails', runningSince: null, failures: 0, ...given }, NOW)[0]
const certificate = (days: number, distrust: string | null = null) =>
  certificateFound({ endsAt: NOW + days * DAY_MS + 1, distrust }, NOW)

const CASES: readonly (readonly [string, Found | undefined, Found['state'] | undefined])[] = [
  ['PostgreSQL 14', versionFound('postgres', 14, NOW), 'problem'],
  ['PostgreSQL 15 in its life', versionFound('postgres', 15, NOW), 'good'],
  ['PostgreSQL 15 after it', versionFound('postgres', 15, Date.parse('2028-01-01')), 'notice'],
  ['a PostgreSQL of the future', versionFound('postgres', 25, NOW), 'good'],
  ['the embedded database', versionFound('pglite', 14, NOW), 'good'],
  ['a PostgreSQL that is away', silentFound({ kind: 'postgres' }, new Error('no')), 'problem'],
  [
    'an embedded database that is busy',
    silentFound({ kind: 'pglite' }, new Error('the database is late')),
    'notice',
  ],
  ['an embedded database that broke', silentFound({ kind: 'pglite' }, new Error('no')), 'problem'],
  ['queries that do not wait', waitingFound(4), 'good'],
  ['queries that wait', waitingFound(5), 'notice'],
  ['clocks that agree', clockFound(-4.9), 'good'],
  ['clocks that differ', clockFound(5), 'notice'],
  ['clocks that differ by far', clockFound(-61), 'problem'],
  ['no mail waits', mailsFound({ count: 0, age: null }), 'good'],
  ['a mail waits for a moment', mailsFound({ count: 1, age: 60 }), 'good'],
  ['mails wait', mailsFound({ count: 2, age: 16 * 60 }), 'notice'],
  ['mails wait for hours', mailsFound({ count: 2, age: 7201 }), 'problem'],
  ['no mail failed', failedMailsFound(0), 'good'],
  ['a mail failed', failedMailsFound(1), 'notice'],
  ['no webhook', webhooksFound({ on: 0, stopped: 0, failing: 0 }), 'good'],
  ['webhooks that arrive', webhooksFound({ on: 2, stopped: 0, failing: 0 }), 'good'],
  ['a webhook fails', webhooksFound({ on: 2, stopped: 0, failing: 1 }), 'notice'],
  ['a webhook was stopped', webhooksFound({ on: 1, stopped: 1, failing: 1 }), 'problem'],
  ['a push waits', pushesFound({ count: 1, age: 60 }), 'good'],
  ['pushes wait', pushesFound({ count: 9, age: 3601 }), 'notice'],
  ['an import runs', importsFound(1, 60), 'good'],
  ['an import does not end', importsFound(1, 7201), 'notice'],
  ['no erased file is left', erasedFound(0), 'good'],
  ['an erased file is left', erasedFound(1), 'problem'],
  ['a loop that failed twice', loop({ failures: 2 }), undefined],
  ['a loop that fails', loop({ failures: 3 }), 'problem'],
  ['a loop that runs', loop({ runningSince: NOW - MINUTE_MS }), undefined],
  ['a loop that hangs', loop({ runningSince: NOW - 3 * HOUR_MS }), 'notice'],
  ['no backup on a public server', backupFound(null, WORKS), 'problem'],
  ['no backup of a trial', backupFound(null, { ...WORKS, isPublic: false }), 'notice'],
  ['a backup that is still to be made', backupFound(backup(null), WORKS), 'notice'],
  ['a backup that failed', backupFound(backup(HOUR_MS, 'A pasta está cheia.'), WORKS), 'problem'],
  ['a backup that never succeeded', backupFound(backup(null, 'A pasta está cheia.'), WORKS), 'problem'],
  ['a backup of last night', backupFound(backup(20 * HOUR_MS), WORKS), 'good'],
  ['a backup that is late', backupFound(backup(30 * HOUR_MS), WORKS), 'notice'],
  ['an old backup', backupFound(backup(4 * DAY_MS), WORKS), 'problem'],
  ['a backup that was proven', checkFound(checked(DAY_MS), OPENS), 'good'],
  ['one that was proven long ago', checkFound(checked(16 * DAY_MS), OPENS), 'notice'],
  ['one that could not be restored', checkFound(checked(DAY_MS, 'Está incompleta.'), OPENS), 'problem'],
  ['none that was proven', checkFound(null, OPENS), 'notice'],
  ['a server that can only encrypt', checkFound(checked(DAY_MS), { ...OPENS, canOpen: false }), 'notice'],
  ['a clock that may be trusted', clockMemoryFound({ kind: 'trusted' }, NOW), 'good'],
  ['a clock ahead', clockMemoryFound({ kind: 'ahead', byMs: DAY_MS, sinceMs: NOW - DAY_MS }, NOW), 'problem'],
  [
    'a clock behind',
    clockMemoryFound({ kind: 'behind', byMs: DAY_MS, sinceMs: NOW + DAY_MS }, NOW),
    'problem',
  ],
  ['a replica that is read', replicaFound({ status: 'used', delay_seconds: 0.4 }), 'good'],
  ['a replica that is behind', replicaFound({ status: 'behind', delay_seconds: 400 }), 'problem'],
  ['a replica that is silent', replicaFound({ status: 'silent', delay_seconds: null }), 'problem'],
  ['a database that is no replica', replicaFound({ status: 'foreign', delay_seconds: null }), 'problem'],
  ['devices that all came', awayFound(0, 3), 'good'],
  ['a device that stays away', awayFound(1, 3), 'notice'],
  ['some refusals', refusedFound(19, 20), 'good'],
  ['refusals among many', refusedFound(20, 1000), 'good'],
  ['many refusals', refusedFound(20, 100), 'notice'],
  ['a new version', ageFound(NOW - DAY_MS, NOW), 'good'],
  ['a version of unknown age', ageFound(null, NOW), 'good'],
  ['an old version', ageFound(NOW - 181 * DAY_MS, NOW), 'notice'],
  ['a Node in its life', nodeFound('24.1.0', NOW), 'good'],
  ['a Node after it', nodeFound('20.20.2', NOW), 'notice'],
  ['a certificate', certificate(60), 'good'],
  ['a certificate that should be renewed', certificate(20), 'notice'],
  ['a certificate that ends', certificate(6), 'problem'],
  ['a certificate that ended', certificate(-1), 'problem'],
  ['a certificate that is not trusted', certificate(60, 'SELF_SIGNED_CERT_IN_CHAIN'), 'notice'],
]

test.each(CASES)('%s', (_case, found, state) => {
  expect(found?.state).toBe(state)
  if (found === undefined) return
  if (state === 'good') expect(found.to_do).toBeNull()
  else expect(found.to_do).toMatch(/^\p{Lu}.*[.]$/u)
  expect(found.what).toMatch(/^\p{Lu}.*[.]$/u)
})

const PUBLIC = { PUBLIC_URL: 'https://farol.exemplo.com.br', CONTROLLER_NAME: 'Corretora Exemplo' }

describe('the settings of the environment', () => {
  const states = async (environment: Record<string, string>) => {
    const config: Config = readConfig(environment)
    const grounds: Grounds = {
      config,
      integrations: createIntegrations(config.integrations),
      now: () => NOW,
      process: null,
      replica: async () => null,
    }
    return Object.fromEntries((await accessProbe.look(grounds)).map(({ key, state }) => [key, state]))
  }

  test.each([
    ['this machine alone', {}, { public_url: 'good', metrics_token: 'good', session_days: 'good' }],
    ['other machines without an address', { HOST: '0.0.0.0' }, { public_url: 'notice' }],
    ['plain http for others', { ...PUBLIC, PUBLIC_URL: 'http://farol.local' }, { public_url: 'problem' }],
    ['a public server', PUBLIC, { public_url: 'good', trust_proxy: 'notice', metrics_token: 'notice' }],
    [
      'a public server with all',
      { ...PUBLIC, TRUST_PROXY: 'loopback', METRICS_TOKEN: 'a'.repeat(16) },
      { public_url: 'good', trust_proxy: 'good', metrics_token: 'good' },
    ],
    ['long sessions', { SESSION_DAYS: '61' }, { session_days: 'notice' }],
    ['the shared key', { ELECTIVE_LEAD_KEY: 'k'.repeat(16) }, { elective_lead_key: 'notice' }],
  ])('%s', async (_case, environment, expected) => {
    expect(await states(environment)).toMatchObject(expected)
  })

  test('a complete configuration has nothing that is said at the start', () => {
    expect(configProblems(readConfig(PUBLIC), NOTHING_SET)).toEqual([])
    expect(configProblems(readConfig({}), NOTHING_SET)).toEqual([])
  })

  test('no one is responsible for personal data, unless the environment or an administrator names a person', () => {
    const unnamed = readConfig({ ...PUBLIC, CONTROLLER_NAME: '' })
    expect(configProblems(unnamed, NOTHING_SET)).toMatchObject([{ key: 'controller_name', state: 'problem' }])
    expect(configProblems(unnamed, settingsFrom([{ key: 'controller_name', value: 'Ana Lima' }]))).toEqual([])
  })
})

describe('probes', () => {
  const probe = (key: string) => ({ key, group: 'disk' as const, about: 'o disco', limitMs: 50 })
  const answers: Record<string, () => Promise<Found[]> | Found[]> = {
    throws: () => {
      throw Object.assign(new Error('postgres://u:secret@host'), { code: 'EIO' })
    },
    hangs: () => new Promise<Found[]>(() => {}),
    full: () => Promise.reject(Object.assign(new Error('write'), { code: 'ENOSPC' })),
    good: () => [good('good', 'Bom.')],
  }

  test('one that throws or hangs is a problem in words without its message, and the others are seen', async () => {
    const noted: unknown[] = []
    const found = await lookWith(
      Object.keys(answers).map(probe),
      ({ key }) => answers[key]?.() ?? [],
      (error) => noted.push(error),
    )
    expect(found.map(({ key, state, what }) => [key, state, what])).toEqual([
      ['throws', 'problem', 'Não foi possível ver o disco (EIO).'],
      ['hangs', 'problem', 'Não foi possível ver o disco em 0.05 s.'],
      ['full', 'problem', 'Não há espaço em disco para gravar.'],
      ['good', 'good', 'Bom.'],
    ])
    expect(noted).toHaveLength(3)
  })
})

test('a loop passes its errors on, and counts looks that failed until one does not', () => {
  const noted: unknown[] = []
  const loops = createLoops({
    note: (error) => noted.push(error),
    now: () => NOW,
    isClockTrusted: () => true,
  })
  const logged: unknown[] = []
  const watch = loops.watch('imports', (error) => logged.push(error))
  watch.begins?.()
  expect(loops.states()).toEqual([{ name: 'imports', runningSince: NOW, failures: 0 }])
  watch.warn('broken')
  watch.ends?.('failed')
  expect(loops.states()).toEqual([{ name: 'imports', runningSince: null, failures: 1 }])
  watch.begins?.()
  watch.ends?.('done')
  expect(loops.states()).toEqual([{ name: 'imports', runningSince: null, failures: 0 }])
  expect([noted, logged]).toEqual([['broken'], ['broken']])
})

test('problems are first, then notices, each in the order of the groups', () => {
  const finding = (key: string, group: 'disk' | 'version' | 'database', state: Found['state']) => ({
    ...good(key, 'x'),
    group,
    state,
  })
  const findings = [
    finding('a', 'database', 'good'),
    finding('b', 'version', 'notice'),
    finding('c', 'version', 'problem'),
    finding('d', 'disk', 'problem'),
    finding('e', 'disk', 'notice'),
  ]
  expect(byUrgency(findings).map(({ key }) => key)).toEqual(['d', 'c', 'e', 'b', 'a'])
  expect(countWords(findings)).toBe('2 problemas, 2 avisos, 1 em ordem')
})

test('figures are in words', () => {
  expect([500, 5 * 1024 ** 2, 1.5 * 1024 ** 3, 2 * 1024 ** 4].map(sizeWords)).toEqual([
    '0,5 kB',
    '5 MB',
    '1,5 GB',
    '2 TB',
  ])
  expect([40, 720, 18_000, 3 * 86_400].map(ageWords)).toEqual(['40 s', '12 min', '5 h', '3 dias'])
})
