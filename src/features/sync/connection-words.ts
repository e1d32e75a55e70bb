/** Texts of the top bar for connection, queue and age: 'Sem conexão · 3 pendentes · atualizado há 12 min'. */

import type { Waiting } from '../../db/outbox/waiting.ts'
import { ageInWords } from '../../domain/time/sao-paulo.ts'
import type { SyncStatus } from '../../sync/api.ts'
import { progressWords } from '../../ui/progress-words.ts'

/** Age from which a queue shows a warning: docs/rules.md#the-queue. */
const OLD_QUEUE_MS = 24 * 3_600_000

export type Mood = 'connected' | 'offline' | 'waiting' | 'attention'

/** Shown on the sync screen. The top bar has a shorter text. */
export const TAKING_OVER = 'Outra janela do Farol parou de responder. Esta assume a sincronização.'

export interface ConnectionWords {
  readonly mood: Mood
  readonly words: string
  /** The badge's number: all commands that are not on the server. */
  readonly count: number
}

const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

function connectionWord({ connection, needsLogin, takingOver }: SyncStatus): string {
  if (needsLogin) return 'Sessão expirada'
  if (takingOver) return 'Assumindo a sincronização'
  if (connection === 'online') return 'Conectado'
  return connection === 'offline' ? 'Sem conexão' : 'Conectando'
}

export function connectionWords(status: SyncStatus, counts: Waiting, nowMs: number): ConnectionWords {
  const { progress, lastSyncAt } = status
  const parts = [
    connectionWord(status),
    ...(counts.problems > 0 ? [`${counts.problems} para resolver`] : []),
    ...(counts.pending > 0 ? [plural(counts.pending, 'pendente', 'pendentes')] : []),
    ...(progress !== null && progress.done > 0
      ? [progressWords({ label: 'Baixando leads', ...progress })]
      : []),
    ...(progress === null && lastSyncAt !== null
      ? [`atualizado ${ageInWords(Math.min(lastSyncAt, nowMs), nowMs)}`]
      : []),
  ]
  const mood: Mood =
    counts.problems > 0 || status.needsLogin
      ? 'attention'
      : status.connection === 'offline'
        ? 'offline'
        : counts.pending > 0 || status.connection === 'unknown'
          ? 'waiting'
          : 'connected'
  return { mood, words: parts.join(' · '), count: counts.problems + counts.pending }
}

/** Whether the oldest command has waited for more than a day. */
export function isOldQueue({ oldestAt }: Waiting, nowMs: number): boolean {
  return oldestAt !== null && nowMs - oldestAt > OLD_QUEUE_MS
}
