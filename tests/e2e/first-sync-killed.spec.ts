/** A tab that dies during the first sync. */
import type { CDPSession } from '@playwright/test'
import { App } from './support/app.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

/** Ends the renderer as `kill -9` would: no code of the page runs any more. */
async function crash(cdp: CDPSession): Promise<void> {
  // The process that would answer is the one that ends.
  void cdp.send('Page.crash').catch(() => undefined)
}

// Promise: a killed renderer loses no page of the first sync.
test(
  'a tab killed during the first sync continues where it was, and ends with every lead',
  SLICED,
  async ({ sharedServer, newDevice }) => {
    const rest = await Rest.signIn(sharedServer.url, 'corretor')
    const expected = (await rest.leads('limit=2000')).length
    const proxy = await Proxy.to(sharedServer.port)
    const asked: string[] = []
    proxy.rewrite = (path) => {
      if (!path.startsWith('/api/sync?')) return path
      asked.push(path)
      return path.replace(/limit=\d+/, 'limit=50')
    }
    // Slow enough for a kill in the middle.
    proxy.line = (path) =>
      path.startsWith('/api/sync?')
        ? { latencyMs: 150, bytesPerSecond: 500_000, breaksAfter: Number.POSITIVE_INFINITY }
        : null
    const context = await (await newDevice()).open()
    const app = await App.open(context, proxy.url)
    await app.signIn('corretor')
    await expect.poll(() => asked.length).toBeGreaterThan(3)
    const crashed = app.page.waitForEvent('crash')
    await crash(await context.newCDPSession(app.page))
    await crashed
    await app.page.close()

    const before = asked.length
    const again = await App.open(context, proxy.url)
    await expect.poll(() => asked.length).toBeGreaterThan(before)
    expect(asked[before]).toContain('cursor=')
    await again.settled()
    expect(await again.leadsOnDevice()).toBe(expected)
    expect(asked.filter((path) => !path.includes('cursor='))).toHaveLength(1)
    await proxy.close()
  },
)
