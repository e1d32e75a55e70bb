/** States, statuses and tabs: docs/rules.md#states-and-statuses. */
import type { Lead } from './lead.ts'
import { isFinished } from './lead-state.ts'

export type StatusColour = 'blue' | 'yellow' | 'sea' | 'purple' | 'gray' | 'green' | 'orange'

export interface StatusLine {
  readonly status: number
  readonly label: string
  readonly colour: StatusColour
}

/** The first status of a lead, and the first tab of the board. */
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

/** Statuses that rules name. Only 'Vendido com Pendência' and 'Finalizar' reach the last two. */
export const NEGOTIATION = 2
export const SOLD_PENDING = 5
export const FINISHED = 6

const UNKNOWN_STATUS: StatusLine = { status: 0, label: 'Sem status', colour: 'gray' }

export function statusLine(status: number): StatusLine {
  return STATUSES.find((line) => line.status === status) ?? UNKNOWN_STATUS
}

export const STATES: Readonly<Record<number, string>> = { 1: 'Origem', 2: 'Em atendimento', 3: 'Finalizado' }

/** The status number of the tab Agendamentos. The result buttons hide it: docs/rules.md#filters. */
export const SCHEDULES_TAB = 7

export interface TabLine {
  readonly status: number
  readonly label: string
  readonly state: number | null
}

/** The state of each tab's leads; null for Agendamentos. A tab that TAB_LABELS lacks has its status's label. */
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

/** Returns the tabs in the order of a flow. Tabs that the flow does not name follow in their own order. */
export function tabOrder(flow: readonly number[]): readonly TabLine[] {
  const named = flow.flatMap((status) => TABS.find((tab) => tab.status === status) ?? [])
  return [...named, ...TABS.filter((tab) => !flow.includes(tab.status))]
}

/** Returns the next status in the channel's flow. The last status returns itself: docs/rules.md#status-flow. */
export function nextStatus(status: number, flow: readonly number[]): number {
  const usable = flow.length > 0 ? flow : DEFAULT_STATUS_FLOW
  const place = usable.indexOf(status)
  if (place >= 0) return usable[place + 1] ?? status
  return usable.find((later) => later > status) ?? status
}

/** Converts the stored 0 and 1 to the screen's 1 (not sold) and 2 (sold): docs/rules.md#lead-fields. */
export const soldToScreen = (sold: 0 | 1): 1 | 2 => (sold === 1 ? 2 : 1)
export const soldFromScreen = (shown: 1 | 2): 0 | 1 => (shown === 2 ? 1 : 0)

/** Labels of the additional offers by their stored number: docs/rules.md#catalogues. */
export const OFFERS: readonly string[] = ['Não oferecido', 'Oferecido / não vendido', 'Oferecido/vendido']

/** Returns the label of a finished lead's chip. */
export function saleLabel(lead: Pick<Lead, 'sold' | 'cancelled'>): string {
  if (lead.cancelled) return 'Cancelado'
  return lead.sold === 1 ? 'Vendido' : 'Não vendido'
}

/** Returns the label of a lead's status; of a finished lead, how it ended. */
export const statusWords = (lead: Pick<Lead, 'state' | 'status' | 'sold' | 'cancelled'>): string =>
  isFinished(lead) ? saleLabel(lead) : statusLine(lead.status).label
