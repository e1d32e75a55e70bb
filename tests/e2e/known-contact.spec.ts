/** A typed phone or mail of a known client is shown before the save. docs/rules.md#known-contacts */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { clientByNameRoute, clientListRoute } from '../../src/contract/clients.ts'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { isMobile } from '../../src/domain/phone/phone.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { LeadForm } from './support/lead-form.ts'
import { reloadOffline } from './support/offline.ts'
import { placeOf } from './support/place.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
/** The server has been asked by then. */
const ASKED_MS = 1500

async function mirrored(page: Page): Promise<Client[]> {
  const { databases } = await storedIn(page)
  const rows = Object.entries(databases).flatMap(([store, records]) =>
    store.endsWith('/clients') ? records : [],
  )
  return rows.map((row) => clientSchema.parse(JSON.parse(row)))
}

/** Returns a client whose mobile no other one of these has. */
function withOwnMobile(clients: readonly Client[]): Client {
  const found = clients.find(
    ({ uid, cellphone, phone, name }) =>
      isMobile(cellphone) &&
      cellphone !== phone &&
      !clients.some((other) => other.uid !== uid && (other.cellphone === cellphone || other.name === name)),
  )
  if (found === undefined) throw new Error('no client has a mobile of its own')
  return found
}

/** Counts what a screen reader announces: each new text of a live region that names the client. */
const listen = (page: Page, name: string) =>
  page.evaluate((words) => {
    const heard: string[] = []
    Object.assign(globalThis, { heard })
    new MutationObserver(() => {
      for (const region of document.querySelectorAll('[role="status"]')) {
        const text = region.textContent ?? ''
        if (text.includes(words) && heard.at(-1) !== text) heard.push(text)
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  }, name)
const heardBy = async (page: Page) =>
  z.array(z.string()).parse(await page.evaluate(() => Reflect.get(globalThis, 'heard')))

test('a known mobile is shown before the save, without a jump, also without a network', async ({
  server,
  newDevice,
}) => {
  const context = await (await newDevice('corretor')).open()
  const app = await App.signedIn(context, server.url, 'corretor', '/lead')
  const { page } = app
  const form = new LeadForm(page)
  const known = withOwnMobile(await mirrored(page))
  const notice = form.root.getByText(`${known.name} já tem este celular.`)
  await expect(form.root.getByText(/o Farol avisa aqui/)).toBeVisible()
  await listen(page, known.name)

  const gap = async () => {
    const [above, below] = [await placeOf(form.field('Celular')), await placeOf(form.field('RG'))]
    return (below?.y ?? 0) - (above?.y ?? 0)
  }
  const before = await gap()
  await form.field('Celular').pressSequentially(known.cellphone)
  await expect(notice).toBeVisible()
  expect(await gap()).toBe(before)
  await form.field('E-mail').pressSequentially('outra.pessoa@exemplo.com.br')
  await page.waitForTimeout(ASKED_MS)
  await expect(notice).toBeVisible()
  expect(await heardBy(page)).toEqual([`${known.name} já tem este celular.`])
  await isInOrderInEveryLook(page, 'a known mobile', LOOK)

  // A value with a further character belongs to no client.
  await form.field('Celular').press('End')
  await form.field('Celular').press('Backspace')
  await expect(notice).toBeHidden()
  await form.field('Celular').fill(known.cellphone)
  await expect(notice).toBeVisible()

  // On a low screen the buttons of the form don't hide it.
  await form.field('Celular').fill('')
  await page.setViewportSize({ width: 1366, height: 657 })
  await page.evaluate(() => window.scrollTo(0, 0))
  await form.field('Celular').fill(known.cellphone)
  await expect(notice).toBeVisible()
  const isOnTop = (words: Element) => {
    const { left, bottom } = words.getBoundingClientRect()
    return words.contains(document.elementFromPoint(left + 1, bottom - 1))
  }
  await expect.poll(() => notice.evaluate(isOnTop)).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })

  await form.root.getByRole('button', { name: 'É outra pessoa' }).click()
  await expect(notice).toBeHidden()
  await expect(form.field('Celular')).toBeFocused()

  await context.setOffline(true)
  await reloadOffline(page)
  await page.getByRole('button', { name: 'Descartar' }).click()
  await form.field('Celular').fill(known.cellphone)
  await expect(notice).toBeVisible()
  await form.root.getByRole('button', { name: 'Ver cliente' }).click()
  const dialog = page.getByRole('dialog', { name: known.name })
  await expect(dialog).toContainText(known.mail)
  await dialog.getByRole('button', { name: 'Usar este cliente' }).click()
  await expect(dialog).toBeHidden()
  await expect(form.field('Nome')).toHaveValue(known.name)
  await expect(form.root.getByText(`Cliente já cadastrado: ${known.name}.`)).toBeVisible()
  await expect(notice).toBeHidden()
})

test('a dealership learns nothing of the clients of others', async ({ sharedServer, signedIn }) => {
  const app = await signedIn(sharedServer.url, 'concessionaria')
  const { page } = app
  const form = new LeadForm(page)
  await expect(form.field('Celular')).toBeVisible()
  const own = await mirrored(page)
  const rest = await Rest.signIn(sharedServer.url, 'admin')
  const { data } = clientListRoute.answer.parse((await rest.call('GET', '/clients/list?per_page=100')).body)
  const dealership = await Rest.signIn(sharedServer.url, 'concessionaria')
  /** By name everybody finds the clients of the own scope alone, those of old leads too. */
  const knows = async ({ name }: Client) => {
    const { body } = await dealership.call('GET', `/client-by-name/${encodeURIComponent(name)}`)
    return clientByNameRoute.answer.parse(body).data.length > 0
  }
  let ofOthers: Client | null = null
  for (const client of data)
    if (ofOthers === null && isMobile(client.cellphone) && client.mail !== '' && !(await knows(client)))
      ofOthers = client
  if (ofOthers === null) throw new Error('the dealership knows all clients of the demo')
  const notice = form.root.getByText(/já tem este (celular|e-mail)/)
  await form.field('Celular').fill(ofOthers.cellphone)
  await form.field('E-mail').fill(ofOthers.mail)
  await page.waitForTimeout(ASKED_MS)
  await expect(notice).toBeHidden()
  await expect(form.root).not.toContainText(ofOthers.name)

  const mine = withOwnMobile(own)
  await form.field('Celular').fill(mine.cellphone)
  await expect(form.root.getByText(`${mine.name} já tem este celular.`)).toBeVisible()
})
