/** Opening the app again: the first cards appear before any lead is read. */
import { App } from './support/app.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

/** In the window, not in its workers: reading a lead by key never completes. */
const NO_LEAD_IS_READ = `
  const get = IDBObjectStore.prototype.get
  IDBObjectStore.prototype.get = function (key) {
    return this.name === 'leads' ? new EventTarget() : get.call(this, key)
  }
`

// A server of its own: a change by another test deletes the record of the first rows.
// Promise: a new window shows its first cards from one stored record, before any lead is read.
test('a new window begins with the cards of the board preview', SLICED, async ({ server, newDevice }) => {
  const rest = await Rest.signIn(server.url, 'corretor')
  const id = await rest.userId()
  const context = await (await newDevice('corretor')).open()
  const first = await App.signedIn(context, server.url, 'corretor')
  const meta = async () => (await storedIn(first.page)).databases[`farol-${id}/meta`]?.join() ?? ''

  // A sync that brings a change deletes the record until the board is opened again.
  await expect(async () => {
    await first.page.reload()
    await expect.poll(meta).toContain('"firstRows"')
    const shown = await first.page.getByRole('article').first().getAttribute('aria-label')
    if (shown === null) throw new Error('no card')
    const page = await context.newPage()
    try {
      await page.addInitScript(NO_LEAD_IS_READ)
      await page.goto(first.url)
      const card = page.getByRole('article', { name: shown, exact: true })
      await expect(card.getByRole('button', { name: /^Ver lead/ })).toBeVisible({ timeout: 10_000 })
    } finally {
      await page.close()
    }
  }).toPass({ timeout: 120_000 })
})
