/** A protected device that is locked: what waited is sent without a page. */
import type { Page } from '@playwright/test'
import { brokerWithLead } from './support/broker.ts'
import { lock, lockScreen, protect, unlock } from './support/protection.ts'
import { expect, SLICED, test } from './support/test.ts'

/** Whether a sealed request lies on the device. */
const hasSealedPush = (page: Page) =>
  page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
    const name = names.find((each) => each.startsWith('farol-p-'))
    if (name === undefined) return false
    const opening = indexedDB.open(name)
    return new Promise<boolean>((resolve, reject) => {
      opening.onerror = () => reject(opening.error ?? new Error('open'))
      opening.onsuccess = () => {
        const asked = opening.result.transaction('meta').objectStore('meta').get('sealedPush')
        asked.onsuccess = () => {
          opening.result.close()
          resolve(asked.result !== undefined)
        }
      }
    })
  })

// Promise: the service worker of a locked device sends what waits, without the keys.
test(
  'what waited when the device was locked is sent without a page',
  SLICED,
  async ({ ownServer, newDevice }) => {
    test.slow()
    const { rest, target, context, app } = await brokerWithLead(ownServer, newDevice)
    const { page } = app
    await protect(app)
    await app.goTo('/')
    await app.ready()
    await context.setOffline(true)
    await app.capture(target.id)
    await app.closeDialogs()
    await expect(app.connection()).toHaveText(/1 pendente/)
    await expect.poll(() => hasSealedPush(page)).toBe(true)
    await lock(app)
    await expect(page.getByText('1 alteração por enviar')).toBeVisible()

    await context.setOffline(false)
    await app.backgroundSync()
    await expect.poll(async () => (await rest.lead(target.id)).state).toBe(2)
    await page.reload()
    await expect(lockScreen(page)).toBeVisible()
    await expect(page.getByText('1 alteração por enviar')).toHaveCount(0)
    await unlock(page)
    // The unlocked device learns the answer by the same key.
    await app.settled()
  },
)
