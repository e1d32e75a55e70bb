/**
 * 'Relatório de Indicações da Corretora' of the scripted peer: leads by which every figure, page and order of an answer is
 * made. tests/api/reports proves the server's own figures.
 */
import { page } from 'vitest/browser'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import type { ReferralRow } from '../../../src/domain/reports/lead-rows.ts'
import brokerIndications, {
  type BrokerSummaryRow,
  brokerTotal,
} from '../../../src/domain/reports/plain/broker-indications.ts'
import type { Asked, Peer } from './peer.ts'

export const BROKER_REPORT = '/relatorio-indicacoes-corretora'
export const { route: brokerIndicationsRoute, files: brokerIndicationsFiles } = bindingOf(brokerIndications)
export const AS_OF = '2026-11-18T12:30:00.000Z'

const PEOPLE = [
  { broker_id: 3, broker_name: 'Carla Nunes' },
  { broker_id: 7, broker_name: 'Bruno Teles' },
  { broker_id: null, broker_name: null },
]
const NAMES = ['Davi', 'Ana', 'Zilda', 'Otávio', 'Bia', 'Íris', 'Caio']

/** 36 leads, of which every fourth was sold. Their clients come in no order. */
export const REFERRALS: readonly ReferralRow[] = Array.from({ length: 36 }, (_, index) => {
  const isSold = index % 4 === 0
  const day = String(1 + (index % 17)).padStart(2, '0')
  const { broker_id = null, broker_name = null } = PEOPLE[index % 3] ?? {}
  return {
    id: 901 + index,
    client_name: `${NAMES[index % 7]} Souza ${index + 1}`,
    product: index % 2 === 0 ? 'Auto' : 'Residencial',
    create_lead_date: `2026-11-${day}T13:00:00.000Z`,
    proposal_date: null,
    capture_date: broker_id === null ? null : `2026-11-${day}T14:30:00.000Z`,
    capture_on_time: broker_id === null ? null : 1,
    end_lead_date: isSold ? `2026-11-${day}T19:00:00.000Z` : null,
    attendance_on_time: isSold ? 1 : null,
    state: isSold ? 3 : broker_id === null ? 1 : 2,
    status: isSold ? 3 : 2,
    sold: isSold ? 1 : 0,
    broker_id,
    broker_name,
    channel_id: 1,
    insurance_details: null,
  }
})

const FIGURES = {
  broker_all_leads: () => true,
  captures_on_time: (row) => row.capture_on_time === 1,
  attendances_on_time: (row) => row.attendance_on_time === 1,
  had_contact: (row) => row.state > 1,
  quoted: (row) => row.status === 3,
  backup_car: () => false,
  pague_menos: () => false,
  sold: (row) => row.sold === 1,
} as const satisfies Readonly<Record<string, (row: ReferralRow) => boolean>>

const isFigure = (name: string): name is keyof typeof FIGURES => Object.hasOwn(FIGURES, name)

const rowOf = ({ broker_id }: ReferralRow) => String(broker_id ?? 0)

function summaryOf(rows: readonly ReferralRow[]): BrokerSummaryRow[] {
  return [...Map.groupBy(rows, rowOf).values()].map((own, place) => {
    const count = (name: keyof typeof FIGURES) => own.filter(FIGURES[name]).length
    return {
      broker_id: own[0]?.broker_id ?? null,
      broker_name: own[0]?.broker_name ?? 'Sem corretor',
      broker_all_leads: own.length,
      captures_on_time: count('captures_on_time'),
      attendances_on_time: count('attendances_on_time'),
      had_contact: count('had_contact'),
      quoted: count('quoted'),
      backup_car: count('backup_car'),
      pague_menos: count('pague_menos'),
      sold: count('sold'),
      conversion: (count('sold') / own.length) * 100,
      negotiation_time: 5400,
      ranking: place + 1,
    }
  })
}

const figureLeadsIn = (rows: readonly ReferralRow[]) =>
  Object.fromEntries(
    Object.entries(FIGURES).map(([name, counts]) => {
      const byRow = Map.groupBy(rows.filter(counts), rowOf)
      return [name, Object.fromEntries([...byRow].map(([row, own]) => [row, own.map(({ id }) => id)]))]
    }),
  )

function sorted(rows: readonly ReferralRow[], order: string): ReferralRow[] {
  const textOf = (row: ReferralRow) =>
    JSON.stringify(Object.entries(row).find(([key]) => order.endsWith(key))?.[1])
  const factor = order.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => factor * textOf(a).localeCompare(textOf(b), 'pt-BR'))
}

function answerTo({ query }: Asked, all: readonly ReferralRow[]) {
  const broker = query.get('broker')
  const rows = all.filter(({ broker_id }) => broker === null || broker === String(broker_id))
  const [figure, row] = [query.get('figure') ?? '', query.get('row')]
  const counted = rows.filter(
    (each) => (!isFigure(figure) || FIGURES[figure](each)) && (row === null || row === rowOf(each)),
  )
  const [at, size] = [Number(query.get('page') ?? 1) - 1, Number(query.get('per_page') ?? 10)]
  const ordered = sorted(counted, query.get('order') ?? '-create_lead_date')
  const summary = summaryOf(rows)
  return {
    as_of: AS_OF,
    hours: { capture: 4, finish: 48 },
    summaryReport: summary,
    total: brokerTotal(summary, 5400),
    data: ordered.slice(at * size, (at + 1) * size),
    meta: { total: counted.length },
    ...(query.get('with_figures') === '1' ? { figure_leads: figureLeadsIn(rows) } : {}),
  }
}

type Rows = readonly ReferralRow[]

/** `all`: the leads of the answer, or by what is asked. */
export const answersBrokerReport = (peer: Peer, all: Rows | ((asked: Asked) => Rows) = REFERRALS): void =>
  peer.answersBy(brokerIndicationsRoute, (asked) =>
    answerTo(asked, typeof all === 'function' ? all(asked) : all),
  )

export const TITLE = 'Relatório de Indicações da Corretora'
export const report = page.getByRole('region', { name: TITLE, exact: true })
export const leadsOfReport = report.getByRole('region', { name: 'Leads', exact: true })
export const leadLinks = leadsOfReport.getByRole('link', { name: /abrir lead \d+$/ })
