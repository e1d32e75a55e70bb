/** 'Indicação Externa' with login: the user's link, and lines that are indicated without a network. docs/rules.md#external-indication */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { MANAGED } from '../../src/contract/administration/catalogues.ts'
import { cepRoute } from '../../src/contract/cep.ts'
import { externalLinkRoute, externalMailRoute, renewExternalLinkRoute } from '../../src/contract/external.ts'
import { externalNewsRoute } from '../../src/contract/external-news.ts'
import type { Mailed } from '../../src/domain/mail/mailed.ts'
import type { LinkMail } from '../../src/domain/notices/link-notices.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { KeptList } from './support/kept-list.ts'
import { LOOKS, type Look } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import type { Peer } from './support/peer.ts'
import { notesToasts, wordsOf } from './support/toasts.ts'

const PATH = '/indicacao-externa'
const FLEET = 12
const LINK = 'https://farol.exemplo/externalIndicationNoAuth/verify?inviter_id=5-1111111111'
const RENEWED = LINK.replace(/1+$/, '2222222222')

/** The user's link, and the mails with it. */
function keepsLink(peer: Peer): void {
  let url = LINK
  const mails: LinkMail[] = []
  peer.answersBy(externalLinkRoute, () => ({ url }))
  peer.answersBy(renewExternalLinkRoute, () => {
    url = RENEWED
    return { url }
  })
  peer.answersBy(externalNewsRoute, () => ({ indications: [], mails: [...mails] }))
  peer.answersBy(externalMailRoute, ({ body }) => {
    const { externalMail: recipient } = externalMailRoute.body.parse(body)
    const mail: Mailed = { way: 'file', recipient, link: url }
    mails.push({ id: 'm1', recipient, state: 'file', address_refused: false, at: '2026-11-18T13:00:00.000Z' })
    return { message: 'O email será enviado!', mail }
  })
}

const open = (look: Look = {}) => openApp(PATH, { ...look, role: 5, script: keepsLink })
const link = page.getByTestId('link')
const form = page.getByRole('form', { name: 'Indicação externa' })
const field = (name: string | RegExp) => form.getByRole('textbox', { name })
const indicate = (name: string) => form.getByRole('checkbox', { name: `Indicar ${name}` })

async function fillsClient(name: string, document: string): Promise<void> {
  await userEvent.fill(field(/^Nome/).first(), name)
  await userEvent.fill(field(/^E-mail/).first(), 'quem@exemplo.com.br')
  await userEvent.fill(field(/^CPF\/CNPJ/), document)
  await userEvent.fill(field(/^Telefone/).first(), '11987654321')
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the link and a line of a company are in order', async () => {
    await open(look)
    await expect.element(link).toHaveTextContent(LINK)
    await fillsClient('Padaria Zênite', '11222333000181')
    await userEvent.click(indicate('Empresarial'))
    await expect.element(field(/^Nome do responsável/)).toBeVisible()
    window.scrollTo(0, 0)
    await isInOrder(PATH)
    if (look.width !== 'desk') await hasTargetsForThumbs(PATH)
  })
})

test('the QR code, the mail and the renewal of the link', async () => {
  await open()
  await expect.element(link).toHaveTextContent(LINK)
  await userEvent.click(page.getByRole('button', { name: 'QR code' }))
  await expect.element(page.getByRole('img', { name: /^QR code do link/ })).toBeVisible()
  await isInOrder('the dialog of the QR code')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Enviar por e-mail' }))
  await userEvent.fill(
    page.getByRole('textbox', { name: 'E-mail de quem vai preencher' }),
    'ana@exemplo.com.br',
  )
  await userEvent.click(page.getByRole('button', { name: 'Enviar', exact: true }))
  const unsent = page.getByRole('dialog', { name: 'Nenhum e-mail foi enviado' })
  await expect
    .element(unsent.getByText(/Copie o link e envie-o você mesmo a ana@exemplo\.com\.br/))
    .toBeVisible()
  await expect.element(unsent.getByRole('button', { name: 'Copiar link' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect
    .element(page.getByRole('list', { name: 'E-mails com o seu link' }))
    .toMatchTextContent('O e-mail para ana@exemplo.com.br não saiu')
  await userEvent.click(page.getByRole('button', { name: 'Renovar link' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Renovar link' }))
  await expect.element(link).toHaveTextContent(RENEWED)
})

test('a late address of a CEP keeps what was typed since', async () => {
  const { peer } = await open()
  const items = { uf: 'SP', cidade: 'São Paulo', bairro: 'Sé', logradouro: 'Praça da Sé' }
  peer.answers(cepRoute, { data: { items } })
  const found = peer.holds(cepRoute)
  await userEvent.fill(field(/^CPF\/CNPJ/), '52998224725')
  await userEvent.fill(field(/^CEP/), '01001000')
  const name = field(/^Nome/).first()
  await userEvent.fill(name, 'Zoraide Antes')
  await userEvent.fill(name, 'Zoraide Depois')
  await userEvent.fill(field(/^CPF\/CNPJ/), '11144477735')
  const first = form.getByRole('checkbox', { name: /^Indicar / }).first()
  await userEvent.click(first)
  await userEvent.fill(field(/^Cidade/).first(), 'Osasco')
  await expect.poll(() => peer.callsOf(cepRoute).length).toBe(1)
  found()
  await expect.element(field(/^Rua/).first()).toHaveValue('Praça da Sé')
  await expect.element(field(/^CPF\/CNPJ/)).toHaveValue('111.444.777-35')
  await expect.element(field(/^Cidade/).first()).toHaveValue('Osasco')
  await expect.element(name).toHaveValue('Zoraide Depois')
  await expect.element(first).toBeChecked()
})

const GONE = 'Este seguro não está disponível'

/** The brokerage no longer offers the line. */
function withdrawsFleet(peer: Peer): void {
  new KeptList(peer, MANAGED.insurances).change(FLEET, { active: false })
  const ofFleet = z.looseObject({ insurance_id: z.literal(FLEET) })
  peer.server.refusal = ({ args }) =>
    ofFleet.safeParse(args).success ? { message: GONE, errors: { insurance: [GONE] } } : null
}

test('two lines of a company wait without a network, and the refused one is corrected into another', async () => {
  const toasts = notesToasts()
  const { peer, go } = await open()
  await fillsClient('Padaria Zênite', '11222333000181')
  // A company has none.
  expect(form.getByRole('textbox', { name: /^RG/ }).elements()).toEqual([])
  await userEvent.click(indicate('Empresarial'))
  await userEvent.fill(field(/^Nome do responsável/), 'Rita Zênite')
  await userEvent.fill(field(/^Celular do responsável/), '31988887777')
  await userEvent.click(form.getByRole('tab', { name: 'Frota' }))
  await userEvent.click(indicate('Frota'))
  // The next line takes over the first line's responsible person.
  await expect.element(field(/^Nome do responsável/)).toHaveValue('Rita Zênite')
  // Left and opened again from the list of drafts: what was typed is offered.
  await expect.element(page.getByText(/^Rascunho guardado às/)).toBeVisible()
  await go('/sincronizacao')
  const draft = page.getByRole('article', { name: 'Indicação externa · Padaria Zênite' })
  await userEvent.click(draft.getByRole('button', { name: 'Abrir' }))
  await userEvent.click(page.getByRole('button', { name: 'Continuar' }))
  cutNetwork(peer)
  await userEvent.click(page.getByRole('button', { name: 'Enviar 2 indicações' }))
  await expect.poll(() => wordsOf(toasts)).toContain('Guardado neste aparelho; será enviado')
  await go('/sincronizacao')
  await expect.element(page.getByText('Indicação externa').first()).toBeVisible()
  withdrawsFleet(peer)
  restoreNetwork(peer)
  await userEvent.click(page.getByRole('button', { name: 'Corrigir e enviar de novo' }))
  const dialog = page.getByRole('dialog', { name: 'Corrigir e enviar de novo' })
  await expect.element(dialog.getByText(GONE).first()).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: /^Nome/ }).first()).toHaveValue('Padaria Zênite')
  await isInOrder('the correction of an indication')
  await userEvent.click(dialog.getByRole('tab', { name: 'Garantia' }))
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Indicar Garantia' }))
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Nome do responsável/ }), 'Rita Zênite')
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Celular do responsável/ }), '31988887777')
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar indicação' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => peer.server.leads.size).toBe(2)
  await expect.element(page.getByRole('heading', { name: 'Para resolver' })).not.toBeInTheDocument()
  const lines = [...peer.server.leads.values()].map(({ insurance_id }) => insurance_id)
  expect(lines).not.toContain(FLEET)
})
