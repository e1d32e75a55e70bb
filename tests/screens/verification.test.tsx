/** 'Verificação de Proposta': two filters, two tables, the raw answer, and answers that are kept. docs/rules.md#proposal-verification */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type LeadVerification, leadVerificationRoute } from '../../src/contract/lead-verification.ts'
import { logoutRoute } from '../../src/contract/session.ts'
import { openMirror } from '../../src/db/open.ts'
import { choosesInAccount } from './support/account-menu.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS, type Look } from './support/looks.ts'
import { menuEntry } from './support/menu.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { notesPageLoads } from './support/page-loads.ts'
import type { Peer } from './support/peer.ts'
import { takesSignIn } from './support/sign-in.ts'

const PATH = '/conferencia-informacoes-lead'
const IMPORTED = 'Proposta importada no lead 901.'
const WAITS = 'Proposta recebida e ainda não importada.'
const NOT_FOUND = 'Nenhuma proposta encontrada com estes filtros.'
/** Of the scripted server. Nothing is known of another one. */
const IMPORTED_NUMBER = '7001'
const WAITING_NUMBER = '7002'

const RECORD = {
  id: 11,
  inviter_login: 'igor',
  created_at: '2026-11-17T12:00:00.000Z',
  updated_at: '2026-11-17T12:00:05.000Z',
}
const LEAD = {
  id: 901,
  proposal: IMPORTED_NUMBER,
  actual_proposal: IMPORTED_NUMBER,
  older_proposal: null,
  created_at: '2026-11-17T12:00:05.000Z',
  proposal_date: '2026-11-17T12:00:00.000Z',
}

function answerTo(proposal: string | null): LeadVerification {
  const known = proposal === IMPORTED_NUMBER || proposal === WAITING_NUMBER
  const imported = proposal === IMPORTED_NUMBER
  const found = {
    message: imported ? IMPORTED : known ? WAITS : NOT_FOUND,
    found: known,
    imported,
    partner: null,
    proposal,
    inviter: null,
    bypass_allowed: null,
  }
  const record = known ? { ...RECORD, lead_id: imported ? LEAD.id : null } : null
  return [found, record, imported ? LEAD : null]
}

const verifies = (peer: Peer) =>
  peer.answersBy(leadVerificationRoute, ({ body }) => ({
    data: answerTo(leadVerificationRoute.body.parse(body).leadNum),
  }))

const proposal = page.getByRole('textbox', { name: 'Número da proposta' })
const filter = () => userEvent.click(page.getByRole('button', { name: 'Filtrar' }))
const open = (look: Look = {}) => openApp(PATH, { ...look, script: verifies })

async function verify(number: string): Promise<void> {
  await userEvent.fill(proposal, number)
  await userEvent.fill(page.getByRole('combobox', { name: 'Indicador' }), 'igor')
  await userEvent.click(page.getByRole('option', { name: /\(igor\)$/ }))
  await filter()
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the screen and a verified proposal are in order', async () => {
    await open(look)
    await expect.element(page.getByText('Selecione ao menos duas opções de filtro')).toBeVisible()
    await isInOrder(PATH)
    await verify(IMPORTED_NUMBER)
    await expect.element(page.getByText(IMPORTED)).toBeVisible()
    window.scrollTo(0, 0)
    await isInOrder('a verified proposal')
    if (look.width !== 'desk') await hasTargetsForThumbs('a verified proposal')
  })
})

test('one filter is too few and stays typed; two find the proposal, its lead and the raw answer', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { peer } = await openApp('/', { script: verifies })
  await userEvent.click(await menuEntry('Verificação de Leads'))
  await expect
    .element(page.getByRole('heading', { name: 'Verificação de Proposta' }).first())
    .toBeInTheDocument()
  await userEvent.fill(proposal, IMPORTED_NUMBER)
  await filter()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Selecione ao menos duas opções de filtro')
  await expect.element(proposal).toHaveValue(IMPORTED_NUMBER)
  expect(peer.callsOf(leadVerificationRoute)).toEqual([])

  await verify(IMPORTED_NUMBER)
  await expect.element(page.getByText(IMPORTED)).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  // The page has the record twice: as a row, and as pairs of name and value.
  const record = page.getByRole('row').filter({ hasText: /\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}:\d{2}/ })
  await expect.element(record.filter({ hasText: 'igor' })).toHaveLength(1)
  await expect.element(page.getByRole('link', { name: /^Abrir lead 901$/ })).toHaveLength(2)
  const raw = page.getByRole('region', { name: 'Resposta em JSON' })
  await expect.element(raw).toMatchTextContent(`"proposal": "${IMPORTED_NUMBER}"`)
  await userEvent.click(page.getByRole('button', { name: 'Copiar JSON' }))
  await expect.element(page.getByRole('button', { name: 'Copiado' })).toBeVisible()
  expect(JSON.parse(written.mock.calls[0]?.[0] ?? '')).toEqual(answerTo(IMPORTED_NUMBER))
  const toggle = page.getByRole('button', { name: 'Resposta em JSON' })
  await userEvent.click(toggle)
  await expect.element(raw).not.toBeInTheDocument()
  await userEvent.click(toggle)
  await expect.element(raw).toBeVisible()

  await verify(WAITING_NUMBER)
  await expect.element(page.getByText(WAITS, { exact: true })).toBeVisible()
  await expect.element(page.getByText('Nenhum lead associado a esta proposta.')).toBeVisible()
})

test('without a network the last answers open after a new start, dated by the server, and others wait', async () => {
  const { peer, load, now } = await open()
  await verify(IMPORTED_NUMBER)
  await expect.element(page.getByText(IMPORTED)).toBeVisible()
  await verify(WAITING_NUMBER)
  await expect.element(page.getByText(WAITS, { exact: true })).toBeVisible()
  // The device's clock differs from the server's.
  expect(Math.abs(now() - Date.now())).toBeGreaterThan(60_000)
  cutNetwork(peer)
  await load(window.location.pathname + window.location.search)
  await expect.element(page.getByText(/^Sem conexão\. Dados de 18\/11\/2026 10:0\d\.$/)).toBeVisible()
  await expect.element(page.getByText(WAITS, { exact: true })).toBeVisible()
  const kept = (number: string) =>
    page.getByRole('button', { name: new RegExp(`${number} · igor \\(18/11/2026 10:0\\d\\)$`) })
  await userEvent.click(kept(IMPORTED_NUMBER))
  await expect.element(page.getByText(IMPORTED)).toBeVisible()
  await expect.element(kept(WAITING_NUMBER)).toBeVisible()
  await isInOrder('a kept answer')

  await userEvent.fill(proposal, 'nunca-vista')
  await filter()
  await expect
    .element(page.getByText('Sem conexão: verificar uma proposta precisa de internet.'))
    .toBeVisible()
  await expect.element(proposal).toHaveValue('nunca-vista')
  restoreNetwork(peer)
  await expect.element(page.getByText(NOT_FOUND, { exact: true })).toBeVisible()
})

test('a lost answer leaves what was typed and the last answer; a sign-out deletes both', async () => {
  const loads = notesPageLoads()
  const { peer, user } = await openApp(PATH, {
    script: (scripted) => {
      verifies(scripted)
      takesSignIn(scripted)
      scripted.answers(logoutRoute, { message: 'Sessão encerrada' })
    },
  })
  await verify(IMPORTED_NUMBER)
  await expect.element(page.getByText(IMPORTED)).toBeVisible()
  peer.losesAnswer(leadVerificationRoute)
  await filter()
  await expect.element(page.getByText(/^Sem conexão\. Dados de/)).toBeVisible()
  await expect.element(page.getByText(IMPORTED)).toBeVisible()
  await expect.element(proposal).toHaveValue(IMPORTED_NUMBER)
  await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }))
  await expect.element(page.getByText(/^Dados de/)).toBeVisible()
  expect(await openMirror(user.id).answers.count()).toBeGreaterThan(0)
  await choosesInAccount('Logout')
  await expect.poll(() => loads).toContain('/login')
  expect(await openMirror(user.id).answers.count()).toBe(0)
  expect(await openMirror(user.id).meta.count()).toBe(0)
})
