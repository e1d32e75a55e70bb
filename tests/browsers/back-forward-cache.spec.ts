/** Pages that were left are kept by the browser, to go back to: they must keep nothing that the page in front needs. */
import { capturable } from '../e2e/support/leads.ts'
import { Rest } from '../e2e/support/rest.ts'
import { inPage } from './support/browser.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

/** Whoever holds the lock of the sync: each load of a page has a worker, and so an id, of its own. */
const holders = (farol: Farol): Promise<string[]> =>
  inPage(farol.tab, async () =>
    ((await navigator.locks.query()).held ?? [])
      .filter(({ name }) => name?.startsWith('farol-sync-'))
      .map(({ clientId }) => clientId ?? ''),
  )

test('a page that was left by an address gives up the sync, and the page in front sends', async ({
  server,
  device,
}) => {
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const farol = await Farol.signedIn(device, server.url)

  const left = new Set<string>()
  for (const path of ['/sincronizacao', '/', '/lead']) {
    for (const holder of await holders(farol)) left.add(holder)
    await farol.goTo(path)
    await expect
      .poll(async () => (await holders(farol)).map((holder) => left.has(holder)), {
        message: `one page holds the lock at ${path}, and none that was left`,
      })
      .toEqual([false])
  }
  await farol.settled()
  await farol.click({ role: 'link', name: 'Dashboard' })
  await farol.capture(target.id)
  await expect.poll(async () => (await rest.lead(target.id)).state).toBe(2)
})
