/** A new version of the app with a queue: it is offered, loads when the user takes it, and the queue survives. */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../support/remove-folder.ts'
import { brokerWithLead } from './support/broker.ts'
import { buildVersion } from './support/build-version.ts'
import { frontTo } from './support/front.ts'
import { HostedServer } from './support/hosted-server.ts'
import { ROOT } from './support/paths.ts'
import { expect, OFTEN, test } from './support/test.ts'

// Promise: an update loads one version whole, and the queue outlives it.
test('an update is offered, loads one version whole, and keeps the queue', OFTEN, async ({ newDevice }) => {
  const dist = await mkdtemp(join(tmpdir(), 'farol-dist-'))
  const next = await mkdtemp(join(tmpdir(), 'farol-dist-'))
  await cp(join(ROOT, 'dist'), dist, { recursive: true })
  await buildVersion('9.9.9', next)
  const server = await HostedServer.start({ DIST_DIR: dist })
  try {
    const { rest, target, app } = await brokerWithLead(server, newDevice)
    const front = await frontTo(server.url)
    // Sending fails while the new version is served, so that the queue is still there after the update.
    front.refuse = (path) => path.startsWith('/api/sync/push')
    await app.capture(target.id)
    await app.closeDialogs()

    await removeFolder(dist)
    await cp(next, dist, { recursive: true })
    await app.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())
    const offer = app.page.getByText('Nova versão disponível')
    // A busy machine takes half a minute to install it.
    await expect(offer).toBeVisible({ timeout: 60_000 })
    expect(await app.version()).not.toBe('9.9.9')

    await Promise.all([
      // The old service worker waits for its turn to send: it has to stop at once.
      app.page.waitForEvent('load', { timeout: 20_000 }),
      app.page.getByRole('button', { name: 'Atualizar' }).click(),
    ])
    await expect(app.connection()).toHaveText(/1 pendente/)
    expect(await app.version()).toBe('9.9.9')
    front.refuse = null
    await expect.poll(async () => (await rest.lead(target.id)).state, { timeout: 30_000 }).toBe(2)
  } finally {
    await server.dispose()
    await removeFolder(dist)
    await removeFolder(next)
  }
})
