/** The broker's day: a sign-in, a morning offline, a closed browser, and everything on the server at the end. */
import { App } from './support/app.ts'
import { dayAhead } from './support/days.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

test("a broker's offline commands reach the server in order and once, across a restart of the browser", async ({
  server,
  newDevice,
}) => {
  const started = new Date()
  const rest = await Rest.signIn(server.url, 'admin')
  const target = await capturable(rest, await Rest.signIn(server.url, 'corretor'))

  const device = await newDevice('corretor')
  let context = await device.open()
  let app = await App.signedIn(context, server.url, 'corretor')

  await context.setOffline(true)
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
  context = await device.open()
  await context.setOffline(true)
  app = await App.open(context, server.url)
  await expect(app.connection()).toHaveText(/3 pendentes/)

  await server.startAgain()
  await context.setOffline(false)
  await app.settled()

  const lead = await rest.lead(target.id)
  expect(lead.state).toBe(2)
  expect(lead.broker?.name).toBe((await broker(server.url)).name)
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

async function broker(url: string): Promise<{ name: string }> {
  const { body } = await (await Rest.signIn(url, 'corretor')).call('GET', '/users/me')
  return body as { name: string }
}
