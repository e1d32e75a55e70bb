/** 'Relatórios' answers: question, figure of the month and change, with and without a network. docs/rules.md#report-overview */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dealershipIndicationsRoute } from '../../../src/contract/reports/dealership-indications.ts'
import { leadChartRoute } from '../../../src/contract/reports/funnel.ts'
import { lostSalesRoute } from '../../../src/contract/reports/lost-sales.ts'
import { openMirror } from '../../../src/db/open.ts'
import { funnelStages } from '../../../src/domain/reports/funnel.ts'
import { QUESTIONS } from '../../../src/domain/reports/overview.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { openApp } from '../support/app.tsx'
import { AS_OF, answersBrokerReport, brokerIndicationsRoute, REFERRALS } from '../support/broker-report.ts'
import { answersAllReads } from '../support/contract-answers.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { menu } from '../support/menu.ts'
import { cutNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const screen = page.getByRole('region', { name: 'Relatórios', exact: true })
const tile = screen.getByRole('region', { name: 'Rel. Ind. Corretora', exact: true })
const losses = screen.getByRole('region', { name: 'Rel. de Perdas', exact: true })
const dealership = screen.getByRole('region', { name: 'Rel. Ind. Conce.', exact: true })
const funnel = screen.getByRole('region', { name: 'Funil de vendas', exact: true })
const NOTHING = 'Ainda sem dados neste aparelho.'
const NO_STEPS = { called: 0, contacted: 0, quoted: 0, pague_menos: 0, seguro_conteudo: 0, backup_car: 0 }
const FAILED = 'O servidor não deu este número agora.'
const QUESTION = 'Quantos leads cada corretor recebeu, cotou e vendeu?'

/** November has 36 leads, and October 24. */
function answers(peer: Peer): void {
  answersAllReads(peer)
  answersBrokerReport(peer, ({ query }) =>
    query.get('date_ini') === '2026-11-01' ? REFERRALS : REFERRALS.slice(0, 24),
  )
}

test('each report has its question, its figure of this month and the change, also without a network', async () => {
  const { peer, load } = await openApp('/relatorios', { role: 2, script: answers })
  await expect.element(tile).toMatchTextContent(QUESTION)
  await expect.element(tile).toMatchTextContent('36 Leads')
  await expect.element(tile).toMatchTextContent('antes 24 (+50%), de 01/10/2026 a 18/10/2026')
  await expect.element(tile).toMatchTextContent('01/11/2026 a 18/11/2026, dados agora')
  const asked = peer.callsOf(brokerIndicationsRoute).map(({ query }) => query.toString())
  expect(asked).toEqual([
    'date_ini=2026-11-01&date_end=2026-11-18&page=1&per_page=1',
    'date_ini=2026-10-01&date_end=2026-10-18&page=1&per_page=1',
  ])
  await expect.element(dealership).toMatchTextContent('1 Indicações')
  cutNetwork(peer)
  await load('/relatorios')
  await expect.element(tile).toMatchTextContent('36 Leads')
  await expect.element(losses).toMatchTextContent(QUESTIONS['/relatorio-perdas'])
  expect(peer.callsOf(brokerIndicationsRoute)).toHaveLength(2)
})

test('a kept figure is not asked for again within the hour, and a refused report leaves the others', async () => {
  const { peer, load } = await openApp('/relatorios', {
    role: 2,
    script: (scripted) => {
      answers(scripted)
      scripted.refuses(brokerIndicationsRoute, { status: 403, message: 'Não.' })
    },
  })
  await expect.element(dealership).toMatchTextContent('1 Indicações')
  await expect.element(tile).toMatchTextContent(FAILED)
  await load('/relatorios')
  await expect.poll(() => peer.callsOf(brokerIndicationsRoute).length).toBe(2)
  await expect.element(dealership).toMatchTextContent('1 Indicações')
  expect(peer.callsOf(dealershipIndicationsRoute)).toHaveLength(2)
})

test('without a network and without anything kept each report says so', async () => {
  const { peer, load } = await openApp('/sincronizacao', { role: 2, script: answers })
  cutNetwork(peer)
  await load('/relatorios')
  await expect.element(tile).toMatchTextContent(NOTHING)
  const reports = screen.getByRole('region').elements()
  await expect.poll(() => screen.getByText(NOTHING).elements()).toHaveLength(reports.length)
})

test('each report says its own state, and the funnel its conversion', async () => {
  const { peer } = await openApp('/relatorios', {
    role: 2,
    script: (scripted) => {
      answers(scripted)
      scripted.answersBy(leadChartRoute, ({ query }) => {
        const [leads, sold] = query.get('date_ini') === '2026-11-01' ? [80, 20] : [50, 10]
        return { as_of: AS_OF, data: funnelStages({ ...NO_STEPS, leads, sold }) }
      })
      scripted.refuses(brokerIndicationsRoute, { status: 500, message: 'Não.' })
      scripted.holds(lostSalesRoute)
    },
  })
  await expect.element(funnel).toMatchTextContent('25,00% de 80 leads vendidos')
  await expect.element(funnel).toMatchTextContent('antes 20,00% (+5,0 p.p.), de 01/10/2026 a 18/10/2026')
  await expect.element(tile).toMatchTextContent(FAILED)
  await expect.element(losses).toMatchTextContent('Carregando…')
  expect(tile.element().textContent).not.toMatch(/Carregando/)
  expect(screen.element().textContent).not.toMatch(/Nada guardado|Nenhuma visão/)
  expect(peer.callsOf(leadChartRoute)).toHaveLength(2)
})

test('after an hour only this month is asked for again', async () => {
  const { peer, load, user } = await openApp('/relatorios', { role: 2, script: answers })
  await expect.element(dealership).toMatchTextContent('1 Indicações')
  expect(peer.callsOf(brokerIndicationsRoute)).toHaveLength(2)
  await openMirror(user.id)
    .answers.toCollection()
    .modify((kept) => {
      kept.at -= 2 * HOUR_MS
    })
  await load('/relatorios')
  await expect.poll(() => peer.callsOf(brokerIndicationsRoute)).toHaveLength(3)
  expect(peer.callsOf(brokerIndicationsRoute).at(-1)?.query.get('date_ini')).toBe('2026-11-01')
  await expect.element(tile).toMatchTextContent('antes 24 (+50%)')
  await expect.element(dealership).toMatchTextContent('1 Indicações')
  expect(peer.callsOf(brokerIndicationsRoute)).toHaveLength(3)
})

test('a star puts the report into the menu, at once and at the next start, and is taken away again', async () => {
  const { load } = await openApp('/relatorios', { role: 2, script: answers })
  const star = losses.getByRole('button', { name: 'Rel. de Perdas: favorito no menu' })
  const entry = menu.getByRole('link', { name: 'Rel. de Perdas' })
  await expect.element(star).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(star)
  await load('/')
  await expect.element(entry).toBeVisible()
  await load('/relatorios')
  await expect.element(star).toHaveAttribute('aria-pressed', 'true')
  const first = () => screen.getByRole('region').elements()[0]?.getAttribute('aria-label')
  expect(first()).toBe('Rel. de Perdas')
  await userEvent.click(star)
  await load('/')
  await expect.element(menu.getByRole('button', { name: 'Relatórios' })).toBeVisible()
  expect(entry.elements()).toEqual([])
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the reports are in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/relatorios', { ...look, role: 1, script: answers })
    await expect.element(tile).toMatchTextContent('36 Leads')
    await isInOrder('/relatorios')
    if (look.width !== 'desk') await hasTargetsForThumbs('/relatorios')
  })
})
