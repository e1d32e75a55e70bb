/** States, statuses and tabs: docs/rules.md#states-and-statuses. */
import type { Lead } from './lead.ts'

export type StatusColour = 'blue' | 'yellow' | 'sea' | 'purple' | 'gray' | 'green' | 'orange'

export interface StatusLine {
  readonly status: number
  readonly label: string
  readonly colour: StatusColour
}

/** Where a lead begins, and the board with it. */
export const ORIGIN = 1

export const STATUSES: readonly StatusLine[] = [
  { status: ORIGIN, label: 'Origem', colour: 'blue' },
  { status: 2, label: 'Negociação', colour: 'yellow' },
  { status: 3, label: 'Whatsapp/Ligou', colour: 'sea' },
  { status: 4, label: 'Envio Cotação', colour: 'purple' },
  { status: 5, label: 'Vendido com Pendência', colour: 'gray' },
  { status: 6, label: 'Finalizado', colour: 'green' },
  { status: 7, label: 'Agendado', colour: 'orange' },
]

/** Statuses that only a step of their own reaches: 'Vendido com pendência' and 'Finalizar'. */
export const NEGOTIATION = 2
export const SOLD_PENDING = 5
export const FINISHED = 6

const UNKNOWN_STATUS: StatusLine = { status: 0, label: 'Sem status', colour: 'gray' }

export function statusLine(status: number): StatusLine {
  return STATUSES.find((line) => line.status === status) ?? UNKNOWN_STATUS
}

export const STATES: Readonly<Record<number, string>> = { 1: 'Origem', 2: 'Em atendimento', 3: 'Finalizado' }

/**
 * The status that stands for the tab Agendamentos in the tab order. The result buttons hide it: docs/rules.md#filters.
 */
export const SCHEDULES_TAB = 7

export interface TabLine {
  readonly status: number
  readonly label: string
  readonly state: number | null
}

/** The state whose leads a tab shows; null: the tab of the schedulings. Where no label stands, the status gives it. */
const TAB_STATES: readonly Pick<TabLine, 'status' | 'state'>[] = [
  { status: ORIGIN, state: 1 },
  { status: 2, state: 2 },
  { status: 3, state: 2 },
  { status: 4, state: 2 },
  { status: 5, state: 2 },
  { status: 6, state: 3 },
  { status: SCHEDULES_TAB, state: null },
]

const TAB_LABELS: ReadonlyMap<number, string> = new Map([
  [6, 'Finalizados'],
  [SCHEDULES_TAB, 'Agendamentos'],
])

export const TABS: readonly TabLine[] = TAB_STATES.map(({ status, state }) => ({
  status,
  label: TAB_LABELS.get(status) ?? statusLine(status).label,
  state,
}))

export const DEFAULT_STATUS_FLOW: readonly number[] = [1, 2, 3, 4, 5, 6]

/** Tabs in the order of a flow; those that the flow doesn't name follow in their own. */
export function tabOrder(flow: readonly number[]): readonly TabLine[] {
  const named = flow.flatMap((status) => TABS.find((tab) => tab.status === status) ?? [])
  return [...named, ...TABS.filter((tab) => !flow.includes(tab.status))]
}

/** The status after this one in the channel's flow; the last stays: docs/rules.md#status-flow. */
export function nextStatus(status: number, flow: readonly number[]): number {
  const usable = flow.length > 0 ? flow : DEFAULT_STATUS_FLOW
  const place = usable.indexOf(status)
  if (place >= 0) return usable[place + 1] ?? status
  return usable.find((later) => later > status) ?? status
}

/** Screen ids 1 (not sold) and 2 (sold) from the stored 0 and 1: docs/rules.md#lead-fields. */
export const soldToScreen = (sold: 0 | 1): 1 | 2 => (sold === 1 ? 2 : 1)
export const soldFromScreen = (shown: 1 | 2): 0 | 1 => (shown === 2 ? 1 : 0)

/** What was offered besides, by its stored number: docs/rules.md#catalogues. */
export const OFFERS: readonly string[] = ['Não oferecido', 'Oferecido / não vendido', 'Oferecido/vendido']

/** What a finished lead's chip says. */
export function saleLabel(lead: Pick<Lead, 'sold' | 'cancelled'>): string {
  if (lead.cancelled) return 'Cancelado'
  return lead.sold === 1 ? 'Vendido' : 'Não vendido'
}
