/** Back closes what lies over the page, and typed text is not lost without a question. docs/rules.md#leaving */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { menuEntry } from '../support/menu.ts'
import { tap } from '../support/tap.ts'

const question = page.getByRole('dialog', { name: 'Descartar o que foi digitado?' })
const limit = page.getByLabelText(/^Tempo para capturar \(horas úteis\)/)
const path = () => window.location.pathname

/** 'Configurações', with a limit typed and not saved. Before it lay 'Auditoria'. */
async function typesLimit(): Promise<void> {
  const { go } = await openApp('/auditoria', { role: 1, script: answersAllReads })
  await go('/configuracoes')
  await expect.element(limit).toHaveValue('1')
  await userEvent.fill(limit, '7,5')
}

test('a link asks before it leaves typed text, which stays after Voltar', async () => {
  await typesLimit()
  await userEvent.click(await menuEntry('Auditoria'))
  await userEvent.click(question.getByRole('button', { name: 'Voltar' }))
  await expect.element(question).not.toBeInTheDocument()
  expect(path()).toBe('/configuracoes')
  await expect.element(limit).toHaveValue('7,5')
})

test('Back asks, and a second Back closes the question and leaves nothing', async () => {
  await typesLimit()
  window.history.back()
  await expect.element(question).toBeVisible()
  await isInOrder('question before leaving')
  window.history.back()
  await expect.element(question).not.toBeInTheDocument()
  expect(path()).toBe('/configuracoes')
  await expect.element(limit).toHaveValue('7,5')
})

test('a reload and the closing of the tab are asked about while text is typed, and not afterwards', async () => {
  await typesLimit()
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(true)
  await userEvent.fill(limit, '1')
  await expect.poll(isAsked).toBe(false)
})

test('who discards the text leaves, and finds nothing of it later', async () => {
  await typesLimit()
  window.history.back()
  await userEvent.click(question.getByRole('button', { name: 'Descartar alterações' }))
  await expect.poll(path).toBe('/auditoria')
  window.history.forward()
  await expect.element(limit).toHaveValue('1')
  await userEvent.click(await menuEntry('Auditoria'))
  await expect.poll(path).toBe('/auditoria')
  await expect.element(question).not.toBeInTheDocument()
})

test('on a phone Back closes dialog by dialog, asks about typed text, and leaves nothing of the first use', async () => {
  await openApp('/', {
    width: 'phone',
    leads: (user) => [aLead({ channel_id: 8, state: 2, status: 2, broker_id: user.id })],
  })
  const view = page.getByRole('dialog', { name: /^Lead 1 ·/ })
  const scheduling = page.getByRole('dialog', { name: 'Agendamento de Lead' })
  const note = scheduling.getByRole('textbox', { name: 'Observações' })
  await tap(page.getByRole('tab', { name: /^Negociação/ }))
  await tap(page.getByRole('button', { name: 'Ver lead 1' }))
  await tap(view.getByRole('button', { name: 'Agendar' }))
  await userEvent.fill(note, 'Ligar depois do almoço')

  window.history.back()
  await expect.element(question).toBeVisible()
  await hasTargetsForThumbs('question before leaving')
  window.history.back()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(note).toHaveValue('Ligar depois do almoço')
  await userEvent.keyboard('{Escape}')
  await tap(question.getByRole('button', { name: 'Voltar' }))
  await expect.element(question).not.toBeInTheDocument()
  await tap(scheduling.getByRole('button', { name: 'Cancelar' }))
  await tap(question.getByRole('button', { name: 'Descartar alterações' }))
  await expect.element(scheduling).not.toBeInTheDocument()

  await tap(view.getByRole('button', { name: 'Agendar' }))
  await expect.element(note).toHaveValue('')
  window.history.back()
  await expect.element(scheduling).not.toBeInTheDocument()
  await expect.element(view).toBeVisible()
  window.history.back()
  await expect.element(view).not.toBeInTheDocument()
  await expect.element(page.getByRole('article').first()).toBeVisible()
  expect(path()).toBe('/')
})
