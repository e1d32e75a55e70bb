/** The server dies in the middle of a push: after the write, before its answer. */
import { App } from './support/app.ts'
import { capturable } from './support/leads.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

test('a push whose answer is lost by a kill -9 is applied once, and the device gets its result', async ({
  server,
  newDevice,
}) => {
  const proxy = await Proxy.to(server.port)
  const target = await capturable(await Rest.signIn(server.url, 'corretor'))
  const device = await newDevice('corretor')
  const context = await device.open()
  const app = await App.signedIn(context, proxy.url, 'corretor')
  await context.setOffline(true)
  await app.capture(target.id)
  await app.closeDialogs()

  let died = false
  proxy.loseAnswer = async (path) => {
    if (died || !path.startsWith('/api/sync/push')) return false
    died = true
    await server.kill()
    return true
  }
  await context.setOffline(false)
  await expect.poll(() => died, { timeout: 30_000 }).toBe(true)
  await expect(app.connection()).toHaveText(/Sem conexão · 1 pendente/)

  await server.startAgain()
  await app.page.getByTestId('connection').click()
  await app.page.getByRole('button', { name: 'Sincronizar agora' }).click()
  await app.settled()
  await proxy.close()

  const written = await server.stopAndQuery<{ outcome: string }>('select outcome from command_log')
  expect(written.filter((row) => row.outcome === 'applied')).toHaveLength(1)
  const history = await server.stopAndQuery<{ command: string }>(
    "select command from timeline where lead_uid = $1 and command = 'lead.capture'",
    [target.uid],
  )
  expect(history).toHaveLength(1)
})
