/** Several tabs and the service worker of one device: each shows the others' changes, and the queue is sent once. */
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { dayAhead } from './support/days.ts'
import { frontTo } from './support/front.ts'
import { expect, test } from './support/test.ts'

// Promise: two tabs and the service worker work on one queue, lose nothing of it and send it once, the last with no tab open.
test("two tabs show each other's changes without a network, send once beside the service worker, and hand the sync over", async ({
  sharedServer,
  newDevice,
}) => {
  const { rest, target, context, app: first } = await brokerWithLead(sharedServer, newDevice)
  const before = (await rest.history(target.id)).length
  const second = await App.open(context, sharedServer.url)
  await second.ready()

  await context.setOffline(true)
  await second.find(target.id)
  await first.capture(target.id)
  await first.closeDialogs()
  await expect(second.card(target.id).getByRole('button', { name: 'Capturar esse Lead' })).toBeHidden()
  await second.setServiceStatus(target.id, 'Em atendimento')
  await expect(first.connection()).toHaveText(/2 pendentes/)

  await test.step('all send at once, and the first answer is lost', async () => {
    const front = await frontTo(sharedServer.url)
    let pushes = 0
    front.loseAnswer = async (path) => path.startsWith('/api/sync/push') && ++pushes === 1
    await context.setOffline(false)
    await Promise.all([first.backgroundSync(), first.syncNow(), second.syncNow()])
    await first.settled()
    await second.settled()
    expect(pushes).toBeGreaterThan(1)
  })

  await test.step('the tab that syncs is closed, and the other goes on', async () => {
    await context.setOffline(true)
    await second.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: 'Duas abas' })
    await first.page.close()
    await context.setOffline(false)
    await second.settled()
  })

  await test.step('with no tab open the service worker sends as soon as the network returns', async () => {
    // A window without a tab of the app.
    const blank = await context.newPage()
    await context.setOffline(true)
    await second.clearServiceStatus(target.id)
    await blank.bringToFront()
    await second.page.close()
    await context.setOffline(false)
    const status = async () => (await rest.lead(target.id)).service_status
    await expect.poll(status, { timeout: 60_000 }).toBeNull()
  })
  const history = await rest.history(target.id)
  expect(history.slice(0, history.length - before)).toEqual([
    'lead.setServiceStatus',
    'lead.schedule',
    'lead.setServiceStatus',
    'lead.capture',
  ])
})
