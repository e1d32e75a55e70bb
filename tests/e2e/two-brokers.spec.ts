/** Two brokers capture the same lead offline: one gets it, the other gets a conflict and loses no change. */
import { App } from './support/app.ts'
import { dayAhead } from './support/days.ts'
import { capturable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, OFTEN, test } from './support/test.ts'

// Promise: of two devices that capture one lead without a network one gets it, and the other loses no word.
test(
  'the slower broker sees who has the lead and keeps the later commands; other commands are sent',
  OFTEN,
  async ({ sharedServer, newDevice }) => {
    const [rest, one, two] = await Promise.all(
      ['admin', 'corretor', 'corretora'].map((login) => Rest.signIn(sharedServer.url, login)),
    )
    if (!rest || !one || !two) throw new Error('unreachable')
    const contested = await capturable(one, two)
    const scheduled = (await rest.lead(contested.id)).lead_scheduling?.description
    // Other tests on this server leave a status behind.
    const own = (await two.leads('state=2&limit=200')).find(({ service_status }) => service_status === null)
    if (own === undefined) throw new Error('corretora has no lead of her own without a status')

    const fast = await newDevice('corretor')
    const slow = await newDevice('corretora')
    const fastContext = await fast.open()
    const slowContext = await slow.open()
    const fastApp = await App.signedIn(fastContext, sharedServer.url, 'corretor')
    const slowApp = await App.signedIn(slowContext, sharedServer.url, 'corretora')

    await fastContext.setOffline(true)
    await slowContext.setOffline(true)
    await fastApp.capture(contested.id)
    await slowApp.capture(contested.id)
    await slowApp.closeDialogs()
    await slowApp.schedule(contested.id, { at: `${dayAhead(30)}T09:00`, note: 'Ligar para a esposa' })
    await slowApp.setServiceStatus(own.id, 'Em atendimento')

    await fastContext.setOffline(false)
    await fastApp.settled()
    await slowContext.setOffline(false)

    await slowApp.goTo('/sincronizacao')
    const holder = (await rest.lead(contested.id)).broker
    expect(holder?.name).toBeTruthy()
    await expect(slowApp.page.getByText(holder?.name ?? '').first()).toBeVisible()
    await expect(slowApp.page.getByText('Agendar lead')).toBeVisible()
    await expect.poll(async () => (await rest.lead(own.id)).service_status).not.toBe(own.service_status)

    const lead = await rest.lead(contested.id)
    expect(lead.broker?.id).not.toBeNull()
    // The demo's scheduling stays. Without one the lead has the record of the capture.
    expect(lead.lead_scheduling?.description).toBe(scheduled ?? '.')
  },
)
