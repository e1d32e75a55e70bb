/** Two tabs of one user: each shows the other's changes, and the queue is sent once. */
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

test("two tabs show each other's changes at once, offline too; closing the syncing tab hands the sync over", async ({
  server,
  newDevice,
}) => {
  const { rest, target, context, app: first } = await brokerWithLead(server, newDevice)
  const second = new App(await context.newPage(), first.url)
  await second.goTo('/')
  await second.ready()

  await context.setOffline(true)
  await second.find(target.id)
  await first.capture(target.id)
  await expect(second.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
  await expect(second.connection()).toHaveText(/1 pendente/)

  await first.page.close()
  await context.setOffline(false)
  await second.settled()
  expect((await rest.lead(target.id)).state).toBe(2)
  const log = await server.stopAndQuery<{ key: string }>(
    "select key from command_log where command = 'lead.capture'",
  )
  expect(log).toHaveLength(1)
})

test('with no tab open the service worker sends the queue as soon as the network returns', async ({
  sharedServer,
  newDevice,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const target = await capturable(rest)
  const device = await newDevice('corretor')
  const context = await device.open()
  const blank = await context.newPage()
  const app = await App.signedIn(context, sharedServer.url, 'corretor')
  await context.setOffline(true)
  await app.capture(target.id)
  await blank.bringToFront()
  await app.page.close()
  await context.setOffline(false)
  await expect.poll(async () => (await rest.lead(target.id)).state, { timeout: 60_000 }).toBe(2)
})
