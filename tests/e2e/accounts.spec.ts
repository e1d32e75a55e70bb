/** Accounts: a forgotten password by the mail's link, in another browser; what a used link says. */
import { App } from './support/app.ts'
import { HostedServer } from './support/hosted-server.ts'
import { Mailbox } from './support/mail.ts'
import { expect, SLICED, test } from './support/test.ts'

const PASSWORD = 'Uma-Frase-Longa-4711'
// Promise: a link of a mail leads through the server to a new password, and ends the other sessions.
test(
  "a forgotten password is replaced by the mail's link, which ends the other sessions",
  SLICED,
  async ({ context, signedIn }) => {
    const mailbox = await Mailbox.open()
    const server = await HostedServer.start(mailbox.env)
    const device = await signedIn(server.url, 'corretor')
    const { page } = await App.open(context, server.url, '/login')
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await page.getByLabel('Login').fill('corretor')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').first()).toContainText('Se este login existir')

    const link = await mailbox.link('Nova senha do Farol')
    await page.goto(server.url + link)
    await expect(page.getByText('O seu login é corretor.')).toBeVisible()
    await page.getByLabel('Senha', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirmação da senha').fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').first()).toContainText('Senha criada com sucesso!')

    await page.goto(server.url + link)
    await expect(page.getByRole('status').first()).toContainText('Este link já foi usado.')
    await expect(page).toHaveURL(/\/login/)
    const entrance = new App(page, server.url)
    await entrance.signIn('corretor', PASSWORD)
    await expect(entrance.connection()).toBeAttached()
    await device.page.reload()
    await expect(device.page.getByRole('button', { name: 'Entrar' })).toBeVisible()
    await server.dispose()
    await mailbox.close()
  },
)
