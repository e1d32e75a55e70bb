/** Tables of reports and lists: on a phone, beside the menu of a tablet, on paper. docs/rules.md#tables */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { lostSalesRoute } from '../../../src/contract/reports/lost-sales.ts'
import type { ReferralRow } from '../../../src/domain/reports/lead-rows.ts'
import { lostSalesSchema } from '../../../src/domain/reports/lost-sales.ts'
import { aClient } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import {
  AS_OF,
  answersBrokerReport,
  BROKER_REPORT,
  brokerIndicationsRoute,
  leadLinks,
  REFERRALS,
  report,
} from '../support/broker-report.ts'
import { answersAllReads } from '../support/contract-answers.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptList } from '../support/kept-list.ts'
import { keptUsers } from '../support/kept-users.ts'
import type { Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import { cutByPinned, pinnedOverMore } from '../support/pinned.ts'

const PEOPLE = ['Ana Beatriz Moreira', 'Bruno Teles', 'Carla Nunes', 'Diego Farias', 'Elisa Prado']
const ranking = (of: string, count = 10) =>
  Array.from({ length: count }, (_, place) => ({
    name: `${PEOPLE[place % 5]} ${of} ${place + 1}`,
    name_id: place + 1,
    v1: 60 - place * 5,
    v2: 60 - place * 5,
    v3: 100,
    v4: null,
  }))
const LOSSES = Array.from({ length: 36 }, (_, place) => ({
  id: 901 + place,
  client_id: 1 + place,
  client_name: `${PEOPLE[place % 5]} da Silva`,
  broker_id: 3,
  broker_name: 'Carla Nunes',
  lost_sale: 1,
  lost_sale_name: 'Preço acima do concorrente',
  channel_id: 1,
  channel_name: 'Concessionária',
  partner_id: 25,
  partner_name: 'Siqueira Fiat',
  end_lead_date: `2026-11-${String(1 + (place % 17)).padStart(2, '0')}T19:00:00.000Z`,
}))
const LOST_SALES = lostSalesSchema.parse([
  ranking('motivo'),
  ranking('corretor'),
  ranking('corretora', 4),
  ranking('indicador'),
  ranking('loja'),
  ranking('vendas'),
  { lost_sale: [], broker_id: [], competitor_broker: [], inviter_id: [], partner_id: [], channel_id: [] },
  LOSSES,
  { as_of: AS_OF, total: LOSSES.length },
])
/** What the report was long when each row of a ranking was a card. */
const LONG = 12_216

describe.each<Look>([
  { width: 'phone', scheme: 'light' },
  { width: 'phone', scheme: 'dark' },
])('lost sales on a $width, $scheme', (look) => {
  test('the report is a third as long as its cards were, and its rankings have totals', async () => {
    await openApp('/relatorio-perdas', {
      ...look,
      role: 1,
      script: (peer) => peer.answers(lostSalesRoute, LOST_SALES),
    })
    const brokers = page.getByRole('table', { name: 'Perdas por corretor' })
    await expect.element(brokers.getByRole('row', { name: /^Total/ })).toBeInTheDocument()
    await expect.poll(() => document.querySelectorAll('.recharts-bar-rectangle').length).toBeGreaterThan(0)
    await isInOrder('lost sales')
    await hasTargetsForThumbs('lost sales')
    expect(brokers.getByRole('row').elements()).toHaveLength(1 + 4 + 1)
    expect(document.documentElement.scrollHeight).toBeLessThan(LONG / 3)
    await userEvent.click(page.getByRole('button', { name: 'Mostrar mais · 4 de 10' }).nth(1))
    await expect.element(brokers.getByRole('row')).toHaveLength(1 + 10 + 1)
    const clients = page.getByRole('list', { name: 'Clientes' }).getByRole('listitem')
    expect(clients.elements()).toHaveLength(4)
    await userEvent.click(page.getByRole('button', { name: 'Mostrar mais · 4 de 36' }))
    await expect.element(clients).toHaveLength(10)
  })
})

test.each([
  '/users',
  '/canais',
  '/lead-broker-config',
])('%s keeps its buttons in sight on a tablet', async (path) => {
  const { script } = keptUsers()
  await openApp(path, {
    width: 'tablet',
    role: 1,
    script: (peer) => {
      script(peer)
      const rule = { id: 1, channel_id: 1, partner_id: 25, insurance_id: 1, broker_id: 3, status: 1 }
      new KeptList(peer, MANAGED.lead_broker_config).change(1, rule)
    },
  })
  const edit = page.getByRole('button', { name: /^Editar/ }).first()
  await expect.element(edit).toBeVisible()
  const { left, top, width, height, right } = edit.element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(820)
  expect(edit.element().contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
  await expect.element(page.getByRole('columnheader', { name: 'ID', exact: true })).not.toBeInTheDocument()
})

/** Each has a column of buttons. */
const PINNED = [
  '/users',
  '/clients',
  '/canais',
  '/technical-team',
  '/importar',
  '/importar-renovacoes',
  '/aparelhos',
  '/privacidade',
]

test.each(PINNED)('%s on a tablet cuts no words without a sign that there is more', async (path) => {
  const { script } = keptUsers()
  await openApp(path, {
    width: 'tablet',
    role: 1,
    clients: [aClient()],
    script: (peer) => {
      answersAllReads(peer)
      if (path === '/users') script(peer)
    },
  })
  await expect.poll(() => document.querySelectorAll('td[data-pinned="right"]').length).toBeGreaterThan(0)
  await expect.poll(cutByPinned).toEqual([])
  if (path === '/users') expect(pinnedOverMore()).toBe(0)
  if (path === '/importar') expect(pinnedOverMore()).toBe(1)
})

describe('on paper', () => {
  interface Paper {
    readonly links: number
    readonly words: string
    readonly pagers: number
  }
  function printed(): Paper[] {
    const papers: Paper[] = []
    const print = vi.spyOn(window, 'print').mockImplementation(() => {
      window.dispatchEvent(new Event('beforeprint'))
      const root = report.element()
      papers.push({
        links: leadLinks.elements().length,
        words: /No papel, .*? linhas\./.exec(root.textContent)?.[0] ?? '',
        pagers: root.querySelectorAll('.mantine-datatable-pagination').length,
      })
      window.dispatchEvent(new Event('afterprint'))
    })
    onTestFinished(() => print.mockRestore())
    return papers
  }
  const button = page.getByRole('button', { name: 'Imprimir tudo' })
  const many = Array.from({ length: 1040 }, (_, place): ReferralRow => {
    const [row] = REFERRALS.slice(place % REFERRALS.length)
    if (row === undefined) throw new Error('no rows')
    return { ...row, id: 2000 + place }
  })

  test('a report has every row in place of a page, once for a double tap', async () => {
    const papers = printed()
    await openApp(BROKER_REPORT, { role: 2, script: (peer) => answersBrokerReport(peer) })
    await expect.element(leadLinks).toHaveLength(10)
    await userEvent.dblClick(button)
    await expect.poll(() => papers).toEqual([{ links: REFERRALS.length, words: '', pagers: 0 }])
    await expect.element(leadLinks).toHaveLength(10)
  })

  test('a table that the server sorts is asked for before it is printed, and paper names its limit', async () => {
    const papers = printed()
    const { peer } = await openApp(`${BROKER_REPORT}?ordem=client_name`, {
      role: 2,
      script: (scripted) => answersBrokerReport(scripted, many),
    })
    await expect.element(leadLinks).toHaveLength(10)
    const asked = peer.callsOf(brokerIndicationsRoute).length
    await userEvent.click(button)
    const words = 'No papel, as primeiras 500 de 1.040 linhas.'
    await expect.poll(() => papers).toEqual([{ links: 500, words, pagers: 0 }])
    expect(peer.callsOf(brokerIndicationsRoute)).toHaveLength(asked + 1)
    await expect.element(leadLinks).toHaveLength(10)
  })

  test('without a network paper has the page of such a table', async () => {
    const papers = printed()
    const { peer } = await openApp(`${BROKER_REPORT}?ordem=client_name`, {
      role: 2,
      script: (scripted) => answersBrokerReport(scripted, many),
    })
    await expect.element(leadLinks).toHaveLength(10)
    cutNetwork(peer)
    await userEvent.click(button)
    await expect.poll(() => papers.map(({ links }) => links)).toEqual([10])
  })
})
