/** 'Verificação de Proposta': two filters, two tables, the raw answer, and answers that were kept. docs/rules.md#proposal-verification */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type LeadVerification,
  leadVerificationRoute,
  TOO_FEW_FILTERS,
} from '../../src/contract/lead-verification.ts'
import { answersOf } from '../../src/db/mirror/answers.ts'
import { formatDate } from '../../src/domain/time/sao-paulo.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS, type Look } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import type { Peer } from './support/peer.ts'

const PATH = '/conferencia-informacoes-lead'
const IMPORTED = 'P-100'
const WAITING = 'P-200'

const recordOf = (lead_id: number | null) => ({
  id: 1,
  inviter_login: 'igor',
  created_at: '2026-11-16T12:00:00.000Z',
  updated_at: '2026-11-16T12:05:07.000Z',
  lead_id,
})
const compared = (proposal: string) => ({
  partner: null,
  proposal,
  inviter: { id: 5, name: 'Igor Matos', login: 'igor' },
  bypass_allowed: false,
})

const ANSWERS: Readonly<Record<string, LeadVerification>> = {
  [IMPORTED]: [
    { ...compared(IMPORTED), message: 'Proposta importada no lead 31.', found: true, imported: true },
    recordOf(31),
    {
      id: 31,
      proposal: IMPORTED,
      actual_proposal: IMPORTED,
      older_proposal: null,
      created_at: '2026-11-16T12:05:00.000Z',
      proposal_date: null,
    },
  ],
  [WAITING]: [
    {
      ...compared(WAITING),
      message: 'Proposta recebida e ainda não importada.',
      found: true,
      imported: false,
    },
    recordOf(null),
    null,
  ],
}
const NONE: LeadVerification = [
  {
    ...compared(''),
    message: 'Nenhuma proposta encontrada com estes filtros.',
    found: false,
    imported: false,
  },
  null,
  null,
]

const verifies = (peer: Peer) =>
  peer.answersBy(leadVerificationRoute, ({ body }) => {
    const { leadNum } = leadVerificationRoute.body.parse(body)
    return { data: ANSWERS[leadNum ?? ''] ?? NONE }
  })

const openVerification = (look: Look = {}) => openApp(PATH, { ...look, script: verifies })

const number = page.getByLabelText('Número da proposta')
const filter = () => userEvent.click(page.getByRole('button', { name: 'Filtrar' }))

async function verify(proposal: string): Promise<void> {
  await number.fill(proposal)
  await page.getByRole('combobox', { name: 'Indicador' }).fill('igor')
  await userEvent.click(page.getByRole('option', { name: /\(igor\)$/ }))
  await filter()
}

const imported = page.getByRole('status').filter({ hasText: 'Proposta importada no lead 31.' })
const waiting = page.getByRole('status').filter({ hasText: 'Proposta recebida e ainda não importada.' })
const age = page.getByText(/^Sem conexão\. Dados de \d{2}\/\d{2}\/\d{4} \d{2}:\d{2}\.$/)

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a verified proposal is in order, with targets for thumbs where there are thumbs', async () => {
    await openVerification(look)
    await expect.element(page.getByRole('heading', { name: 'Verificação de Proposta' })).toBeVisible()
    await isInOrder('the filters')
    await verify(IMPORTED)
    await expect.element(imported).toBeVisible()
    await isInOrder('a verified proposal')
    if (look.width !== 'desk') await hasTargetsForThumbs('a verified proposal')
  })
})

test('one filter alone asks nothing, and keeps what was typed', async () => {
  const { peer } = await openVerification()
  await number.fill(IMPORTED)
  await filter()
  await expect.element(page.getByRole('alert')).toHaveTextContent(TOO_FEW_FILTERS)
  await expect.element(number).toHaveValue(IMPORTED)
  expect(peer.callsOf(leadVerificationRoute)).toHaveLength(0)
})

test('a proposal shows its sentence, its record, its lead and the raw answer, which can be copied', async () => {
  await openVerification()
  await verify(IMPORTED)
  await expect.element(imported).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  const record = page.getByRole('table', { name: 'Proposta recebida' })
  await expect.element(record).toHaveTextContent('igor')
  await expect.element(record).toHaveTextContent('16/11/2026 09:05:07')
  await expect.element(page.getByRole('link', { name: /^Abrir lead 31$/ })).toHaveLength(2)
  const raw = page.getByRole('region', { name: 'Resposta em JSON' })
  await expect.element(raw).toHaveTextContent(`"proposal": "${IMPORTED}"`)
  await userEvent.click(page.getByRole('button', { name: 'Resposta em JSON' }))
  await expect.element(raw).not.toBeVisible()

  await verify(WAITING)
  await expect.element(waiting).toBeVisible()
  await expect.element(page.getByText('Nenhum lead associado a esta proposta.')).toBeVisible()
})

test('the last answers can be read without a network, with their date by the server', async () => {
  const { peer, load, now } = await openVerification()
  await verify(IMPORTED)
  await expect.element(imported).toBeVisible()
  await verify(WAITING)
  await expect.element(waiting).toBeVisible()
  cutNetwork(peer)
  await load(`${PATH}${window.location.search}`)
  const today = formatDate(now())
  // The device's own clock differs from the server's.
  expect(formatDate(Date.now())).not.toBe(today)
  await expect
    .element(page.getByText(new RegExp(`^Sem conexão\\. Dados de ${today} \\d{2}:\\d{2}\\.$`)))
    .toBeVisible()
  await expect.element(waiting).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: new RegExp(`${IMPORTED}.*\\(${today} `) }))
  await expect.element(imported).toBeVisible()
  await isInOrder('a kept answer')
})

test('a proposal that no answer was kept of waits for the network, and is answered when it returns', async () => {
  const { peer } = await openVerification()
  await expect.element(number).toBeVisible()
  cutNetwork(peer)
  await verify('nunca-vista')
  await expect
    .element(page.getByText('Sem conexão: verificar uma proposta precisa de internet.'))
    .toBeVisible()
  await expect.element(number).toHaveValue('nunca-vista')
  restoreNetwork(peer)
  await expect.element(page.getByText('Nenhuma proposta encontrada com estes filtros.')).toBeVisible()
})

test('a lost answer leaves what was typed and the last answer, and is asked for again', async () => {
  const { peer, db } = await openVerification()
  await verify(IMPORTED)
  await expect.element(imported).toBeVisible()
  await expect.poll(async () => (await answersOf(db, leadVerificationRoute)).length).toBe(1)
  peer.losesAnswer(leadVerificationRoute)
  await filter()
  await expect.element(age).toBeVisible()
  await expect.element(imported).toBeVisible()
  await expect.element(number).toHaveValue(IMPORTED)
  await userEvent.click(page.getByRole('button', { name: 'Tentar de novo' }))
  await expect.element(age).not.toBeInTheDocument()
  await expect.element(page.getByText(/^Dados de/)).toBeVisible()
})

test('an answer that comes late is not shown for the proposal that was asked for after it', async () => {
  const { peer } = await openVerification()
  const release = peer.holds(leadVerificationRoute)
  await verify(IMPORTED)
  await expect.poll(() => peer.callsOf(leadVerificationRoute).length).toBe(1)
  await verify(WAITING)
  await expect.poll(() => peer.callsOf(leadVerificationRoute).length).toBe(2)
  release()
  await expect.element(waiting).toBeVisible()
  await expect.element(imported).not.toBeInTheDocument()
})
