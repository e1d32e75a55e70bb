/** The counts of Agendamentos in words: one's own, and the sum. docs/rules.md#counters */
import type { BoardCounters } from '../../domain/board/board-view.ts'
import { formatNumber } from '../../domain/text/formats.ts'

export const WHOSE_LABELS = { own: 'Meus', free: 'Livres', all: 'Todos' } as const

const late = (number: number) =>
  number === 0 ? '' : `, ${formatNumber(number)} ${number === 1 ? 'atrasado' : 'atrasados'}`

/** '8 seus, 3 atrasados · 242 ao todo, 31 atrasados' */
export function schedulesInWords({ own, schedules }: Pick<BoardCounters, 'own' | 'schedules'>): string {
  const mine = `${formatNumber(own.open)} ${own.open === 1 ? 'seu' : 'seus'}${late(own.late)}`
  return `${mine} · ${formatNumber(schedules.pending)} ao todo${late(schedules.late)}`
}
