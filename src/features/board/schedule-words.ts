/** The counts of Agendamentos in words: one's own, and the sum. docs/rules.md#counters */
import type { BoardCounters } from '../../domain/board/board-view.ts'

export const WHOSE_LABELS = { own: 'Meus', free: 'Livres', all: 'Todos' } as const

const count = new Intl.NumberFormat('pt-BR')
const late = (number: number) =>
  number === 0 ? '' : `, ${count.format(number)} ${number === 1 ? 'atrasado' : 'atrasados'}`

/** '8 seus, 3 atrasados · 242 ao todo, 31 atrasados' */
export function schedulesInWords({ own, schedules }: Pick<BoardCounters, 'own' | 'schedules'>): string {
  const mine = `${count.format(own.open)} ${own.open === 1 ? 'seu' : 'seus'}${late(own.late)}`
  return `${mine} · ${count.format(schedules.pending)} ao todo${late(schedules.late)}`
}
