/** The assistant with a service: answers as they are written, what they read, and what they may contain. docs/rules.md#assistant */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Exchange } from '../../src/contract/assistant.ts'
import { leadRoute } from '../../src/contract/board.ts'
import type { Consulted } from '../../src/domain/assistant/consulted.ts'
import { aLead } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { Assistant, answer, answers, ask, box, persona, says, send } from './support/assistant.ts'
import { exampleOf } from './support/contract-answers.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS, type Look } from './support/looks.ts'

const LOSSES = {
  label: 'Relatório de Perdas, 01/10/2026 a 31/10/2026',
  to: '/relatorio-perdas',
  search: { de: '2026-10-01', ate: '2026-10-31' },
}
const TEXT = 'São **2 perdas**.\n\n| Motivo | Total |\n|---|---|\n| Preço | 2 |'

const exchange = (input_prompt: string, chat_response: string, consulted: Consulted[] = []): Exchange => ({
  input_prompt,
  chat_response,
  consulted,
  created_at: '2026-11-18T13:00:00.000Z',
})

async function openChat(look: Look = {}) {
  let assistant: Assistant | undefined
  const app = await openApp('/chat-bot', {
    ...look,
    role: 1,
    leads: [aLead({ uid: 'a', id: 901, channel_id: 8, state: 2, status: 2 })],
    script: (peer) => {
      assistant = new Assistant(peer)
    },
  })
  if (assistant === undefined) throw new Error('not scripted')
  await expect.element(persona('Ajuda')).toBeChecked()
  return { ...app, assistant }
}

async function chooses(name: string): Promise<void> {
  await userEvent.click(persona(name))
  await expect.element(persona(name)).toBeChecked()
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('an answer and the dialog of a persona are in order', async () => {
    const { assistant } = await openChat(look)
    await chooses('Analista')
    await isInOrder('an empty conversation')
    assistant.turns.push(answer({ kind: 'consulted', consulted: LOSSES }, says(TEXT)))
    await ask('Quantas perdas em outubro?')
    await expect.element(page.getByRole('cell', { name: 'Preço' })).toBeVisible()
    window.scrollTo(0, 0)
    await isInOrder('an answer')
    if (look.width !== 'desk') await hasTargetsForThumbs('an answer')
    await userEvent.click(page.getByRole('button', { name: 'Editar persona' }))
    await expect.element(page.getByRole('dialog', { name: 'Editar persona Analista' })).toBeVisible()
    await isInOrder('the dialog of a persona')
  })
})

test('a question is asked by keyboard, shows what was read before the answer, and links to the same view', async () => {
  const { assistant, load } = await openChat()
  await expect.element(send).toBeDisabled()
  await userEvent.fill(box, 'Oi')
  await expect.element(send).toBeEnabled()
  await userEvent.clear(box)
  persona('Ajuda').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(persona('Analista')).toBeChecked()
  await expect.element(send).toBeDisabled()

  const held = Promise.withResolvers<void>()
  assistant.turns.push(async function* () {
    yield { kind: 'consulted', consulted: LOSSES }
    await held.promise
    yield* answer(says(TEXT.slice(0, 9)), says(TEXT.slice(9)))()
  })
  await ask('Quantas perdas em outubro?')
  await expect.element(page.getByRole('button', { name: 'Parar' })).toBeVisible()
  const source = page.getByRole('link', { name: LOSSES.label })
  await expect.element(source).toBeVisible()
  held.resolve()
  await expect.element(answers.last()).toMatchTextContent('São 2 perdas.')
  await expect.element(page.getByRole('cell', { name: 'Preço' })).toBeVisible()
  await expect.element(page.getByText(/^Resposta de Analista: São 2 perdas\./)).toBeInTheDocument()
  assistant.history.push(exchange('Quantas perdas em outubro?', TEXT, [LOSSES]))

  await userEvent.click(source)
  await expect.poll(() => window.location.pathname).toBe('/relatorio-perdas')
  expect(window.location.search).toMatch(/de=2026-10-01.*ate=2026-10-31/)
  window.history.back()
  // Conversation and persona are this browser's.
  await expect.element(answers.last()).toMatchTextContent('São 2 perdas.')
  await load('/chat-bot')
  await expect.element(persona('Analista')).toBeChecked()
  await expect.element(answers).toHaveLength(1)
})

test('leads that were counted open in the board by the same filter', async () => {
  const { assistant } = await openChat()
  await chooses('Analista')
  const consulted = { label: 'Dashboard, Negociação', to: '/', view: { kind: 'status', status: 2 } }
  assistant.turns.push(answer({ kind: 'consulted', consulted }, says('Contados.')))
  await ask('Quantos em negociação?')
  await userEvent.click(page.getByRole('link', { name: 'Dashboard, Negociação' }))
  const tab = page.getByRole('tab', { name: /^Negociação/ })
  await expect.element(tab).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab).toMatchTextContent('1')
})

test('a failure brings the question back, with one line; a stopped answer stays', async () => {
  const { assistant, load } = await openChat()
  await chooses('Analista')
  assistant.turns.push(async function* () {
    yield says('Era uma')
    yield { kind: 'failed', message: 'A resposta do serviço de IA foi cortada no meio.' }
  })
  await ask('Conte uma história')
  await expect.element(page.getByText('A resposta do serviço de IA foi cortada no meio.')).toBeVisible()
  await expect.element(box).toHaveValue('Conte uma história')
  await expect.element(box).toHaveFocus()
  await expect.element(answers).not.toBeInTheDocument()

  // The connection ends in the middle of a sentence.
  assistant.turns.push(async function* () {
    yield says('Era uma')
    throw new TypeError('network error')
  })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^Sem conexão/).first()).toBeVisible()
  await expect.element(box).toHaveValue('Conte uma história')

  assistant.turns.push(async function* () {
    yield says('Era uma vez')
    await new Promise(() => {})
  })
  await userEvent.keyboard('{Enter}')
  await expect.element(answers.last()).toMatchTextContent('Era uma vez')
  // The server keeps it as far as it came.
  assistant.history.push(exchange('Conte uma história', 'Era uma vez'))
  await userEvent.click(page.getByRole('button', { name: 'Parar' }))
  await expect.element(send).toBeVisible()
  await expect.element(answers).toHaveLength(1)
  await expect.element(box).toHaveValue('')
  await load('/chat-bot')
  await expect.element(answers).toHaveLength(1)
  await expect.element(answers.last()).toMatchTextContent('Era uma vez')
})

test('an answer has neither pictures nor HTML, and links only into the product', async () => {
  const { assistant } = await openChat()
  await chooses('Analista')
  assistant.turns.push(
    answer(
      says('![x](http://fora.invalid/p.png) <img src="http://fora.invalid/q.png"> <b>oi</b> '),
      says('[fora](http://fora.invalid) [js](javascript:alert(1)) [dentro](/relatorio-perdas) fim'),
    ),
  )
  await ask('Mostre')
  await expect.element(answers.last()).toMatchTextContent('fim')
  expect(answers.last().element().querySelectorAll('img, b')).toHaveLength(0)
  expect(
    answers
      .last()
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['dentro'])
  const asked = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(asked.filter((name) => name.includes('fora.invalid'))).toEqual([])
})

test('the writer gives a text to copy or to open in WhatsApp, and sends nothing', async () => {
  const { assistant, peer } = await openChat()
  const withPhone = (field: string, value: unknown) => (field === 'cellphone' ? '31988776650' : value)
  peer.answersBy(leadRoute, () => exampleOf(leadRoute, withPhone) as never)
  await chooses('Redator')
  const consulted = { label: 'Lead 901', to: '/', search: { lead: 901 }, lead: 901 }
  assistant.turns.push(answer({ kind: 'consulted', consulted }, says('Olá, Ana Souza! **Tudo bem?**')))
  await ask('Escreva para o lead 901')
  await expect.element(answers.last()).toMatchTextContent('Olá, Ana Souza! Tudo bem?')
  const link = page.getByRole('link', { name: 'Abrir no WhatsApp' })
  await expect
    .element(link)
    .toHaveAttribute(
      'href',
      `https://wa.me/5531988776650?text=${encodeURIComponent('Olá, Ana Souza! *Tudo bem?*')}`,
    )
  await expect.element(page.getByRole('button', { name: 'Copiar' })).toBeVisible()
})

test('the words of a persona are edited, and taken back', async () => {
  await openChat()
  await chooses('Redator')
  const edit = page.getByRole('button', { name: 'Editar persona' })
  await userEvent.click(edit)
  const dialog = page.getByRole('dialog', { name: 'Editar persona Redator' })
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Nome' }), 'Redatora')
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await expect.element(persona('Redatora')).toBeChecked()
  await userEvent.click(edit)
  await userEvent.click(page.getByRole('button', { name: 'Restaurar original' }))
  await expect.element(persona('Redator')).toBeChecked()
})
