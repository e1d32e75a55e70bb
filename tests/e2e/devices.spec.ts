/** 'Aparelhos': the list, and a device that is erased by order. docs/rules.md#devices */
import { App } from './support/app.ts'
import { brokerWithLead } from './support/broker.ts'
import { confirm, confirmDialog } from './support/confirm.ts'
import { storedIn } from './support/storage.ts'
import { expect, OFTEN, test } from './support/test.ts'

// Promise: an order to erase goes on after its browser was killed, and nothing of the user is left.
test(
  'an administrator erases a tablet with waiting work; its browser is killed in the middle and goes on',
  OFTEN,
  async ({ ownServer, newDevice, signedIn }) => {
    const { context, app, device, target } = await brokerWithLead(ownServer, newDevice)
    // Known to the server before the network goes: one waiting change.
    await context.setOffline(true)
    await app.capture(target.id)
    await app.closeDialogs()
    const token = await app.page.evaluate(() => localStorage.getItem('farol_token'))
    const report = {
      app_version: '0.2.0',
      installed: false,
      mode: 'personal',
      waiting_changes: 1,
      waiting_files: 1,
      waiting_since: new Date(Date.now() - 3 * 86_400_000).toISOString(),
      storage_used: 48_000_000,
      storage_persistent: true,
      notices: false,
    }
    const reported = await fetch(`${ownServer.url}/api/devices/current`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(report),
    })
    expect(reported.ok).toBe(true)

    const admin = await signedIn(ownServer.url, 'admin', '/aparelhos?trabalho="parado"')
    const { page } = admin
    const row = page.getByRole('row', { name: /1 alteração e 1 documento, há 3 dias/ })
    await expect(row).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    const waiting = page.getByText('1 alteração e 1 documento, há 3 dias')
    await expect(waiting).toBeVisible()
    expect(await waiting.evaluate((words) => words.scrollWidth - words.clientWidth), 'cut off').toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await row.getByRole('button', { name: /^Apagar/ }).click()
    await page.getByRole('button', { name: 'Apagar aparelho' }).click()
    await expect(page.getByText('Não foi enviado e será perdido: 1 alteração e 1 documento.')).toBeVisible()
    const erase = page.getByRole('button', { name: 'Apagar e perder' })
    await erase.click()
    await confirmDialog(page).getByRole('button', { name: 'Cancelar' }).click()
    // Who does not confirm goes on where the question was.
    await expect(page.getByText('Confirme com a sua senha')).toHaveCount(0)
    await erase.click()
    await confirm(page)
    await expect(page.getByText(/^Pedido para apagar feito agora/)).toBeVisible()

    // The device receives the order, and the answer that its data are gone does not arrive.
    await context.route('**/api/devices/erase-order', async (route) => {
      const { stage } = route.request().postDataJSON() as { stage: string }
      if (stage === 'erased') await route.abort()
      else await route.continue()
    })
    await context.setOffline(false)
    await expect(app.page.getByText('Este aparelho foi apagado a pedido de')).toBeVisible({ timeout: 30_000 })
    await page.reload()
    await expect(page.getByText(/^Apagando: pedido recebido/)).toBeVisible()
    await context.close()

    const again = await device.open()
    const returning = await App.open(again, ownServer.url, '/login')
    const login = returning.page
    await expect(login.getByText('Este aparelho foi apagado a pedido de')).toBeVisible()
    await admin.goTo('/aparelhos?perfil=3&por_pagina=100')
    await expect(async () => {
      await page.reload()
      await expect(page.getByText(/^Apagado/)).toBeVisible({ timeout: 5000 })
    }).toPass()
    const stored = JSON.stringify(await storedIn(login))
    expect(stored).not.toContain(target.client_name ?? 'no name')
    expect(stored).not.toContain(token ?? 'no token')

    // The user signs in again, and the device is an ordinary one.
    await returning.signIn('corretor')
    await returning.settled()
  },
)
