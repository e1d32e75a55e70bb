/** Answers of other servers and broken answers: none counts as a result, and no command is lost. */
import { brokerWithLead } from './support/broker.ts'
import { capturable } from './support/leads.ts'
import { type Impostor, Proxy } from './support/proxy.ts'
import { expect, SLICED, test } from './support/test.ts'

const PORTAL = '<!doctype html><title>Wi-Fi do hotel</title><form>Aceito os termos</form>'
const IMPOSTORS: readonly [string, Impostor, RegExp][] = [
  ['a captive portal', { status: 200, type: 'text/html', body: PORTAL }, /Sem conexão · 1 pendente/],
  ['half a JSON', { status: 200, type: 'application/json', body: '{"results":[{"key":' }, /1 pendente/],
  ['JSON of another shape', { status: 200, type: 'application/json', body: '{"ok":true}' }, /1 pendente/],
  ['an empty 200', { status: 200, type: 'application/json', body: '' }, /1 pendente/],
  ['a 500 page', { status: 500, type: 'text/html', body: '<h1>Internal Server Error</h1>' }, /1 pendente/],
  ['a 502 of a gateway', { status: 502, type: 'text/plain', body: 'Bad Gateway' }, /1 pendente/],
]

test(
  'captive portals, garbage and server errors leave the queue as it was, and the app usable',
  SLICED,
  async ({ server, newDevice }) => {
    const proxy = await Proxy.to(server.port)
    const { rest, target, app } = await brokerWithLead(server, newDevice, proxy.url)
    proxy.impostor = (path) => (path.startsWith('/api') ? (IMPOSTORS[0]?.[1] ?? null) : null)
    await app.capture(target.id)
    await app.closeDialogs()

    for (const [what, impostor, words] of IMPOSTORS) {
      let asked = 0
      proxy.impostor = (path) => {
        if (!path.startsWith('/api')) return null
        if (path.startsWith('/api/sync/push')) asked += 1
        return impostor
      }
      proxy.cut()
      await app.syncNow()
      await expect.poll(() => asked, { message: what }).toBeGreaterThan(0)
      await expect(app.connection(), what).toHaveText(words)
      await expect(app.connection(), what).not.toHaveText(/resolver|expirada/)
    }

    // The portal answers every request, also those for the app's own files.
    proxy.impostor = () => ({ status: 200, type: 'text/html', body: PORTAL })
    await app.goTo('/')
    await expect(app.page.getByRole('tab', { name: /^Origem/ })).toBeVisible()
    await expect(app.connection()).toHaveText(/1 pendente/)

    proxy.impostor = null
    await app.syncNow()
    await app.settled()
    expect((await rest.lead(target.id)).state).toBe(2)

    // With an empty queue the broken answers are pages of rows.
    const held = await app.leadsOnDevice()
    for (const [what, impostor] of IMPOSTORS) {
      let asked = 0
      proxy.impostor = (path) => {
        if (!path.startsWith('/api/sync?')) return null
        asked += 1
        return impostor
      }
      await app.syncNow()
      await expect.poll(() => asked, { message: what }).toBeGreaterThan(0)
      await expect(app.connection(), what).not.toHaveText(/resolver|expirada|pendente/)
      expect(await app.leadsOnDevice(), what).toBe(held)
    }
    proxy.impostor = null
    const later = await capturable(rest)
    expect((await rest.call('PUT', `/capture-lead/${later.id}`)).status).toBe(200)
    await app.syncNow()
    await app.settled()
    const card = await app.find(later.id)
    await expect(card.getByRole('button', { name: 'Capturar esse Lead' })).toHaveCount(0)
    await proxy.close()
    const log = await server.stopAndQuery<{ outcome: string }>('select outcome from command_log')
    expect(log).toEqual([{ outcome: 'applied' }, { outcome: 'applied' }])
  },
)
