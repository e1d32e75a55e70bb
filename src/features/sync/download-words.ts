/** The first download in words, while it runs and while it makes no progress. */
import type { FirstPull } from '../../db/mirror/pull-state.ts'
import type { SyncStatus } from '../../sync/api.ts'
import { amountWords, progressWords } from '../../ui/progress-words.ts'

export type DownloadWords =
  | {
      readonly kind: 'runs'
      readonly text: string
      /** Stored part, from 0 to 1. null before the first leads. */
      readonly share: number | null
    }
  | { readonly kind: 'stands'; readonly text: string }

/** Returns null while another notice names what stops the download: the session has ended. */
export function downloadWords(
  pull: FirstPull,
  { connection, problem, needsLogin }: SyncStatus,
): DownloadWords | null {
  if (needsLogin) return null
  const { done, expected } = pull
  const isEmpty = done === 0
  const here = `${amountWords(pull)} leads neste aparelho`
  if (problem !== null) return { kind: 'stands', text: isEmpty ? problem : `${problem} Até agora, ${here}.` }
  if (connection === 'offline')
    return {
      kind: 'stands',
      text: isEmpty
        ? 'Sem conexão. O primeiro download continua assim que a rede voltar.'
        : `Sem conexão: ${here}. O restante vem assim que a rede voltar.`,
    }
  if (isEmpty) return { kind: 'runs', text: 'Preparando seus leads…', share: null }
  const share = expected === null ? 0 : Math.min(1, done / expected)
  return { kind: 'runs', text: progressWords({ label: 'Baixando leads', ...pull }), share }
}
