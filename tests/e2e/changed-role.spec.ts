/** An administrator changes what a user is in the middle of the day: menu and screen follow, nobody loads anything anew. */
import { App } from './support/app.ts'
import { expect, test } from './support/test.ts'

test('a broker who becomes an indicator sees an indicator’s menu and screen without a reload', async ({
  server,
  newDevice,
}) => {
  const context = await (await newDevice()).open()
  const app = await App.open(context, server.url)
  await app.signIn('corretor')
  await app.ready()
  const menu = app.page.getByRole('navigation', { name: 'Menu principal' })
  await expect(menu.getByRole('link')).toHaveText(['Dashboard', 'Criar Lead', 'Me Indico', 'Sincronização'])
  await app.page.evaluate(() => {
    document.documentElement.dataset.notReloaded = 'true'
  })

  await server.stopAndQuery(
    "update user_roles set role_id = 5 where user_id = (select id from users where login = 'corretor')",
  )
  await server.startAgain()
  await menu.getByRole('link', { name: 'Sincronização' }).click()
  await app.page.getByRole('button', { name: 'Sincronizar agora' }).click()

  await expect(menu.getByRole('link')).toHaveText(['Indicação', 'Sincronização'])
  await menu.getByRole('link', { name: 'Indicação' }).click()
  await expect(app.page.getByText('Minhas indicações')).toBeVisible()
  await expect(app.page.locator('html')).toHaveAttribute('data-not-reloaded', 'true')
})
