/** What the printed list of the board says of itself. docs/rules.md#printed-board */
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { BOARD_FILTERS, type BoardFilters } from '../../../domain/board/board-filters.ts'
import type { BoardView } from '../../../domain/board/board-view.ts'
import { formatDocument } from '../../../domain/documents/cpf-cnpj.ts'
import { knownLabel } from '../../../domain/lead/field-words.ts'
import { SCHEDULES_TAB, statusLine, TABS } from '../../../domain/lead/status.ts'
import { leadCount } from '../../../domain/lead/transfer.ts'
import { formatDay } from '../../../domain/time/sao-paulo.ts'
import { WHOSE_LABELS } from '../schedule-words.ts'

type Names = Pick<Catalogues, 'channels' | 'insurances' | 'users'>

const tabLabel = (status: number) => TABS.find((tab) => tab.status === status)?.label ?? ''

function valueWords(name: string, value: string | number, { users }: Names): string {
  if (name === 'brokerId') return users.get(Number(value))?.name ?? String(value)
  if (name === 'cpf') return formatDocument(String(value))
  return name === 'startDate' || name === 'endDate' ? formatDay(String(value)) : String(value)
}

const filterParts = (filters: BoardFilters, names: Names): string[] =>
  Object.entries(BOARD_FILTERS).flatMap(([name, line]) => {
    const value: unknown = Reflect.get(filters, name)
    if (typeof value !== 'string' && typeof value !== 'number') return []
    const label = 'label' in line ? line.label : (knownLabel(line.query) ?? line.query)
    return [`${label}: ${valueWords(name, value, names)}`]
  })

/** Returns 'Origem · Loja', 'Agendamentos · meus · próximos sete dias', 'Resultados · Corretor: Ana'. */
export function viewWords(view: BoardView, names: Names): string {
  if (view.kind === 'status') {
    const channel = view.channelId === undefined ? [] : [names.channels.get(view.channelId)?.name ?? '']
    const insurance = view.insuranceId === undefined ? [] : [names.insurances.get(view.insuranceId) ?? '']
    return [tabLabel(view.status), ...channel, ...insurance].join(' · ')
  }
  if (view.kind === 'schedules')
    return [
      tabLabel(SCHEDULES_TAB),
      WHOSE_LABELS[view.whose ?? 'all'].toLowerCase(),
      ...(view.sevenDays ? ['próximos sete dias'] : []),
    ].join(' · ')
  const status = view.status === undefined ? [] : [statusLine(view.status).label]
  return ['Resultados', ...status, ...filterParts(view.filters, names)].join(' · ')
}

/** Returns '34 leads', or how many of all are on paper. */
export const countWords = (printed: number, total: number): string =>
  printed >= total ? leadCount(total) : `Os primeiros ${leadCount(printed)} de ${leadCount(total)}`
