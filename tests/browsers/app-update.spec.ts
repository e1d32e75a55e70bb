/** The app offers a newer build, runs it when the user wants, and keeps the queue. */
import { cp, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildVersion } from '../e2e/support/build-version.ts'
import { capturable } from '../e2e/support/leads.ts'
import { ROOT } from '../e2e/support/paths.ts'
import { Proxy } from '../e2e/support/proxy.ts'
import { Rest } from '../e2e/support/rest.ts'
import { FarolServer } from '../e2e/support/server.ts'
import { removeFolder } from '../support/remove-folder.ts'
import { inPage } from './support/browser.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

test('a newer version is offered and runs when the user takes it, and the queue survives', async ({
  device,
}) => {
  const scratch = await mkdtemp(join(tmpdir(), 'farol-dist-'))
  const [dist, next] = [join(scratch, 'dist'), join(scratch, 'next')]
  await cp(join(ROOT, 'dist'), dist, { recursive: true })
  await buildVersion('9.9.9', next)
  const server = await FarolServer.start({ DIST_DIR: dist })
  const proxy = await Proxy.to(server.port)
  try {
    const rest = await Rest.signIn(server.url, 'corretor')
    const target = await capturable(rest)
    const farol = await Farol.signedIn(device, proxy.url)
    proxy.refuse = (path) => path.startsWith('/api/sync/push')
    await farol.capture(target.id)
    await farol.closeForm(target.id)

    await removeFolder(dist)
    await cp(next, dist, { recursive: true })
    await inPage(farol.tab, async () => {
      await (await navigator.serviceWorker.getRegistration())?.update()
    })
    await farol.reads(/Nova versão disponível/)
    expect(await farol.version()).not.toBe('9.9.9')

    await farol.click({ role: 'button', name: 'Atualizar' })
    await farol.until(async () => expect(await farol.version()).toBe('9.9.9'))
    await farol.says(/1 pendente/)
    proxy.refuse = null
    await expect.poll(async () => (await rest.lead(target.id)).state).toBe(2)
  } finally {
    await proxy.close()
    await server.dispose()
    await removeFolder(scratch)
  }
})
