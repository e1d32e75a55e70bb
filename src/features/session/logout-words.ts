/** Texts of the sign-out question, by the number of unsent commands and drafts. */
import type { UnsavedCounts } from '../../db/mirror/reads.ts'

export const DRAFT_WORDS = {
  label: (drafts: number) =>
    drafts === 1 ? 'Guardar 1 rascunho neste aparelho' : `Guardar ${drafts} rascunhos neste aparelho`,
  description:
    'Rascunho é o que você digitou em um formulário e não salvou. ' +
    'Guardado, espera por você até 30 dias. Desmarque para apagar ao sair.',
  kept: 'Os rascunhos ficam guardados.',
  dropped: 'Os rascunhos também são apagados.',
} as const

export function questionTitle({ commands, drafts }: UnsavedCounts): string {
  return commands === 0 && drafts > 0 ? 'Sair com rascunhos não salvos?' : 'Sair com alterações por enviar?'
}

export function waitingWords({ commands, drafts }: UnsavedCounts): string {
  if (commands === 0) return drafts === 0 ? 'Tudo foi enviado. Você já pode sair.' : 'Tudo foi enviado.'
  return commands === 1
    ? 'Uma alteração feita neste aparelho ainda não chegou ao servidor.'
    : `${commands} alterações feitas neste aparelho ainda não chegaram ao servidor.`
}

/** Returns the label of the sign-out button, which states what happens to the work. */
export function leaveWords({ commands, drafts }: UnsavedCounts, keepsDrafts: boolean): string {
  if (commands > 0) return 'Sair e guardar a fila neste aparelho'
  if (drafts === 0) return 'Sair'
  const what = drafts === 1 ? 'o rascunho' : 'os rascunhos'
  return keepsDrafts ? `Guardar ${what} e sair` : `Apagar ${what} e sair`
}
