/** Figures open their leads in origin, in both diagnoses, and of pinned reports without a network. docs/rules.md#reports */
import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { diagnosisRoute } from '../../../src/contract/reports/diagnosis.ts'
import { bindingOf } from '../../../src/contract/reports/report-binding.ts'
import type { Diagnosis } from '../../../src/domain/reports/diagnosis.ts'
import type { ReferralRow } from '../../../src/domain/reports/lead-rows.ts'
import origin, { type Origin } from '../../../src/domain/reports/plain/origin.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { AS_OF, answersBrokerReport, BROKER_REPORT, REFERRALS } from '../support/broker-report.ts'
import { exampleOf } from '../support/contract-answers.ts'
import { cutNetwork } from '../support/network.ts'
import type { Asked, Peer } from '../support/peer.ts'

const ORIGIN = '/relatorio-leads-origem?periodo=12-meses'
const { route: originRoute } = bindingOf(origin)
const DIAGNOSIS = '/relatorio-diagnostico?periodo=12-meses'
const report = page.getByRole('main')
const leads = report.getByRole('region', { name: 'Leads', exact: true })
const figure = (name: string | RegExp) => report.getByRole('button', { name }).first()

const CHANNELS = [
  { channel_id: 1, channel_name: 'Loja' },
  { channel_id: 8, channel_name: 'Site' },
]
const channelOf = ({ product }: ReferralRow) => (product === 'Auto' ? 1 : 8)

/** The rows that count a lead: its broker, the channel below it, the line below that. */
const rowsOf = (row: ReferralRow) => {
  const broker = String(row.broker_id ?? 0)
  return [broker, `${broker}-${channelOf(row)}`, `${broker}-${channelOf(row)}-1`]
}

const counted = (rows: readonly ReferralRow[], whole: readonly ReferralRow[]) => ({
  leads: rows.length,
  percent: (rows.length / whole.length) * 100,
})

const BROKERS: Origin['data'] = [...Map.groupBy(REFERRALS, ({ broker_id }) => broker_id)].map(
  ([broker_id, own]) => ({
    id: broker_id,
    name: '',
    leads_count: own.length,
    leads_by_channel: [],
    broker_id,
    broker_name: own[0]?.broker_name ?? 'Sem corretor',
    ...counted(own, REFERRALS),
    channels: CHANNELS.map((channel) => {
      const here = own.filter((row) => channelOf(row) === channel.channel_id)
      const line = { insurance_id: 1, insurance_name: 'Auto', leads: here.length, percent: 100 }
      return { ...channel, ...counted(here, own), insurances: [line] }
    }),
  }),
)

/** What the server says of the leads that it answers, where it is asked. */
const figuresOf = ({ query }: Asked, figures: NonNullable<Origin['figure_leads']>) =>
  query.get('with_figures') === '1' ? { figure_leads: figures } : {}

function answersOrigin(peer: Peer): void {
  peer.answersBy(originRoute, (asked) => {
    const { query } = asked
    const [size, row] = [query.get('per_page'), query.get('row')]
    const rows = REFERRALS.filter((lead) => row === null || rowsOf(lead).includes(row))
    const names = [...new Set(REFERRALS.flatMap(rowsOf))]
    const byRow = names.map((name) => {
      const own = REFERRALS.filter((lead) => rowsOf(lead).includes(name))
      return [name, own.map(({ id }) => id)] as const
    })
    return {
      as_of: AS_OF,
      data: BROKERS,
      total: counted(REFERRALS, REFERRALS),
      ...(size === null ? {} : { leads: rows.slice(0, Number(size)), meta: { total: rows.length } }),
      ...figuresOf(asked, { leads: Object.fromEntries(byRow) }),
    }
  })
}

/** Leads behind each figure of a tab. */
const BEHIND = { sales_quantity: 4, contact_whatsapp: 12, quoted: 5, hours_sold: 3, lost_sale_causes: 2 }
const leadsBehind = (name: string | null) =>
  REFERRALS.slice(0, Object.entries(BEHIND).find(([key]) => key === name)?.[1] ?? 0)

/** One tab of the example, with the counts that the test opens. */
function part(tab: Diagnosis['new']): Diagnosis['new'] {
  const { sales_quantity, contact_whatsapp, quoted, hours_sold, lost_sale_causes } = BEHIND
  return {
    ...tab,
    items: {
      ...tab.items,
      sales_quantity,
      contact_whatsapp,
      quoted,
      lost_sale_causes: [{ id: 1, value: 'Preço', quantity: lost_sale_causes }],
    },
    newTableItems: {
      ...tab.newTableItems,
      grouped_hours: [{ groupHours: '09–12', countItems: 9, sold: hours_sold, average: 33.3 }],
    },
  }
}

function answersDiagnosis(peer: Peer): void {
  const {
    leads: _leads,
    meta: _meta,
    figure_leads: _figures,
    ...example
  } = diagnosisRoute.answer.parse(exampleOf(diagnosisRoute))
  peer.answersBy(diagnosisRoute, (asked) => {
    const { query } = asked
    const size = query.get('per_page')
    const rows = query.has('figure') ? leadsBehind(query.get('figure')) : REFERRALS
    const ids = (name: string) => ({ all: leadsBehind(name).map(({ id }) => id) })
    return {
      ...example,
      as_of: AS_OF,
      renewal: part(example.renewal),
      new: part(example.new),
      ...(size === null ? {} : { leads: rows.slice(0, Number(size)), meta: { total: rows.length } }),
      ...figuresOf(asked, { quoted: ids('quoted'), sales_quantity: ids('sales_quantity') }),
    }
  })
}

/** Presses a figure and reads what the table below it says: that figure, and as many leads. */
async function opensItsLeads(pressed: Locator, words: string): Promise<void> {
  await expect.element(pressed).toBeVisible()
  const count = Number(/: (\d+), ver os leads$/.exec(pressed.element().getAttribute('aria-label') ?? '')?.[1])
  expect(count).toBeGreaterThan(0)
  await userEvent.click(pressed)
  await expect.element(leads.getByRole('status').first()).toHaveTextContent(words)
  await expect.element(leads.getByRole('heading', { name: 'Leads' })).toBeInViewport()
  await expect.element(leads.getByRole('link', { name: /abrir lead \d+$/ })).toHaveLength(Math.min(10, count))
  if (count > 10) await expect.element(leads.getByText(new RegExp(` de ${count}$`))).toBeVisible()
}

const open = (path: string): Promise<MountedApp> =>
  openApp(path, {
    role: 1,
    script: (peer) => {
      answersOrigin(peer)
      answersDiagnosis(peer)
      answersBrokerReport(peer)
    },
  })

test('in origin the leads come behind a figure alone: of all, of none, and of a broker by channel', async () => {
  const { peer } = await open(ORIGIN)
  await expect.element(figure(/^Leads: /)).toBeVisible()
  await expect.element(leads).not.toBeInTheDocument()
  await opensItsLeads(figure(/^Leads: /), 'Só Leads')
  await opensItsLeads(figure(/^Sem corretor: /), 'Só Leads de Sem corretor')
  await userEvent.click(figure('Canais de Carla Nunes'))
  const channels = report.getByRole('table', { name: 'Canais' })
  await opensItsLeads(
    channels.getByRole('button', { name: /^Leads de Site.*ver os leads$/ }),
    'Só Leads de Carla Nunes · Site',
  )
  const asked = peer.callsOf(originRoute).map(({ query }) => `${query.get('figure')} ${query.get('row')}`)
  expect(asked).toEqual(['null null', 'leads null', 'leads 0', 'leads 3-8'])
  await userEvent.click(report.getByRole('button', { name: 'Fechar', exact: true }))
  await expect.element(leads).not.toBeInTheDocument()
})

test.each([
  ['renovacao', 'renewal'],
  ['seguro-novo', 'new'],
])('in the diagnosis %s tiles, ways and reasons open their leads', async (aba, tab) => {
  const { peer } = await open(`${DIAGNOSIS}&aba=${aba}`)
  await opensItsLeads(figure(/^Vendidos: /), 'Só Seguros vendidos')
  await opensItsLeads(figure(/^WhatsApp de Contatos: /), 'Só Contatos · WhatsApp')
  await opensItsLeads(figure(/^Perdas de Preço: /), 'Só Perdas de Preço')
  if (tab === 'new') await opensItsLeads(figure(/^Vendidos de 09–12: /), 'Só Vendidos de 09–12')
  const asked = peer.callsOf(diagnosisRoute).filter(({ query }) => query.has('figure'))
  expect(asked.map(({ query }) => `${query.get('tab')} ${query.get('figure')} ${query.get('row')}`)).toEqual(
    [
      `${tab} sales_quantity null`,
      `${tab} contact_whatsapp null`,
      `${tab} lost_sale_causes 1`,
      'new hours_sold 9',
    ].slice(0, tab === 'new' ? 4 : 3),
  )
})

const PINNED = [
  [BROKER_REPORT, /^Vendidos de todos: /, 'Só Vendidos'],
  [ORIGIN, /^Sem corretor: /, 'Só Leads de Sem corretor'],
  [`${DIAGNOSIS}&aba=seguro-novo`, /^Cotados: /, 'Só Cotações · Total'],
] as const

test('figures of pinned reports open their leads without a network, also after a new start', async () => {
  const { peer, go, load } = await open('/sincronizacao')
  for (const [path] of PINNED) {
    await go(path)
    await userEvent.click(page.getByRole('button', { name: 'Visões' }))
    const kept = page.getByRole('menuitemcheckbox', { name: 'Disponível sem rede' })
    await userEvent.click(kept)
    await expect.element(kept).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Visões' }))
    await expect.element(kept).toBeChecked()
    await userEvent.keyboard('{Escape}')
  }
  await go('/relatorios')
  await expect
    .element(report.getByText(/^(Período do relatório|Últimos 12 meses).*: (agora|há)/))
    .toHaveLength(PINNED.length)
  cutNetwork(peer)
  for (const [path, name, words] of PINNED) {
    await load(path)
    await expect.element(report.getByText(/^Sem conexão\. Dados de/)).toBeVisible()
    await opensItsLeads(figure(name), words)
  }
})
