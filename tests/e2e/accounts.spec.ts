/** Accounts: a forgotten password by the mail's link, in another browser; what a used link says. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { COLLEAGUE } from './support/demo-people.ts'
import { HostedServer } from './support/hosted-server.ts'
import { Mailbox } from './support/mail.ts'
import { expect, SLICED, test } from './support/test.ts'

const PASSWORD = 'Uma-Frase-Longa-4711'
const LOOK = { width: 1440, scheme: 'light' } as const

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

    const link = await mailbox.link()
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

test(
  'without a mail server a forgotten password is replaced by a link that an administrator copies',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const { page } = await App.open(await (await newDevice()).open(), server.url, '/login')
    await page.getByRole('link', { name: 'Esqueci minha senha' }).click()
    await expect(page.getByText('Este servidor ainda não envia e-mails: peça o link')).toBeVisible()
    await expect(page.getByLabel('Login')).toHaveCount(0)
    await isInOrderInEveryLook(page, '/redefine without a mail server', LOOK)

    const admin = await signedIn(server.url, 'admin', `/users?login=${COLLEAGUE.loginPart}`)
    await admin.page.getByRole('button', { name: `Editar ${COLLEAGUE.name}` }).click()
    const dialog = admin.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Criar link de nova senha' }).click()
    const link = new URL(await dialog.getByRole('textbox', { name: 'Link' }).inputValue())
    await expect(dialog.getByRole('button', { name: 'Copiar link' })).toBeVisible()
    await page.goto(server.url + link.pathname)
    await expect(page.getByText('Criar nova senha').first()).toBeVisible()
  },
)

test('without an invitation /register shows how to get one', SLICED, async ({ sharedServer, newDevice }) => {
  const { page } = await App.open(await (await newDevice()).open(), sharedServer.url, '/register')
  await expect(page.getByText('O acesso ao Farol é por convite.')).toBeVisible()
  await isInOrderInEveryLook(page, '/register', LOOK)
  await page.goto(`${sharedServer.url}/verify/nenhum`)
  await expect(page.getByRole('status').first()).toContainText('Este link não é válido.')
})

test('a sign-in leads to a path of the app, and to no other site', async ({ sharedServer, newDevice }) => {
  const asked = encodeURIComponent('https://example.com/')
  const context = await (await newDevice()).open()
  const app = await App.open(context, sharedServer.url, `/login?para=${asked}`)
  await app.signIn('corretor')
  await app.ready()
  expect(new URL(app.page.url()).origin).toBe(sharedServer.url)
  await app.signOut()
  await app.goTo('/login?para=%2Fsincronizacao')
  await app.signIn('corretor')
  await app.ready()
  await expect(app.page).toHaveURL(`${sharedServer.url}/sincronizacao`)
})
