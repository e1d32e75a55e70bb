/** The signed PDF of a month on 'Livro de propostas', and its check at /conferir. docs/rules.md#proposal-book */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { historyHeadRoute, historyKeyRoute } from '../../src/contract/dossier.ts'
import { proposalBookRoute, sentProposalsBinding } from '../../src/contract/reports/sent-proposals.ts'
import { aBook, PROPOSALS } from '../support/made-book.ts'
import { aKey } from '../support/made-dossier.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork } from './support/network.ts'
import type { Peer } from './support/peer.ts'

const key = await aKey()
const book = await aBook(key)
const file = (value: unknown, name = 'livro_de_propostas_2026-10.json') =>
  new File([JSON.stringify(value)], name, { type: 'application/json' })

const field = () => document.querySelector<HTMLInputElement>('input[type=file]')
async function choose(given: File): Promise<void> {
  await expect.poll(field).not.toBeNull()
  await userEvent.upload(field() ?? expect.fail(), given)
}
const lines = page.getByRole('list', { name: 'Propostas do livro' }).getByRole('listitem')

const atCheck = (more: object = {}) =>
  openApp('/conferir', {
    signedIn: false,
    script: (peer: Peer) => peer.answers(historyKeyRoute, { key: key.publicKey }),
    ...more,
  })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('a book that holds is said, with its terms and its proposals', async () => {
    await atCheck(look)
    await choose(file(book))
    await expect
      .element(page.getByText('Assinado por esta corretora; nada foi mudado depois', { exact: true }))
      .toBeVisible()
    await expect.element(page.getByText(/Não é uma assinatura ICP-Brasil/).first()).toBeVisible()
    expect(lines.elements()).toHaveLength(3)
    await expect.element(lines.first()).toMatchTextContent('Ana Souza')
    await isInOrder('/conferir')
    if (look.width !== 'desk') await hasTargetsForThumbs('/conferir')
  })
})

test('a changed proposal is named in red, and nothing leaves the device', async () => {
  const { peer } = await atCheck()
  await choose(file(JSON.parse(JSON.stringify(book).replace('Bia Lima', 'Bia Souza'))))
  await expect.element(page.getByText('Não confere', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Proposta 2: não é a que foi assinada/)).toBeVisible()
  await expect.element(page.getByText(/^A assinatura não confere/)).toBeVisible()
  await expect.element(lines.nth(1)).toMatchTextContent('Não é a proposta que foi assinada.')
  await expect.element(lines.first()).not.toMatchTextContent('Não é a proposta que foi assinada.')
  await expect
    .element(page.getByText(/^As propostas abaixo são as que foram assinadas/))
    .not.toBeInTheDocument()
  expect(peer.callsOf(historyHeadRoute)).toEqual([])
})

test('a book whose key is not known is amber without a network', async () => {
  window.localStorage.removeItem('farol_history_key')
  const { peer } = await openApp('/conferir', { signedIn: false })
  cutNetwork(peer)
  await choose(file(book))
  await expect.element(page.getByText('Não se sabe quem assinou', { exact: true })).toBeVisible()
})

/** Today is Wednesday, 18 November 2026. */
const onReport = (look: object = {}) =>
  openApp('/relatorio-livro-de-propostas', {
    role: 2,
    ...look,
    script: (peer: Peer) =>
      peer.answers(sentProposalsBinding.route, { as_of: '2026-11-18T12:00:00.000Z', data: [...PROPOSALS] }),
  })
const opener = page.getByRole('button', { name: 'Baixar PDF assinado' })
const dialog = page.getByRole('dialog', { name: 'Livro do mês em PDF assinado' })
const save = dialog.getByRole('button', { name: 'Baixar' })

describe.each(LOOKS)('the report, $width, $scheme', (look) => {
  test('the last month is offered, another may be chosen, and the file is saved', async () => {
    const { peer } = await onReport(look)
    peer.answers(proposalBookRoute, new Blob(['%PDF-'], { type: 'application/pdf' }))
    await opener.click()
    const month = dialog.getByRole('combobox', { name: 'Mês' })
    await expect.element(month).toHaveValue('outubro de 2026')
    await expect.element(dialog.getByText(/Não é uma assinatura ICP-Brasil/)).toBeVisible()
    await isInOrder('/relatorio-livro-de-propostas')
    if (look.width !== 'desk') await hasTargetsForThumbs('/relatorio-livro-de-propostas')
    await month.click()
    await page.getByRole('option', { name: 'agosto de 2026' }).click()
    await save.click()
    await expect.element(dialog).not.toBeInTheDocument()
    expect(peer.callsOf(proposalBookRoute).map(({ query }) => query.get('month'))).toEqual(['2026-08'])
  })
})

test('a server without a key, and no network, are said, and the dialog stays', async () => {
  const { peer } = await onReport()
  await opener.click()
  peer.refuses(proposalBookRoute, {
    status: 503,
    code: 'not_configured',
    message: 'Este servidor ainda não pode assinar.',
  })
  await save.click()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('ainda não pode assinar')
  cutNetwork(peer)
  await save.click()
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent('Sem conexão: assinar o livro precisa de internet.')
})
