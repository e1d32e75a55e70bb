/** 'Prazos da lei' on the screen, the card and the lead: docs/rules.md#obligations */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { completeClient } from './support/lead-form.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'

import { ownLead } from './support/own-lead.ts'
import { pushed } from './support/pushed.ts'

const limit = (kind: string, since: string, until: string, note = '') => ({
  kind,
  since,
  until,
  note,
  begun_by: 'act' as const,
})
/** Today is Wednesday, 18 November 2026, and Friday is a holiday. */
const LATE = limit('handover', '2026-11-09', '2026-11-16', 'CNH e CRLV')
const EVE = limit('answer', '2026-10-25', '2026-11-19')
const OPEN = limit('document', '2026-11-17', '2026-12-17')

const leads = (user: SessionUser): Lead[] => [
  ownLead(user, { obligations: [LATE, OPEN] }),
  ownLead(user, { uid: 'lead-2', id: 2, client_name: 'Bia Lima', obligations: [EVE] }),
  ownLead(user, { uid: 'lead-3', id: 3, client_name: 'Caio Reis' }),
]
const opened = (more: object = {}) =>
  openApp('/prazos-da-lei', { clients: [completeClient()], leads, ...more })
const screen = page.getByRole('region', { name: 'Prazos da lei' })
const row = (name: RegExp) => page.getByRole('row', { name })

describe('the screen', () => {
  test('lists what runs, the nearest first, with its state in words', async () => {
    await opened()
    await expect.element(row(/Entrega de documentos/)).toMatchTextContent(/atrasado\s2 dias/)
    await expect.element(row(/Resposta da seguradora/)).toMatchTextContent(/falta\s1 dia/)
    await expect.element(row(/Documento do contrato/)).toMatchTextContent(/faltam\s29 dias/)
    const order = page
      .getByRole('row')
      .elements()
      .map((element) => element.textContent ?? '')
    expect(order.findIndex((text) => text.includes('Entrega'))).toBeLessThan(
      order.findIndex((text) => text.includes('Resposta')),
    )
    expect(order.some((text) => text.includes('Caio Reis'))).toBe(false)
    await expect.element(page.getByText(/não é orientação jurídica/)).toBeVisible()
  })

  test('a limit is kept without a network, with its proof, and leaves the list at once', async () => {
    const { peer } = await opened()
    await expect.element(row(/Entrega de documentos/)).toBeVisible()
    cutNetwork(peer)
    await userEvent.click(row(/Entrega de documentos/).getByRole('button', { name: /^Registrar entrega/ }))
    const dialog = page.getByRole('dialog')
    await userEvent.click(dialog.getByRole('button', { name: 'Registrar entrega' }))
    await expect.element(dialog.getByText('Diga qual é a prova: quem recebeu, como e quando.')).toBeVisible()
    await userEvent.fill(dialog.getByRole('textbox', { name: 'Em palavras' }), 'Entregue a Ana, com recibo')
    await userEvent.click(dialog.getByRole('button', { name: 'Registrar entrega' }))
    await expect.element(row(/Entrega de documentos/)).not.toBeInTheDocument()
    restoreNetwork(peer)
    await expect.poll(() => peer.server.leads.get('lead-1')?.obligations).toEqual([OPEN])
  })

  test('each kind names what its user does: the insurer answers, the broker records it', async () => {
    const { peer } = await opened()
    for (const [kind, verb] of [
      [/Entrega de documentos/, /^Registrar entrega/],
      [/Resposta da seguradora/, /^Registrar resposta/],
      [/Documento do contrato/, /^Registrar documento/],
    ] as const)
      await expect.element(row(kind).getByRole('button', { name: verb })).toBeVisible()
    await userEvent.click(row(/Resposta da seguradora/).getByRole('button', { name: /^Registrar/ }))
    await expect
      .element(page.getByRole('dialog', { name: 'Registrar resposta · Resposta da seguradora' }))
      .toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Respondida em' })).toBeVisible()
    await userEvent.fill(page.getByRole('textbox', { name: 'Seguradora' }), 'Porto Seguro')
    await userEvent.fill(page.getByRole('textbox', { name: 'Em palavras' }), 'Aceita por e-mail')
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Registrar resposta' }))
    await expect
      .poll(() => pushed(peer))
      .toMatchObject([{ args: { proof: 'Seguradora: Porto Seguro\nAceita por e-mail' } }])
  })

  test('the buttons of a card say in words what they do', async () => {
    await opened({ width: 'phone' })
    const card = page.getByRole('listitem').filter({ hasText: 'CNH e CRLV' })
    await expect.element(card.getByText('Registrar entrega', { exact: true })).toBeVisible()
    await expect.element(card.getByText('Dispensar', { exact: true })).toBeVisible()
  })

  test('filters by state', async () => {
    await opened()
    await userEvent.click(page.getByRole('combobox', { name: 'Estado' }))
    await userEvent.click(page.getByRole('option', { name: 'Atrasado' }))
    await expect.element(row(/Entrega de documentos/)).toBeVisible()
    await expect.element(row(/Resposta da seguradora/)).not.toBeInTheDocument()
  })

  test.each(LOOKS)('is in order: $width, $scheme', async (look) => {
    await opened(look)
    await expect.element(screen.getByText('CNH e CRLV')).toBeVisible()
    await isInOrder('/prazos-da-lei')
    if (look.width !== 'desk') await hasTargetsForThumbs('/prazos-da-lei')
  })

  test('says how limits begin where none runs', async () => {
    await openApp('/prazos-da-lei', { clients: [completeClient()], leads: (user) => [ownLead(user)] })
    await expect.element(page.getByText('Nenhum prazo da lei corre')).toBeVisible()
  })
})

describe('elsewhere', () => {
  test('the card has a bar where the law ends sooner than the lead’s own limit, and none where it ends later', async () => {
    const own = (user: SessionUser) => [
      ownLead(user, { obligations: [LATE] }),
      ownLead(user, { uid: 'lead-2', id: 2, client_name: 'Bia Lima', obligations: [OPEN] }),
    ]
    await openApp('/', { clients: [completeClient()], leads: own })
    await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
    const card = (name: string) => page.getByRole('article', { name, exact: true })
    await expect.element(card('Lead 1').getByText('Entrega de documentos')).toBeVisible()
    await expect.element(card('Lead 2')).toBeVisible()
    await expect.element(card('Lead 2').getByText('Documento do contrato')).not.toBeInTheDocument()
  })

  test('the bell tells of the eve and of what is late', async () => {
    await openApp('/', { clients: [completeClient()], leads })
    await userEvent.click(page.getByRole('button', { name: /^Avisos/ }))
    await expect.element(page.getByText(/Prazo da lei: Entrega de documentos, atrasado/)).toBeVisible()
    await expect.element(page.getByText(/Prazo da lei: Resposta da seguradora, falta/)).toBeVisible()
    await expect.element(page.getByText(/Prazo da lei: Documento do contrato/)).not.toBeInTheDocument()
  })
})
