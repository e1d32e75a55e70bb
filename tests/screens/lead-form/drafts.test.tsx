/** What was typed and not saved: it outlives the page, is offered once, and ends with an answer or a sign-out. */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listDrafts } from '../../../src/db/session/drafts.ts'
import { DRAFT_KEPT } from '../../../src/device/useDraft.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import {
  button,
  completeClient,
  field,
  fill,
  form,
  openWorked,
  press,
  unfold,
  workedLead,
} from '../support/lead-form.ts'
import { notesToasts, wordsOf } from '../support/toasts.ts'

const typedLast = () => Object.keys(localStorage).filter((key) => key.startsWith('farol_typed_'))

/** The event of a page that enters the browser's cache or leaves it. */
const tell = (type: 'pagehide' | 'pageshow') =>
  window.dispatchEvent(new PageTransitionEvent(type, { persisted: true }))

/** A name that is typed in a new lead and stored as a draft. */
async function withDraft() {
  const app = await openApp('/lead', { role: 2 })
  await fill({ Nome: 'Rascunho da Silva', 'Data de nascimento': '3112' })
  await expect.poll(async () => JSON.stringify(await listDrafts(app.db))).toContain('"birth_date":"3112"')
  await expect.element(form).toMatchTextContent('Rascunho guardado às')
  await app.load('/lead')
  await expect.element(form).toMatchTextContent(/Você tem um rascunho de (\d\d\/\d\d\/\d{4} às )?\d\d:\d\d/)
  return app
}

test('typed values outlive a closed page, and the form waits for an answer about them', async () => {
  await withDraft()
  await expect.element(field('Nome')).toBeDisabled()
  await userEvent.click(button('Continuar'))
  await expect.element(form).toHaveFocus()
  await expect.element(field('Nome')).toHaveValue('Rascunho da Silva')
  await expect.element(field('Data de nascimento')).toHaveValue('31/12')
})

test('each key is on the device before the page could be told that it ends', async () => {
  await openApp('/lead', { role: 2 })
  const stores = vi.spyOn(Storage.prototype, 'setItem')
  try {
    await userEvent.type(field('Nome'), 'Zul')
    const kept = stores.mock.calls.filter(([key]) => key.startsWith('farol_typed_')).map(([, text]) => text)
    for (const name of ['Z', 'Zu', 'Zul'])
      expect(kept.some((text) => text.includes(`"name":"${name}"`))).toBe(true)
  } finally {
    stores.mockRestore()
  }
  // The database has it: local storage needs it no longer.
  await expect.element(form).toMatchTextContent('Rascunho guardado às')
  await expect.poll(typedLast).toEqual([])
})

test('a discarded draft is not offered again', async () => {
  const app = await withDraft()
  await userEvent.click(button('Descartar rascunho'))
  await expect.element(form).toHaveFocus()
  await expect.element(field('Nome')).toHaveValue('')
  await expect.poll(() => listDrafts(app.db)).toEqual([])
  await app.load('/lead')
  await expect.element(field('Nome')).toBeEnabled()
  await expect.element(form).not.toMatchTextContent('Você tem um rascunho')
})

describe('a page that is put away right after a key', () => {
  async function putAway() {
    const app = await openApp('/lead')
    await expect.element(field('Nome')).toBeVisible()
    await fill({ Nome: 'Rascunho da Silva' })
    tell('pagehide')
    expect(typedLast()).toHaveLength(1)
    return app
  }

  test('has no draft once it returns and the value is removed', async () => {
    const app = await putAway()
    tell('pageshow')
    await fill({ Nome: '' })
    await expect.poll(() => listDrafts(app.db)).toEqual([])
    await expect.poll(typedLast).toEqual([])
  })

  test('has a draft if it never returns, and a sign-out asks about it', async () => {
    const app = await putAway()
    await app.load('/sincronizacao')
    // The module of the page's life is that of the page before, which had let go of its database.
    tell('pageshow')
    await expect.element(page.getByRole('heading', { name: 'Rascunhos' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: /^Conta de/ }))
    await userEvent.click(page.getByRole('menuitem', { name: 'Logout' }))
    const question = page.getByRole('dialog', { name: 'Sair com rascunhos não salvos?' })
    await expect.element(question.getByRole('button', { name: 'Guardar o rascunho e sair' })).toBeVisible()
  })
})

test('a row of choices shows no radio buttons, also while the form waits for an answer about its draft', async () => {
  const app = await openWorked({ width: 'phone' })
  await fill({ Produto: 'Um produto digitado' })
  await expect.element(form).toMatchTextContent('Rascunho guardado')
  await app.load('/?form=lead-1')
  await expect.element(button('Continuar')).toBeVisible()
  const radios = [...form.element().querySelectorAll<HTMLInputElement>('input[type="radio"]')]
  expect(radios.length).toBeGreaterThan(5)
  expect(radios.every((radio) => radio.matches(':disabled'))).toBe(true)
  expect(new Set(radios.map((radio) => getComputedStyle(radio).opacity))).toEqual(new Set(['0']))
})

describe.each([
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
])('$width px', ({ width, height }) => {
  const card = page.getByRole('article', { name: 'Lead 1', exact: true })

  test.each([
    'X',
    'Escape',
    'Back',
  ])('%s of a form says that a draft was kept, and the card wears it', async (way) => {
    const { go, db } = await openApp('/', {
      clients: [completeClient()],
      leads: (user) => [workedLead(user)],
    })
    await page.viewport(width, height)
    await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
    await expect.element(card).toBeVisible()
    expect(card.getByText('rascunho', { exact: true }).query()).toBeNull()
    await go('/?form=lead-1')
    await expect.element(form).toBeVisible()
    await unfold()
    await fill({ 'Informações adicionais': 'Prefere WhatsApp' })
    const shown = notesToasts()
    if (way === 'X')
      await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).first())
    else if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else window.history.back()
    await expect.element(form).not.toBeInTheDocument()
    await expect.poll(() => wordsOf(shown)).toEqual([DRAFT_KEPT])
    await expect.element(card.getByText('rascunho', { exact: true })).toBeVisible()
    await isInOrder('a card with a draft')
    await db.drafts.clear()
    await expect.element(card.getByText('rascunho', { exact: true })).not.toBeInTheDocument()
  })
})

test('a form that is saved, or closed as it was opened, speaks of no draft', async () => {
  const { peer } = await openWorked()
  const shown = notesToasts()
  await fill({ 'Informações adicionais': 'Prefere WhatsApp' })
  await press('Salvar')
  await expect.poll(() => peer.server.applied.length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
  expect(wordsOf(shown)).not.toContain(DRAFT_KEPT)
})
