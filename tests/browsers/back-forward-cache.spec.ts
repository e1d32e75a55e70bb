/** Pages in the browser's back/forward cache must hold nothing that the visible page needs. */
import { capturable } from '../e2e/support/leads.ts'
import { Rest } from '../e2e/support/rest.ts'
import { inPage } from './support/browser.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

/** Workers that hold the lock of the sync. Each load of a page has its own worker and so its own id. */
const holders = (farol: Farol): Promise<string[]> =>
  inPage(farol.tab, async () =>
    ((await navigator.locks.query()).held ?? [])
      .filter(({ name }) => name?.startsWith('farol-sync-'))
      .map(({ clientId }) => clientId ?? ''),
  )

test('a page in the cache releases the sync, and the visible page sends', async ({ server, device }) => {
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const farol = await Farol.signedIn(device, server.url)

  const left = new Set<string>()
  for (const path of ['/sincronizacao', '/', '/lead']) {
    for (const holder of await holders(farol)) left.add(holder)
    await farol.goTo(path)
    await expect
      .poll(async () => (await holders(farol)).map((holder) => left.has(holder)), {
        message: `exactly one visible page holds the lock at ${path}`,
      })
      .toEqual([false])
  }
  await farol.settled()
  await farol.click({ role: 'link', name: 'Dashboard' })
  await farol.capture(target.id)
  await expect.poll(async () => (await rest.lead(target.id)).state).toBe(2)
})
