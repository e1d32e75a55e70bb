/** The page without login and the server: a wrong link, what is refused, a renewed link, a late address. docs/rules.md#external-indication */
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type ExternalAnswer,
  externalCepRoute,
  externalIndicationRoute,
  externalInitRoute,
} from '../../src/contract/external.ts'
import { SHORTEST_FILLING_MS } from '../../src/domain/indication/shortest-filling.ts'
import { INVITER_MISSING } from '../../src/domain/indication/words.ts'
import { IndicationPage } from '../../src/indication-page/IndicationPage.tsx'
import styles from '../../src/indication-page/page.css?inline'
import { drop, readQueue } from '../../src/indication-page/queue.ts'
import { exampleOf } from './support/contract-answers.ts'
import { aColleague } from './support/house.ts'
import { isInOrder } from './support/in-order.ts'
import { lookAt } from './support/looks.ts'
import { connect } from './support/page-thread.ts'
import { Peer } from './support/peer.ts'
import { Refused } from './support/refused.ts'

const CODE = '5-1111111111'
const RENEWED = '5-2222222222'
const PORTABLE = 6
const PET = 7

/** A server that takes indications by one link. */
class Taking {
  readonly peer = new Peer(aColleague(5, 900), Date.now)
  /** Name and insurance of what was taken. */
  readonly taken: string[] = []
  link = CODE
  offered = [PORTABLE, PET, 9]

  constructor() {
    const example = externalInitRoute.answer.parse(exampleOf(externalInitRoute))
    this.peer.answersBy(externalInitRoute, ({ query }) => {
      if (query.get('inviter_id') !== this.link) throw new Refused({ status: 404 })
      const insurances = [PORTABLE, PET, 9].map((id) => ({ id, name: `Seguro ${id}` }))
      return { ...example, insurances, stamp: `selo ${this.link}`, cep: true }
    })
    this.peer.answersBy(externalIndicationRoute, ({ body }) => this.#take(body))
  }

  #take(body: unknown): ExternalAnswer {
    const { inviter_id, insurance, client } = externalIndicationRoute.body.parse(body)
    if (inviter_id !== this.link) return { status: 'fail', message: INVITER_MISSING }
    if (!this.offered.includes(insurance))
      return { status: 'fail', message: 'Este seguro não está disponível' }
    this.taken.push(`${client.name} ${insurance}`)
    return { status: 'successMail', message: 'Recebida' }
  }
}

/** No person fills in the form faster: the page would wait for the rest. */
const takesItsTime = () => vi.setSystemTime(Date.now() + SHORTEST_FILLING_MS)

async function openPage(server: Taking, code = CODE) {
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true })
  await lookAt({ width: 'phone' })
  connect(server.peer)
  const sheet = document.head.appendChild(document.createElement('style'))
  sheet.textContent = styles
  const place = document.body.appendChild(document.createElement('div'))
  window.history.replaceState(null, '')
  const open = (by: string) => {
    const root = createRoot(place)
    root.render(<IndicationPage code={by} />)
    return root
  }
  let root = open(code)
  onTestFinished(async () => {
    root.unmount()
    place.remove()
    sheet.remove()
    connect(null)
    for (const { key } of await readQueue()) await drop(key)
    localStorage.clear()
    vi.useRealTimers()
    window.history.replaceState(null, '')
  })
  return {
    openBy: (by: string) => {
      root.unmount()
      root = open(by)
    },
  }
}

const field = (name: string | RegExp) => page.getByRole('textbox', { name })
const click = (name: string | RegExp) => userEvent.click(page.getByRole('button', { name }))
const check = (name: string | RegExp) => userEvent.click(page.getByRole('checkbox', { name }))

async function fills(name: string, lines: readonly string[]): Promise<void> {
  await userEvent.fill(field(/^Nome/), name)
  await userEvent.fill(field(/^Telefone/), '11987654321')
  for (const line of lines) await check(line)
  await click('Continuar')
  await userEvent.fill(field(/^E-mail/), 'quem@exemplo.com.br')
  await userEvent.fill(field(/^CPF/), '52998224725')
  await userEvent.fill(field(/^RG/), '123456789')
}

async function fillsNotebook(): Promise<void> {
  await userEvent.fill(field('Rua'), 'Avenida Paulista')
  await userEvent.fill(field('Número'), '1000')
  await userEvent.fill(field('Cidade'), 'São Paulo')
  await userEvent.fill(field('Produto'), 'Notebook')
  await userEvent.fill(field(/^Valor/), '350000')
}

test.each([
  '3',
  '3-0000000000',
  '',
])("a link with the code '%s' says that it has no inviter", async (code) => {
  await openPage(new Taking(), code)
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Não conseguimos achar quem indicou. Confira se o link do email está correto')
  await isInOrder('the page of a wrong link')
})

test('the page thanks for what was taken, names what was not, and opens it for a correction', async () => {
  const server = new Taking()
  server.offered = [PORTABLE]
  await openPage(server)
  await fills('Zenaide Parte', ['Portáteis', 'Pet'])
  await fillsNotebook()
  await userEvent.click(page.getByText('Cão', { exact: true }))
  await userEvent.fill(field('Quantidade'), '1')
  await check(/autorizo o uso dos dados/)
  takesItsTime()
  await click('Enviar 2 indicações')
  await expect.element(page.getByRole('heading', { name: 'Recebemos uma parte' })).toBeVisible()
  await expect.element(page.getByText(/^Recebemos 1 indicação: Zenaide Parte · Portáteis\./)).toBeVisible()
  await expect.element(page.getByRole('link', { name: /^Acompanhar as indicações enviadas/ })).toBeVisible()
  await expect
    .element(page.getByText('Zenaide Parte · Pet não foi recebida: Este seguro não está disponível'))
    .toBeVisible()
  await isInOrder('thanks for a part')
  server.offered.push(PET)
  await click('Corrigir e enviar')
  await expect.element(field(/^Nome/)).toHaveValue('Zenaide Parte')
  await expect.element(page.getByRole('alert').first()).toMatchTextContent('não está disponível')
  await click('Continuar')
  await expect.element(field('Quantidade')).toHaveValue('1')
  await userEvent.fill(field('Quantidade'), '2')
  await check(/autorizo o uso dos dados/)
  takesItsTime()
  await click('Enviar indicação')
  await expect.element(page.getByRole('heading', { name: 'Obrigado!' })).toBeVisible()
  await expect.element(page.getByText(/^Recebemos a indicação\./)).toBeVisible()
  expect(server.taken).toEqual([`Zenaide Parte ${PORTABLE}`, `Zenaide Parte ${PET}`])
})

test('a link that is renewed while the page is open thanks for nothing, and the new one sends the same values', async () => {
  const server = new Taking()
  const { openBy } = await openPage(server)
  await fills('Zenaide Depois', ['Portáteis'])
  await fillsNotebook()
  await check(/autorizo o uso dos dados/)
  server.link = RENEWED
  takesItsTime()
  await click('Enviar indicação')
  await expect.element(page.getByRole('heading', { name: 'Não recebemos a indicação' })).toBeVisible()
  await expect.element(page.getByText(/Não conseguimos achar quem indicou/).first()).toBeVisible()
  expect(page.getByText('Obrigado').elements()).toEqual([])
  openBy(RENEWED)
  await click('Tentar de novo')
  const waiting = page.getByRole('region', { name: 'Indicações que esperam' })
  await expect.element(waiting).not.toBeInTheDocument()
  expect(server.taken).toEqual([`Zenaide Depois ${PORTABLE}`])
})

test('a late address of a CEP keeps what was typed since, also on the other step', async () => {
  const server = new Taking()
  const items = { uf: 'SP', cidade: 'São Paulo', bairro: 'Sé', logradouro: 'Praça da Sé' }
  server.peer.answers(externalCepRoute, { data: { items } })
  const found = server.peer.holds(externalCepRoute)
  await openPage(server)
  await fills('Zoraide Antes', ['Vida'])
  await userEvent.fill(field('CEP'), '01001000')
  // The answer comes while the other step is on the page.
  await click('Voltar')
  await userEvent.fill(field(/^Nome/), 'Zoraide Depois')
  await click('Continuar')
  await userEvent.fill(field(/^CPF/), '11144477735')
  await userEvent.fill(field('Cidade'), 'Osasco')
  found()
  await expect.element(field('Rua')).toHaveValue('Praça da Sé')
  await expect.element(field(/^CPF/)).toHaveValue('111.444.777-35')
  await expect.element(field('Cidade')).toHaveValue('Osasco')
  await click('Voltar')
  await expect.element(field(/^Nome/)).toHaveValue('Zoraide Depois')
  await expect.element(page.getByRole('checkbox', { name: 'Vida', exact: true })).toBeChecked()
})
