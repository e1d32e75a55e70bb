/** Imports of renewals that ended: docs/rules.md#notices */

import { formatNumber } from '../text/formats.ts'
import type { Notice } from './notice.ts'

export interface ImportOutcome {
  readonly id: number
  readonly state: 'preparing' | 'running' | 'done' | 'cancelled'
  readonly file_name: string
  readonly user: { readonly id: number }
  readonly made: number
  readonly updated: number
  readonly refused: number
  /** ISO 8601. null while it runs. */
  readonly ended_at: string | null
}

const counted = (count: number, one: string, many: string) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Only those that the user started. */
export function importNotices(imports: readonly ImportOutcome[], userId: number): Notice[] {
  return imports.flatMap(({ id, state, file_name, user, made, updated, refused, ended_at }) => {
    if (user.id !== userId || ended_at === null) return []
    const figures = [
      counted(made, 'lead criado', 'leads criados'),
      counted(updated, 'atualizado', 'atualizados'),
      counted(refused, 'linha recusada', 'linhas recusadas'),
    ].join(', ')
    return {
      key: `import:${id}`,
      kind: 'import',
      atMs: Date.parse(ended_at),
      momentMs: Date.parse(ended_at),
      title: file_name,
      text: state === 'done' ? 'Importação concluída' : 'Importação interrompida',
      note: figures,
      isUrgent: false,
      target: { to: 'imports' },
    } satisfies Notice
  })
}
