/** The browser is killed in the middle of what changes a protected device: support/disk/kill-at-points.ts */
import type { Page } from '@playwright/test'
import type { App } from './support/app.ts'
import { findInProfile } from './support/disk/find-in-profile.ts'
import {
  clearWithWork,
  killAtEachPoint,
  type Prepared,
  protectedWithWork,
  QUEUED,
  STOPS,
} from './support/disk/kill-at-points.ts'
import { ENTERED, enteredTerms, peopleOf, peopleTerms } from './support/disk/seeded.ts'
import { LeadForm } from './support/lead-form.ts'
import {
  beginProtection,
  choose,
  databases,
  keyrings,
  lock,
  lockScreen,
  PASSWORD,
  unlock,
} from './support/protection.ts'
import type { FarolServer } from './support/server.ts'
import { erasureStates, orderErasure } from './support/shared-tablet.ts'
import { type Device, expect, test } from './support/test.ts'

// Promise: a browser killed at any point of such a way leaves neither a clear word nor lost work.
test.skip(STOPS === '0', 'without STOPS: npm run test:long')
test.setTimeout(7_200_000)

const LOCAL_STORAGE = /^Default\/Local Storage\/leveldb\//
const NEW_PASSWORD = 'outra frase bem comprida'

const entrance = (app: App) => app.page.getByRole('button', { name: 'Entrar', exact: true })

const storedToken = (app: App) => app.page.evaluate(() => localStorage.getItem('farol_token'))
const wrongPassword = (page: Page) => page.getByText(/^Senha incorreta/)
const erased = (page: Page) => page.getByText('Este aparelho foi apagado a pedido de')

type Terms = ReadonlyMap<string, readonly Buffer[]>

/** What is on the disk, each with its files. Local storage keeps old bytes: docs/security.md#no-guarantees */
async function clearIn(device: Device, terms: Terms): Promise<string[]> {
  const found = await findInProfile(device.folder, terms)
  return [...found].flatMap(([name, files]) => {
    const others = [...files].filter((file) => !LOCAL_STORAGE.test(file))
    return others.length === 0 ? [] : [`${name}: ${others.join()}`]
  })
}

/** Unlocks or signs in, whatever is asked for. */
async function enter(app: App): Promise<void> {
  await expect(lockScreen(app.page).or(entrance(app)).or(app.connection()).first()).toBeVisible()
  if (await lockScreen(app.page).isVisible()) await unlock(app.page)
  else if (await entrance(app).isVisible()) await app.signIn('corretor')
  await expect(app.connection()).toBeAttached({ timeout: 60_000 })
}

/** Queue and draft are there; the queue is sent, the store is sealed, and nothing clear is on the disk. */
async function isWhole(app: App, device: Device, { front, userId }: Prepared, terms: Terms): Promise<void> {
  await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
  front.refuse = null
  await app.ready()
  await expect.poll(() => databases(app.page)).not.toContain(`farol-${userId}`)
  expect(await storedToken(app)).toBe('sealed')
  await app.goTo('/lead')
  await app.page.getByRole('button', { name: 'Continuar', exact: true }).click()
  await expect(new LeadForm(app.page).field('Nome')).toHaveValue(ENTERED.draft)
  await lock(app)
  await device.close()
  expect(await clearIn(device, terms)).toEqual([])
}

async function searched(server: FarolServer): Promise<Terms> {
  const terms = new Map([...peopleTerms(await peopleOf(server.url, 'corretor')), ...enteredTerms])
  // Of the clear days the browser itself keeps the addresses: docs/security.md#no-guarantees
  terms.delete(ENTERED.search)
  return terms
}

/** Protects the device and waits until the clear store is gone. */
async function move(app: App, begin: () => Promise<void>, userId: number): Promise<void> {
  const enterButton = await beginProtection(app)
  await begin()
  await enterButton.click()
  await expect(app.page.getByText(QUEUED)).toBeVisible({ timeout: 60_000 })
  await expect.poll(() => databases(app.page), { timeout: 60_000 }).not.toContain(`farol-${userId}`)
}

/** Signs in where a killed move asks for it, and begins it anew where nothing is sealed yet. */
async function endMove(app: App): Promise<void> {
  await enter(app)
  if ((await storedToken(app)) === 'sealed') return
  await expect(app.connection()).toHaveText(QUEUED)
  await (await beginProtection(app)).click()
  await expect.poll(() => storedToken(app), { timeout: 60_000 }).toBe('sealed')
  await app.page.waitForLoadState('load')
}

test('killed during the move to protected, it goes on or begins anew, with queue and draft', async ({
  server,
  newDevice,
}) => {
  const prepared = await clearWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  for (const isAlone of [true, false])
    await killAtEachPoint(prepared, newDevice, {
      act: async (app, begin) => {
        if (!isAlone) {
          const other = await app.page.context().newPage()
          await other.goto(`${app.url}/clients`)
          await expect(other.getByRole('heading', { name: 'Clientes' }).first()).toBeVisible()
          await app.page.bringToFront()
        }
        await move(app, begin, prepared.userId)
      },
      goesOn: async (app, killed) => {
        await endMove(app)
        await isWhole(app, killed, prepared, terms)
      },
    })
})

test('killed during an unlock or a change of the user, it is locked, and the work is there', async ({
  server,
  newDevice,
}) => {
  const prepared = await protectedWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      await expect(lockScreen(app.page)).toBeVisible()
      await begin()
      await unlock(app.page)
      await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
      await choose(app, 'Trocar usuário')
      await expect(lockScreen(app.page)).toBeVisible()
    },
    goesOn: async (app, killed) => {
      await expect(lockScreen(app.page)).toBeVisible()
      await enter(app)
      await isWhole(app, killed, prepared, terms)
    },
  })
})

test('killed during a sign-out that discards, nothing clear and no key that opens is left in the end', async ({
  server,
  newDevice,
}) => {
  const prepared = await protectedWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  const signOut = async (app: App) => {
    await choose(app, 'Logout')
    await app.page.getByRole('button', { name: 'Descartar as alterações e sair' }).click()
    await app.page
      .getByRole('dialog', { name: 'Descartar as alterações?' })
      .getByRole('button', { name: /^Descartar/ })
      .click()
    await expect(entrance(app)).toBeVisible({ timeout: 60_000 })
  }
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      await enter(app)
      await expect(app.connection()).toHaveText(QUEUED, { timeout: 60_000 })
      await begin()
      await signOut(app)
    },
    goesOn: async (app, killed) => {
      await expect(lockScreen(app.page).or(entrance(app)).first()).toBeVisible()
      const isOut = await entrance(app).isVisible()
      if (!isOut) {
        const hasPassword = await app.page.getByLabel('Senha', { exact: true }).isVisible()
        if (hasPassword) await unlock(app.page)
        else {
          await app.goTo('/login')
          await app.signIn('corretor')
        }
        await expect(app.connection()).toBeAttached({ timeout: 60_000 })
      }
      await killed.close()
      expect(await clearIn(killed, terms)).toEqual([])
    },
  })
})

test('killed while the password is changed, the old or the new one opens it, and the work is there', async ({
  server,
  newDevice,
}) => {
  const prepared = await protectedWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      await enter(app)
      await app.goTo('/profile')
      const form = app.page.getByRole('form', { name: 'Senha', exact: true })
      await form.getByLabel('Senha atual').fill(PASSWORD)
      await form.getByLabel(/^Nova senha/).fill(NEW_PASSWORD)
      await form.getByLabel('Confirmação da nova senha').fill(NEW_PASSWORD)
      await begin()
      await form.getByRole('button', { name: 'Salvar' }).click()
      await expect(form.getByLabel('Senha atual')).toHaveValue('')
      await lock(app)
    },
    goesOn: async (app, killed) => {
      await expect(lockScreen(app.page)).toBeVisible()
      await unlock(app.page, NEW_PASSWORD)
      await expect(app.connection().or(wrongPassword(app.page)).first()).toBeAttached({ timeout: 60_000 })
      if (await wrongPassword(app.page).isVisible()) await unlock(app.page)
      await expect(app.connection()).toBeAttached({ timeout: 60_000 })
      await isWhole(app, killed, prepared, terms)
    },
  })
})

test('killed while an order to erase is obeyed, the next start ends it, and the server learns it', async ({
  server,
  newDevice,
}) => {
  const prepared = await protectedWithWork(server, await newDevice('corretor'))
  const terms = await searched(server)
  await killAtEachPoint(prepared, newDevice, {
    act: async (app, begin) => {
      await enter(app)
      await begin()
      await orderErasure(server.url, prepared.userId)
      await expect(erased(app.page)).toBeVisible({ timeout: 60_000 })
    },
    goesOn: async (app, killed) => {
      await expect(entrance(app)).toBeVisible({ timeout: 60_000 })
      const sealed = async () => (await databases(app.page)).filter((name) => name.startsWith('farol-p-'))
      await expect.poll(sealed).toEqual([])
      await expect.poll(() => keyrings(app.page)).toEqual([])
      await expect
        .poll(() => erasureStates(server.url, prepared.userId), { timeout: 60_000 })
        .toEqual(['confirmed'])
      await killed.close()
      expect(await clearIn(killed, terms)).toEqual([])
    },
  })
})
