/** A connection that comes and goes, and a very slow one. */
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { dayAhead } from './support/days.ts'
import { capturable } from './support/leads.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const FLAP_MS = 1500
const FLAPS = 6

test(
  'a connection that flaps every few seconds loses no command and applies none twice',
  SLICED,
  async ({ server, newDevice }) => {
    const proxy = await Proxy.to(server.port)
    const { rest, target, app } = await brokerWithLead(server, newDevice, proxy.url)

    let flaps = 0
    const flapping = setInterval(() => {
      flaps += 1
      proxy.refuse = flaps % 2 === 1 ? (path) => path.startsWith('/api') : null
      proxy.cut()
    }, FLAP_MS)
    // The answer to a stored command is lost when the connection breaks before it arrives.
    let answers = 0
    proxy.loseAnswer = async (path) => path.startsWith('/api/sync/push') && answers++ % 2 === 0
    await app.capture(target.id)
    await app.closeDialogs()
    await app.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: 'Entre uma queda e outra' })
    await app.setServiceStatus(target.id, 'Em atendimento')
    await expect.poll(() => flaps, { timeout: 60_000 }).toBeGreaterThanOrEqual(FLAPS)
    clearInterval(flapping)
    proxy.refuse = null
    proxy.loseAnswer = null

    await app.settled()
    expect(await rest.lead(target.id)).toMatchObject({ state: 2, lead_scheduling: { status: 0 } })
    await proxy.close()
    const written = await server.stopAndQuery<{ command: string }>(
      "select command from timeline where lead_uid = $1 and command <> 'lead.create' order by id",
      [target.uid],
    )
    expect(written.map(({ command }) => command).slice(-3)).toEqual([
      'lead.capture',
      'lead.schedule',
      'lead.setServiceStatus',
    ])
    const log = await server.stopAndQuery<{ outcome: string }>('select outcome from command_log')
    expect(log.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
  },
)

test(
  'over 2G a first sync with broken answers still ends, and a queue is sent once',
  SLICED,
  async ({ server, newDevice }) => {
    const rest = await Rest.signIn(server.url, 'corretor')
    const target = await capturable(rest)
    const expected = (await rest.leads('limit=2000')).length
    const proxy = await Proxy.to(server.port)
    const sizes = new Set<string>()
    proxy.line = (path) => {
      if (!path.startsWith('/api')) return null
      const limit = /[?&]limit=(\d+)/.exec(path)?.[1]
      if (limit !== undefined) sizes.add(limit)
      return path.startsWith('/api/sync?') ? LINE_2G : null
    }
    const context = await (await newDevice()).open()
    const app = await App.open(context, proxy.url)
    await app.signIn('corretor')
    await expect(app.connection()).toHaveText(/^Conectado(?!.*Baixando).*atualizado/, { timeout: 120_000 })
    expect(sizes.size).toBeGreaterThan(1)
    expect(await app.leadsOnDevice()).toBe(expected)

    // Two answers of three are lost after the server has applied their commands.
    let pushes = 0
    proxy.line = (path) => {
      if (!path.startsWith('/api/sync')) return null
      if (!path.startsWith('/api/sync/push')) return LINE_2G
      pushes += 1
      return { ...LINE_2G, breaksAfter: pushes % 3 === 0 ? LINE_2G.breaksAfter : 20 }
    }
    await app.capture(target.id)
    await app.closeDialogs()
    await app.setServiceStatus(target.id, 'Em atendimento')
    await expect
      .poll(async () => (await rest.lead(target.id)).service_status, { timeout: 60_000 })
      .not.toBeNull()
    await expect(app.connection()).toHaveText(/^Conectado(?!.*pendente).*atualizado/, { timeout: 120_000 })
    expect(pushes).toBeGreaterThan(2)
    await proxy.close()
    const log = await server.stopAndQuery<{ outcome: string }>('select outcome from command_log')
    expect(log).toEqual([{ outcome: 'applied' }, { outcome: 'applied' }])
  },
)

/** GPRS on a bad day, with answers that break off. */
const LINE_2G = { latencyMs: 300, bytesPerSecond: 20_000, breaksAfter: 40_000 }
