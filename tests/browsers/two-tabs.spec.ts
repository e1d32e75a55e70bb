/** Two tabs of one user: each shows the other's changes, and one sends for both. */
import { capturable } from '../e2e/support/leads.ts'
import { Proxy } from '../e2e/support/proxy.ts'
import { Rest } from '../e2e/support/rest.ts'
import { Farol } from './support/farol.ts'
import { expect, test } from './support/test.ts'

test('a change in one tab shows in the other, and closing the syncing tab hands the sync over', async ({
  server,
  device,
}) => {
  const proxy = await Proxy.to(server.port)
  const rest = await Rest.signIn(server.url, 'corretor')
  const target = await capturable(rest)
  const first = await Farol.signedIn(device, proxy.url)
  const second = await Farol.open(device, proxy.url)
  await second.ready()

  proxy.refuse = (path) => path.startsWith('/api')
  proxy.cut()
  const card = await second.find(target.id)
  await first.capture(target.id)
  await second.misses({ role: 'button', name: 'Capturar esse Lead', within: card })
  await second.says(/Sem conexão · 1 pendente/)

  await first.tab.close()
  proxy.refuse = null
  await second.settled()
  expect((await rest.lead(target.id)).state).toBe(2)
  const log = await server.stopAndQuery<{ key: string }>(
    "select key from command_log where command = 'lead.capture'",
  )
  expect(log).toHaveLength(1)
  await proxy.close()
})
