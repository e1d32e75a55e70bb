/** A session revoked while its device is offline: the queue waits for a new sign-in and is then sent. */
import { brokerWithLead } from './support/broker.ts'
import { expect, test } from './support/test.ts'

test('a revoked session keeps the queue, asks for the password, and sends afterwards', async ({
  server,
  newDevice,
}) => {
  const { rest, target, context, app } = await brokerWithLead(server, newDevice)
  await context.setOffline(true)
  await app.capture(target.id)
  await app.closeDialogs()

  const token = await app.page.evaluate(() => localStorage.getItem('farol_token'))
  const revoked = await fetch(`${server.url}/api/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(revoked.ok).toBe(true)

  await context.setOffline(false)
  const dialog = app.page.getByRole('dialog', { name: /sessão/i })
  await expect(dialog).toBeVisible({ timeout: 30_000 })
  expect((await rest.lead(target.id)).state).toBe(1)

  await dialog.getByLabel('Senha', { exact: true }).fill('farol-demo')
  await dialog.getByRole('button', { name: 'Entrar' }).click()
  await app.settled()
  expect((await rest.lead(target.id)).state).toBe(2)
})
