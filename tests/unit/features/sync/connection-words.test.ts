import { describe, expect, it } from 'vitest'
import type { Waiting } from '../../../../src/db/outbox/waiting.ts'
import { MINUTE_MS } from '../../../../src/domain/time/durations.ts'
import { connectionWords, isOldQueue } from '../../../../src/features/sync/connection-words.ts'
import type { SyncStatus } from '../../../../src/sync/api.ts'

const NOW = Date.parse('2026-11-20T15:00:00Z')

const aStatus = (change: Partial<SyncStatus> = {}): SyncStatus => ({
  connection: 'online',
  phase: 'idle',
  progress: null,
  lastSyncAt: NOW,
  needsLogin: false,
  problem: null,
  appTooOld: false,
  takingOver: false,
  ...change,
})
const waiting = (change: Partial<Waiting> = {}): Waiting => ({
  pending: 0,
  problems: 0,
  oldestAt: null,
  ...change,
})

describe('the sync status in the top bar', () => {
  it.each([
    [aStatus(), waiting(), 'Conectado · atualizado agora', 'connected'],
    [aStatus({ connection: 'unknown' }), waiting(), 'Conectando · atualizado agora', 'waiting'],
    [
      aStatus({ connection: 'unknown', takingOver: true }),
      waiting(),
      'Assumindo a sincronização · atualizado agora',
      'waiting',
    ],
    [
      aStatus({ connection: 'offline', lastSyncAt: NOW - 12 * MINUTE_MS }),
      waiting({ pending: 3 }),
      'Sem conexão · 3 pendentes · atualizado há 12 min',
      'offline',
    ],
    [aStatus(), waiting({ pending: 1 }), 'Conectado · 1 pendente · atualizado agora', 'waiting'],
    [
      aStatus(),
      waiting({ pending: 2, problems: 1 }),
      'Conectado · 1 para resolver · 2 pendentes · atualizado agora',
      'attention',
    ],
    [
      aStatus({ needsLogin: true }),
      waiting({ pending: 1 }),
      'Sessão expirada · 1 pendente · atualizado agora',
      'attention',
    ],
    [
      aStatus({ lastSyncAt: null, progress: { done: 12_400, expected: 50_000 } }),
      waiting(),
      'Conectado · Baixando leads 12.400 de 50.000',
      'connected',
    ],
  ] as const)('shows connection, pending commands and the age of the last sync (%#)', (status, counts, words, mood) => {
    expect(connectionWords(status, counts, NOW)).toMatchObject({ words, mood })
  })

  it('never shows a last sync in the future after the clock was set back', () => {
    expect(connectionWords(aStatus({ lastSyncAt: NOW + MINUTE_MS * 30 }), waiting(), NOW).words).toBe(
      'Conectado · atualizado agora',
    )
  })

  it('counts all commands that the server does not have in the badge', () => {
    expect(connectionWords(aStatus(), waiting({ pending: 2, problems: 1 }), NOW).count).toBe(3)
  })
})

describe('a queue', () => {
  it('is old when its oldest entry is older than a day', () => {
    const day = 24 * 60 * MINUTE_MS
    expect(isOldQueue(waiting({ pending: 1, oldestAt: NOW - day - 1 }), NOW)).toBe(true)
    expect(isOldQueue(waiting({ pending: 1, oldestAt: NOW - day }), NOW)).toBe(false)
    expect(isOldQueue(waiting(), NOW)).toBe(false)
  })
})
