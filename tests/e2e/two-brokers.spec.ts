/** Two brokers capture the same lead offline: one gets it, the other gets a conflict and loses no change. */
import { App } from './support/app.ts'
import { dayAhead } from './support/days.ts'
import { LeadForm } from './support/lead-form.ts'
import { capturable, capturableAndSavable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

// Promise: of two devices that capture one lead without a network one gets it, and the other loses no word.
test('the slower broker sees who has the lead and keeps the later commands; other commands are sent', async ({
  sharedServer,
  newDevice,
}) => {
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
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test('the slower broker reads and copies what it typed, on the lead and in the queue', async ({
    sharedServer,
    newDevice,
  }) => {
    const [one, two] = await Promise.all(
      ['corretor', 'corretora'].map((login) => Rest.signIn(sharedServer.url, login)),
    )
    if (!one || !two) throw new Error('unreachable')
    const contested = await capturableAndSavable(two, one)
    const context = await (await newDevice('corretora')).open()
    const app = await App.signedIn(context, sharedServer.url, 'corretora')
    const { page } = app

    await context.setOffline(true)
    await app.capture(contested.id)
    const form = new LeadForm(page)
    await form.unfold()
    await form.fill({ 'Informações adicionais': 'Prefere a franquia menor\nLigar depois das 18h' })
    await form.button('Salvar').tap()
    await expect(page.getByText('Lead salvo com sucesso!').last()).toBeVisible()
    expect((await one.call('PUT', `/capture-lead/${contested.id}`)).status).toBe(200)
    await context.setOffline(false)

    // The form is still open: its lead has gone to the colleague, and what was typed is shown above.
    const problem = page.getByRole('region', { name: 'Uma alteração deste lead está em conflito.' })
    const typed = /Informações adicionais.*Prefere a franquia menor\s*Ligar depois das 18h/
    await expect(problem).toContainText(typed, { timeout: 30_000 })

    // The bell leads to the lead's number, which this device no longer has.
    await app.goTo(`/?lead=${contested.id}`)
    await expect(problem).toContainText(typed)

    await app.goTo('/sincronizacao')
    const card = page.getByRole('article', { name: new RegExp(`Lead ${contested.id}\\b`) })
    await expect(card).toContainText(typed)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await card.getByRole('button', { name: 'Copiar texto' }).tap()
    await expect(page.getByText('Texto copiado')).toBeVisible()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n')).toEqual([
      `Lead ${contested.id} · ${contested.name}`,
      '',
      expect.stringMatching(/^Salvar lead, \d\d\/\d\d\/\d{4} \d\d:\d\d$/),
      'Informações adicionais: Prefere a franquia menor',
      'Ligar depois das 18h',
    ])

    await page.evaluate(() =>
      Object.defineProperty(navigator.clipboard, 'writeText', {
        value: () => Promise.reject(new Error('no')),
      }),
    )
    await card.getByRole('button', { name: 'Copiar texto' }).tap()
    await expect(page.getByText('O navegador não copiou. Selecione o texto e copie-o.')).toBeVisible()
    const selected = await card.getByText('Prefere a franquia menor').evaluate((words) => {
      getSelection()?.selectAllChildren(words)
      return getSelection()?.toString()
    })
    expect(selected).toBe('Prefere a franquia menor\nLigar depois das 18h')
  })
})
