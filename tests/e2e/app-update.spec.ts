/** A new version of the app with a queue: it is offered, loads when the user takes it, and the queue survives. */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../support/remove-folder.ts'
import { App } from './support/app.ts'
import { buildVersion } from './support/build-version.ts'
import { dayAhead } from './support/days.ts'
import { capturable } from './support/leads.ts'
import { ROOT } from './support/paths.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { FarolServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

// Promise: an update loads one version whole, and the queue outlives it.
test('an update is offered, loads one version whole, and keeps the queue', async ({ newDevice }) => {
  const dist = await mkdtemp(join(tmpdir(), 'farol-dist-'))
  const next = await mkdtemp(join(tmpdir(), 'farol-dist-'))
  await cp(join(ROOT, 'dist'), dist, { recursive: true })
  await buildVersion('9.9.9', next)
  const server = await FarolServer.start({ DIST_DIR: dist })
  const proxy = await Proxy.to(server.port)
  try {
    const rest = await Rest.signIn(server.url, 'corretor')
    const target = await capturable(rest)
    const device = await newDevice()
    const context = await device.open()
    const app = await App.signedIn(context, proxy.url, 'corretor')
    // Sending fails while the new version is served, so that the queue is still there after the update.
    proxy.refuse = (path) => path.startsWith('/api/sync/push')
    await app.capture(target.id)
    await app.closeDialogs()

    await removeFolder(dist)
    await cp(next, dist, { recursive: true })
    await app.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const offer = app.page.getByText('Nova versão disponível')
    // A busy machine takes half a minute to install it.
    await expect(offer).toBeVisible({ timeout: 60_000 })
    expect(await app.version()).not.toBe('9.9.9')

    await test.step('on a phone the offer covers no button for good, and a toast is above it', async () => {
      await app.page.setViewportSize({ width: 390, height: 844 })
      const [other] = await rest.leads('state=2&status=2&limit=1')
      if (other === undefined) throw new Error('no lead of one’s own')
      await app.schedule(other.id, { at: `${dayAhead(1)}T10:00`, note: 'Ligar' })
      const said = await app.page.locator('[data-toast]').boundingBox()
      const prompt = await app.page.getByRole('status').filter({ has: offer }).boundingBox()
      expect(said && prompt && said.y + said.height <= prompt.y).toBe(true)
    })

    await Promise.all([
      // The old service worker waits for its turn to send: it has to stop at once.
      app.page.waitForEvent('load', { timeout: 20_000 }),
      app.page.getByRole('button', { name: 'Atualizar' }).click(),
    ])
    await expect(app.connection()).toHaveText(/2 pendentes/)
    expect(await app.version()).toBe('9.9.9')
    proxy.refuse = null
    await expect.poll(async () => (await rest.lead(target.id)).state, { timeout: 30_000 }).toBe(2)
  } finally {
    await proxy.close()
    await server.dispose()
    await removeFolder(dist)
    await removeFolder(next)
  }
})
