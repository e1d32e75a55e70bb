/** A typed phone or mail of a known client is shown before the save. docs/rules.md#known-contacts */
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { knownContactRoute } from '../../../src/contract/client-merges.ts'
import { aClient, aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'

const KNOWN = aClient({ name: 'Ana Souza', mail: 'ana@exemplo.com.br', cellphone: '31988881111' })
const WORDS = 'Ana Souza já tem este celular.'

const form = page.getByRole('form', { name: 'Lead' })
const cellphone = form.getByRole('textbox', { name: 'Celular' })
const mail = form.getByRole('textbox', { name: 'E-mail' })
const notice = form.getByText(WORDS)

async function openForm(look: Look = {}) {
  const app = await openApp('/lead', {
    ...look,
    clients: [KNOWN],
    leads: (user) => [aLead({ client_name: KNOWN.name, state: 2, status: 2, broker_id: user.id })],
    script: (peer) => peer.answers(knownContactRoute, { data: [] }),
  })
  await expect.element(form.getByText(/o Farol avisa aqui/).first()).toBeVisible()
  return app
}

/** Returns the texts about a client that live regions say from now on. */
function heardAbout(name: string): readonly string[] {
  const heard: string[] = []
  const observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[role="status"]'))
      if (textContent.includes(name) && heard.at(-1) !== textContent) heard.push(textContent)
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return heard
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the warning of a known mobile is in order, with targets for thumbs', async () => {
    await openForm(look)
    await cellphone.fill(KNOWN.cellphone)
    await expect.element(notice).toBeVisible()
    await isInOrder('a known mobile')
    if (look.width !== 'desk') await hasTargetsForThumbs('a known mobile')
  })
})

test('a known mobile is shown and said once, without a jump, and stays when the server has answered', async () => {
  const { peer } = await openForm()
  const heard = heardAbout(KNOWN.name)
  const gap = () => {
    const place = (name: string) => form.getByRole('textbox', { name }).element().getBoundingClientRect().y
    return place('RG') - place('Celular')
  }
  const before = gap()
  await userEvent.type(cellphone, KNOWN.cellphone)
  await expect.element(notice).toBeVisible()
  expect(gap()).toBe(before)
  await userEvent.type(mail, 'outra.pessoa@exemplo.com.br')
  const asksForMail = () =>
    peer.callsOf(knownContactRoute).some(({ query }) => query.get('mail') === 'outra.pessoa@exemplo.com.br')
  await expect.poll(asksForMail).toBe(true)
  await expect.element(notice).toBeVisible()
  expect(heard).toEqual([WORDS])
})

test('a value with a character less belongs to no client', async () => {
  await openForm()
  await cellphone.fill(KNOWN.cellphone)
  await expect.element(notice).toBeVisible()
  await userEvent.click(cellphone)
  await userEvent.keyboard('{End}{Backspace}')
  await expect.element(notice).not.toBeInTheDocument()
})

test('on a low screen the buttons of the form do not hide the warning', async () => {
  await openForm()
  await page.viewport(1366, 657)
  window.scrollTo(0, 0)
  await cellphone.fill(KNOWN.cellphone)
  await expect.element(notice).toBeVisible()
  const isOnTop = () => {
    const words = notice.element()
    const { left, bottom } = words.getBoundingClientRect()
    return words.contains(document.elementFromPoint(left + 1, bottom - 1))
  }
  await expect.poll(isOnTop).toBe(true)
})

test("'É outra pessoa' takes the warning away, and the field has the focus", async () => {
  await openForm()
  await cellphone.fill(KNOWN.cellphone)
  await userEvent.click(form.getByRole('button', { name: 'É outra pessoa' }))
  await expect.element(notice).not.toBeInTheDocument()
  await expect.element(cellphone).toHaveFocus()
})

test('without a network a known client is looked at and taken into the form', async () => {
  const { peer } = await openForm()
  cutNetwork(peer)
  await cellphone.fill(KNOWN.cellphone)
  await userEvent.click(form.getByRole('button', { name: 'Ver cliente' }))
  const dialog = page.getByRole('dialog', { name: KNOWN.name })
  await expect.element(dialog).toMatchTextContent(KNOWN.mail)
  await userEvent.click(dialog.getByRole('button', { name: 'Usar este cliente' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(form.getByLabelText(/^Nome( \*)?$/)).toHaveValue(KNOWN.name)
  await expect.element(form.getByText(/^Cliente já cadastrado: Ana Souza\./)).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
})
