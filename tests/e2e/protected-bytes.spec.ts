/**
 * What whoever copies the disk of a device finds: every file of the browser's profile is searched, also inside its compressed
 * stores. docs/security.md#protected-devices
 */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { findInProfile, found, keyWritings, type Terms, textTerms } from './support/disk/find-in-profile.ts'
import { dataKeyIn, keyringIn } from './support/disk/keyring-file.ts'
import { isSending, lookAround, queueWork } from './support/disk/own-work.ts'
import { ENTERED, enteredTerms, KINDS, peopleOf, peopleTerms } from './support/disk/seeded.ts'
import { frontTo } from './support/front.ts'
import type { HostedServer } from './support/hosted-server.ts'
import {
  beginProtection,
  databases,
  keyrings,
  lock,
  lockScreen,
  PASSWORD,
  unlocked,
} from './support/protection.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { erasureStates, markShared, orderErasure } from './support/shared-tablet.ts'
import { type Device, expect, isLong, SLICED, test } from './support/test.ts'

const PIN = '482915'
const IN_DEVICE_STORE = /^[^:]+: (Default\/IndexedDB\/[^,]+\.(log|ldb)(, )?)+$/
const ONLY_LOCAL_STORAGE = /^[^:]+: Default\/Local Storage\/leveldb\/\d+\.(log|ldb)$/

async function searched(server: HostedServer): Promise<Map<string, readonly Buffer[]>> {
  return new Map([
    ...peopleTerms(await peopleOf(server.url, 'corretor')),
    ...enteredTerms,
    ...textTerms([PASSWORD, PIN]),
  ])
}

/** The data key and what else opens the store: of a keyring that the device has, or had. */
async function secretsOf(device: Device, userId: number): Promise<Map<string, readonly Buffer[]>> {
  const keyring = await keyringIn(device.folder, userId)
  if (keyring === null) throw new Error('the protected device has no keyring')
  return new Map([['data key', keyWritings(await dataKeyIn(keyring, PASSWORD))]])
}

interface Wraps {
  /** By it a locked device asks for the order to erase. It opens nothing. */
  readonly secret: string
  /** The queue's copy in local storage has it, too. */
  readonly byServer: string
  readonly terms: Map<string, readonly Buffer[]>
}

/** What a keyring has on the disk while it is there. */
async function wrapsOf(device: Device, userId: number): Promise<Wraps> {
  const keyring = await keyringIn(device.folder, userId)
  if (keyring === null || keyring.password === null || keyring.server === null)
    throw new Error('the keyring is not whole')
  const { secret } = keyring
  const byServer = keyring.server.sealed
  return { secret, byServer, terms: textTerms([secret, keyring.password.wrap.sealed, byServer]) }
}

/** The server's half as a new sign-in on that device gets it. */
async function halfOf(server: HostedServer, device_id: string): Promise<string | null> {
  const answer = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'corretor', password: PASSWORD, device_id }),
  })
  const { data }: { data: { protection: { server_half: string | null } } } = await answer.json()
  return data.protection.server_half
}

/**
 * What is left of a device without a keyring, but for the server's wrap in local storage. The queue's copy had that wrap, and
 * the browser keeps bytes of a deleted value. It opens nothing without the half: docs/security.md#keys-of-a-device
 */
async function leftAfterKeys(device: Device, terms: Terms, { byServer }: Wraps): Promise<string[]> {
  const left = await found(device.folder, terms)
  return left.filter((words) => !(words.startsWith(byServer) && ONLY_LOCAL_STORAGE.test(words)))
}

async function createPin(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Criar PIN' }).click()
  const dialog = page.getByRole('dialog', { name: 'Criar PIN' })
  await dialog.getByLabel('Senha', { exact: true }).fill(PASSWORD)
  await dialog.getByLabel('PIN de 6 números').fill(PIN)
  await dialog.getByRole('button', { name: 'Criar PIN' }).click()
  await expect(page.getByRole('button', { name: 'Remover PIN' })).toBeVisible()
}

interface Tablet {
  readonly app: App
  readonly proxy: Proxy
  readonly userId: number
  readonly deviceId: string
  readonly token: string
  /** What no file of its profile may have. */
  readonly terms: Terms
}

/** A tablet that was protected before its first sign-in, with a day's work in every store. */
async function workedTablet(server: HostedServer, device: Device): Promise<Tablet> {
  const rest = await Rest.signIn(server.url, 'corretor')
  const userId = await rest.userId()
  await markShared(server.url, userId)
  const proxy = await Proxy.to(server.port)
  const app = await App.open(await device.open(), proxy.url)
  const answer = app.page.waitForResponse('**/api/login')
  await app.signIn('corretor')
  const signedIn = await answer
  const { data }: { data: { token: string } } = await signedIn.json()
  const { device_id: deviceId }: { device_id: string } = signedIn.request().postDataJSON()
  await app.ready()
  await app.goTo('/profile')
  await createPin(app.page)
  proxy.refuse = isSending
  await app.goTo('/')
  await queueWork(app, rest)
  await lookAround(app)
  return {
    app,
    proxy,
    userId,
    deviceId,
    token: data.token,
    terms: new Map([...(await searched(server)), ...textTerms([data.token])]),
  }
}

// Promise: the search finds what a clear device has, and nothing of it after the move.
test('a clear device has everything on its disk; what it moves to protected is nowhere in its stores', async ({
  ownServer: server,
  newDevice,
}) => {
  test.skip(!isLong, 'npm run test:long')
  const people = await peopleOf(server.url, 'corretor')
  const rest = await Rest.signIn(server.url, 'corretor')
  const userId = await rest.userId()
  const device = await newDevice('corretor')
  const terms = await searched(server)
  const front = await frontTo(server.url)
  front.refuse = isSending
  let token = ''

  await test.step('a clear device: the search finds all of it', async () => {
    const app = await App.signedIn(await device.open(), server.url, 'corretor')
    token = await app.page.evaluate(() => localStorage.getItem('farol_token') ?? '')
    await queueWork(app, rest)
    await lookAround(app)
    await device.close()
    const clear = await findInProfile(device.folder, new Map([...terms, ...textTerms([token])]))
    for (const kind of KINDS)
      expect(
        people[kind].filter((value) => !clear.has(value)),
        kind,
      ).toEqual([])
    expect(Object.values(ENTERED).filter((value) => !clear.has(value))).toEqual([])
    expect(clear.has(token)).toBe(true)
  })

  await test.step('moved to protected, used, locked', async () => {
    const app = await App.open(await device.open(), server.url)
    await expect(app.connection()).toHaveText(/3 pendentes/)
    await (await beginProtection(app)).click()
    await expect.poll(() => databases(app.page), { timeout: 60_000 }).toContain(`farol-p-${userId}`)
    await expect(app.connection()).toHaveText(/3 pendentes/, { timeout: 60_000 })
    // Nothing is downloaded before the queue is sent.
    front.refuse = null
    await expect(app.page.getByText('Protegido', { exact: true })).toBeVisible({ timeout: 60_000 })
    await app.ready()
    await expect.poll(() => databases(app.page)).not.toContain(`farol-${userId}`)
    await lookAround(app, true)
    await lock(app)
    await device.close()
    const moved = new Map([...terms, ...(await secretsOf(device, userId))])
    // Of the days before the browser itself keeps addresses, and old bytes of local storage: docs/security.md#no-guarantees
    moved.delete(ENTERED.search)
    const left = await found(device.folder, moved)
    expect(left.filter((words) => !ONLY_LOCAL_STORAGE.test(words))).toEqual([])
    const ended = await fetch(`${server.url}/api/tokenconfirm`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(ended.status).toBe(401)
  })
})

// Promise: no file of a protected device's profile has a person, a word or a key.
test(
  'a tablet that was never clear has nothing on its disk: locked, and after a sign-out no key either',
  SLICED,
  async ({ ownServer: server, newDevice }) => {
    const device = await newDevice()
    const { app, proxy, userId, deviceId, terms } = await workedTablet(server, device)
    await lock(app)
    await device.close()
    const secrets = await secretsOf(device, userId)
    const wraps = await wrapsOf(device, userId)
    expect(await found(device.folder, new Map([...terms, ...secrets]))).toEqual([])
    // The search would find what is there.
    expect((await findInProfile(device.folder, wraps.terms)).size).toBe(wraps.terms.size)

    proxy.refuse = null
    const again = await unlocked(await device.open(), proxy.url)
    await again.settled()
    await again.page.getByRole('button', { name: /^Conta de/ }).click()
    await again.page.getByRole('menuitem', { name: 'Logout' }).click()
    await again.page.getByRole('checkbox', { name: /^Guardar \d* ?rascunho/ }).uncheck()
    await again.page.getByRole('button', { name: 'Apagar o rascunho e sair' }).click()
    await expect(again.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    await device.close()
    expect(await leftAfterKeys(device, new Map([...terms, ...secrets, ...wraps.terms]), wraps)).toEqual([])
    expect(await halfOf(server, deviceId)).toBeNull()
    await proxy.close()
  },
)

// Promise: the service worker of a locked device obeys an order to erase, and no file has a person, a word or a key afterwards.
test(
  'a locked tablet that is erased by order without a page has nothing on its disk, and no key',
  SLICED,
  async ({ ownServer: server, newDevice }) => {
    const device = await newDevice()
    const { app, proxy, userId, deviceId, token, terms } = await workedTablet(server, device)
    await lock(app)
    await device.close()
    const wraps = await wrapsOf(device, userId)
    const known = new Map([...terms, ...(await secretsOf(device, userId)), ...wraps.terms])
    const reopened = await App.open(await device.open(), proxy.url)
    const { page } = reopened
    await expect(lockScreen(page)).toBeVisible()
    // A page of the site without the app: the lock screen asks for orders, too.
    await reopened.goTo('/favicon.svg')
    await orderErasure(server.url, userId)
    await reopened.backgroundSync()
    await expect.poll(() => erasureStates(server.url, userId)).toEqual(['confirmed'])
    await expect.poll(() => keyrings(page)).toEqual([])
    const sealed = async () => (await databases(page)).filter((name) => name.startsWith('farol-p-'))
    await expect.poll(sealed).toEqual([])
    await reopened.goTo('/')
    await expect(page.getByText('Este aparelho foi apagado a pedido de')).toBeVisible()
    const stored = await page.evaluate(() => Object.keys(localStorage))
    expect(stored.filter((key) => /_\d+(_|$)/.test(key))).toEqual([])
    await device.close()
    const left = await leftAfterKeys(device, known, wraps)
    // By these the device confirms the erasure. The token has ended, and the secret opens nothing.
    const confirms = (words: string) => [token, wraps.secret].some((value) => words.startsWith(value))
    expect(left.filter((words) => !(confirms(words) && IN_DEVICE_STORE.test(words)))).toEqual([])
    expect(await halfOf(server, deviceId)).toBeNull()
    await proxy.close()
  },
)
