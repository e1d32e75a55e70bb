/** An administrator changes a user's role during the day: menu and screen follow without a reload. */
import { App } from './support/app.ts'
import { dayAhead } from './support/days.ts'
import { BROKER_MENU, menuEntries, REFERRER_MENU } from './support/menu.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

// Promise: a role that the server changes reaches an open device, which keeps its refused work.
test(
  'a broker who becomes an indicator gets its menu and screen without a reload, and keeps refused commands',
  SLICED,
  async ({ server, newDevice }) => {
    const [own] = await (await Rest.signIn(server.url, 'corretor')).leads('state=2&limit=1')
    if (own === undefined) throw new Error('the broker has no lead of its own')
    const context = await (await newDevice('corretor')).open()
    const app = await App.signedIn(context, server.url, 'corretor')
    const menu = app.page.getByRole('navigation', { name: 'Menu principal' })
    await expect(await menuEntries(app.page)).toHaveText(BROKER_MENU)
    await app.page.evaluate(() => {
      document.documentElement.dataset.notReloaded = 'true'
    })
    await context.setOffline(true)
    await app.schedule(own.id, { at: `${dayAhead(60)}T09:00`, note: 'Ainda como corretor' })
    await expect(app.connection()).toHaveText(/1 pendente/)

    await server.stopAndQuery(
      "update user_roles set role_id = 5 where user_id = (select id from users where login = 'corretor')",
    )
    await server.startAgain()
    await menu.getByRole('link', { name: 'Sincronização' }).click()
    await context.setOffline(false)
    await app.page.getByRole('button', { name: 'Sincronizar agora' }).click()

    const refused = app.page.getByRole('article', { name: new RegExp(`Lead ${own.id}\\b`) })
    await expect(refused).toContainText('Ainda como corretor')
    await expect(refused).toContainText('Você não tem permissão para isso.')
    await expect(menu.getByRole('link')).toHaveText(REFERRER_MENU)
    await menu.getByRole('link', { name: 'Indicação', exact: true }).click()
    await expect(app.page.getByText('Minhas indicações')).toBeVisible()
    await expect(app.page.locator('html')).toHaveAttribute('data-not-reloaded', 'true')

    // The server applied nothing of it. The command stays until its user decides.
    const { lead_scheduling } = await (await Rest.signIn(server.url, 'admin')).lead(own.id)
    expect(lead_scheduling?.description).not.toBe('Ainda como corretor')
    await app.goTo('/sincronizacao')
    await expect(refused).toContainText('Você não tem permissão para isso.')
    await refused.getByRole('button', { name: 'Descartar alteração', exact: true }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
    await expect(app.page.getByText('Nada na fila')).toBeVisible()
  },
)
