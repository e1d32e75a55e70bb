/** The bell: what concerns the user, on the device's own data, and what stays read. docs/rules.md#notices */
import type { Worker } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrderInBothSchemes } from './support/axe.ts'
import { addressIn } from './support/front.ts'
import { savable } from './support/leads.ts'
import { reloadOffline } from './support/offline.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const MINUTE_MS = 60_000

/** What a service worker has, and the compiler's library of a page lacks. */
interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly NotificationEvent: new (type: string, init: { notification: Notification | undefined }) => Event
}

const notificationsOf = (worker: Worker): Promise<string[]> =>
  worker.evaluate(async () => {
    const { registration } = globalThis as unknown as WorkerScope
    return (await registration.getNotifications()).map(({ title }) => title)
  })

/** The event that the browser sends for a click on the notification whose title fits the pattern. */
const clickNotification = (worker: Worker, pattern: string): Promise<boolean> =>
  worker.evaluate(async (title) => {
    const { registration, NotificationEvent } = globalThis as unknown as WorkerScope
    const all = await registration.getNotifications()
    const notification = all.find((one) => new RegExp(title).test(one.title))
    return globalThis.dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  }, pattern)

test(
  'a lead that the administrator passes on appears in the broker’s bell and opens by keyboard',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const [admin, broker, other] = await Promise.all(
      ['admin', 'corretor', 'corretora'].map((login) => Rest.signIn(sharedServer.url, login)),
    )
    if (!admin || !broker || !other) throw new Error('unreachable')
    const me = await broker.userId()
    const lead = await savable(other)
    const app = await signedIn(sharedServer.url, 'corretor')
    const { page } = app
    const bell = page.getByRole('button', { name: /^Avisos/ })
    await bell.click()
    const panel = page.getByRole('dialog', { name: /^Avisos/ })
    const all = panel.getByRole('button', { name: 'Marcar tudo como lido' })
    await expect(panel.getByRole('link').or(panel.getByText('Nenhum aviso')).first()).toBeVisible()
    if (await all.isEnabled()) await all.click()
    await expect(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(bell).toBeFocused()

    expect((await admin.call('PUT', `/leads/${lead.id}`, { broker_id: me })).status).toBe(200)
    await app.syncNow()
    await expect(page.getByRole('button', { name: 'Avisos, 1 novo' })).toBeVisible()
    await page.keyboard.press('Enter')
    const line = panel.getByRole('link').first()
    await expect(line).toContainText(`Lead ${lead.id} · ${lead.name}`)
    await expect(line).toContainText('Passado a você por ')
    await expect(line).toBeFocused()
    await isInOrderInBothSchemes(page, 'notices')
    await panel.getByRole('button', { name: 'Escolher avisos' }).click()
    await expect(panel.getByRole('button', { name: 'Voltar aos avisos' })).toBeFocused()
    await expect(panel.getByRole('switch', { name: 'Agendamentos' })).toBeChecked()
    await isInOrderInBothSchemes(page, 'choice of notices')
    await page.keyboard.press('Enter')
    await expect(panel.getByRole('button', { name: 'Escolher avisos' })).toBeFocused()
    await line.press('Enter')
    await expect(page).toHaveURL(new RegExp(`lead=${lead.id}`))
    await expect(app.card(lead.id)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()
  },
)

test('without a network an appointment that becomes late appears and notifies, and stays read after a reload', async ({
  sharedServer,
  newDevice,
}) => {
  const broker = await Rest.signIn(sharedServer.url, 'corretora')
  const lead = (await broker.leads('state=2&limit=200')).find((one) => one.lead_scheduling?.status !== 0)
  if (lead === undefined) throw new Error('every lead of the broker has an appointment')
  const scheduled = await broker.call('POST', '/leads/scheduling', {
    lead_id: lead.id,
    scheduling_date: new Date(Date.now() + 20 * MINUTE_MS).toISOString(),
    description: 'Ligar para a esposa',
    status: 0,
  })
  expect(scheduled.status).toBe(200)
  const context = await (await newDevice('corretora')).open()
  await context.grantPermissions(['notifications'], { origin: await addressIn(context, sharedServer.url) })
  await context.clock.install()
  const app = await App.signedIn(context, sharedServer.url, 'corretora')
  const { page } = app
  const panel = page.getByRole('dialog', { name: /^Avisos/ })
  await page.getByRole('button', { name: /^Avisos/ }).click()
  await expect(panel.getByRole('link').or(panel.getByText('Nenhum aviso')).first()).toBeVisible()
  const line = panel.getByRole('link', { name: `Lead ${lead.id} ` })
  await expect(line).toHaveCount(0)

  await context.setOffline(true)
  await context.clock.fastForward(10 * MINUTE_MS)
  await expect(line).toContainText(/Agendamento (em \d\d\/\d\d )?às \d\d:\d\d/) // after 23:40 it is the next day
  await context.clock.fastForward(12 * MINUTE_MS)
  await expect(line).toContainText('Agendamento atrasado')
  await expect(line).toContainText('Ligar para a esposa')
  await panel.getByRole('button', { name: 'Marcar tudo como lido' }).click()
  await expect(page.getByRole('button', { name: 'Avisos', exact: true })).toBeVisible()

  const [worker] = context.serviceWorkers()
  if (worker === undefined) throw new Error('no service worker')
  const ours = new RegExp(`^Lead ${lead.id}: agendamento às`)
  await expect
    .poll(() => notificationsOf(worker))
    // The demo may have another appointment in these minutes.
    .toContainEqual(expect.stringMatching(ours))
  await clickNotification(worker, ours.source)
  await expect(page).toHaveURL(new RegExp(`lead=${lead.id}`))
  expect((await notificationsOf(worker)).filter((title) => ours.test(title))).toEqual([])

  await reloadOffline(page)
  // The address still names the lead: its window lies over the bell.
  await expect(page.getByRole('dialog', { name: `Lead ${lead.id} ` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Avisos', exact: true }).click()
  await expect(line).toContainText('Agendamento atrasado')
  await expect(line).not.toContainText('novo')
  await context.setOffline(false)
  const read = async () => JSON.stringify((await broker.call('GET', '/screen-settings/notices-read')).body)
  await expect.poll(read).toContain(`schedule:${lead.uid}:`)
})
