/** Processes that die or compete: a tab killed during the first sync; two tabs and the service worker at once. */
import type { CDPSession } from '@playwright/test'
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { dayAhead } from './support/days.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

/** Ends the renderer as `kill -9` would: no code of the page runs any more. */
async function crash(cdp: CDPSession): Promise<void> {
  // The process that would answer is the one that ends.
  void cdp.send('Page.crash').catch(() => undefined)
}

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

test(
  'two tabs and the service worker send one queue at once, and each command arrives once',
  SLICED,
  async ({ server, newDevice }) => {
    const proxy = await Proxy.to(server.port)
    const { rest, target, context, app: first } = await brokerWithLead(server, newDevice, proxy.url)
    const second = await App.open(context, proxy.url)
    await second.ready()

    proxy.refuse = (path) => path.startsWith('/api')
    proxy.cut()
    await first.capture(target.id)
    await first.closeDialogs()
    await second.setServiceStatus(target.id, 'Em atendimento')
    await first.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: 'Duas abas' })
    await expect(second.connection()).toHaveText(/3 pendentes/)

    let pushes = 0
    proxy.loseAnswer = async (path) => path.startsWith('/api/sync/push') && ++pushes === 1
    proxy.refuse = null
    await Promise.all([first.backgroundSync(), first.syncNow(), second.syncNow()])
    await first.settled()
    await second.settled()
    expect(await rest.lead(target.id)).toMatchObject({
      state: 2,
      lead_scheduling: { description: 'Duas abas' },
    })
    expect(pushes).toBeGreaterThan(1)
    await proxy.close()
    const log = await server.stopAndQuery<{ command: string; outcome: string }>(
      'select command, outcome from command_log',
    )
    expect(log.map(({ command }) => command).sort()).toEqual([
      'lead.capture',
      'lead.schedule',
      'lead.setServiceStatus',
    ])
    expect(log.every(({ outcome }) => outcome === 'applied')).toBe(true)
  },
)
