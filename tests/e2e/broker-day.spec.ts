/** The broker's day: a morning without a network, a closed browser, a server that dies, and all of it on the server once. */
import { App } from './support/app.ts'
import { dayAhead } from './support/days.ts'
import { frontTo } from './support/front.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const PORTAL = '<!doctype html><title>Wi-Fi do hotel</title><form>Aceito os termos</form>'

// Promise: work without a network outlives the browser and the server's death, and is applied once, in its order.
test("a broker's offline commands reach the server in order and once, across a restart of the browser and a kill of the server", async ({
  server,
  newDevice,
}) => {
  const started = new Date()
  const rest = await Rest.signIn(server.url, 'admin')
  const target = await capturable(rest, await Rest.signIn(server.url, 'corretor'))

  const device = await newDevice('corretor')
  let context = await device.open()
  let app = await App.signedIn(context, server.url, 'corretor')
  await device.close()
  await server.stop()

  context = await device.open()
  await context.setOffline(true)
  app = await App.open(context, server.url)
  await expect(app.page.getByRole('tab', { name: /^Origem/ })).toBeVisible()
  await app.capture(target.id)
  await app.closeDialogs()
  await app.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: 'Prefere de manhã' })
  await app.setServiceStatus(target.id, 'Em atendimento')
  await expect(app.connection()).toHaveText(/Sem conexão · 3 pendentes/)
  await device.close()

  const front = await frontTo(server.url)
  await test.step("a hotel's portal answers every request, also those for the app's own files", async () => {
    front.impostor = () => ({ status: 200, type: 'text/html', body: PORTAL })
    context = await device.open()
    app = await App.open(context, server.url)
    await expect(app.page.getByRole('tab', { name: /^Origem/ })).toBeVisible()
    await expect(app.connection()).toHaveText(/Sem conexão · 3 pendentes/)
  })

  await test.step('the server dies between the write and its answer', async () => {
    let died = false
    front.loseAnswer = async (path) => {
      if (died || !path.startsWith('/api/sync/push')) return false
      died = true
      await server.kill()
      return true
    }
    await server.startAgain()
    front.impostor = null
    await app.syncNow()
    await expect.poll(() => died).toBe(true)
    await expect(app.connection()).toHaveText(/Sem conexão · 3 pendentes/)
    front.loseAnswer = null
    await server.startAgain()
    await app.syncNow()
    await app.settled()
  })

  const lead = await rest.lead(target.id)
  expect(lead.state).toBe(2)
  expect(lead.broker?.id).toBe(await (await Rest.signIn(server.url, 'corretor')).userId())
  expect(lead.lead_scheduling).toMatchObject({ status: 0, description: 'Prefere de manhã' })
  expect(lead.lead_scheduling?.scheduling_date).toContain(`${dayAhead(30)}T13:30`)
  expect(lead.service_status).not.toBeNull()

  const written = await server.stopAndQuery<{ command: string }>(
    'select command from timeline where lead_uid = $1 and received_at > $2 order by id',
    [target.uid, started.toISOString()],
  )
  expect(written.map((entry) => entry.command)).toEqual([
    'lead.capture',
    'lead.schedule',
    'lead.setServiceStatus',
  ])
})
