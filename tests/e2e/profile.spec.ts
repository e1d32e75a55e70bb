/** 'Profile': what the forms refuse, a new phone and password, a session that is ended, and a server that is dead. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { Rest } from './support/rest.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const PASSWORD = 'Uma-Frase-Longa-4711'

/** As the administrator's button makes it, where no mail server is configured. */
async function linkOfNewEmail(url: string, login: string): Promise<string> {
  const admin = await Rest.signIn(url, 'admin')
  const { body } = await admin.call('GET', `/users/list?login=${login}`)
  const { data } = body as { data: { id: number }[] }
  const made = await admin.call('POST', `/users/${data[0]?.id}/link?what=email`)
  return new URL((made.body as { link: string }).link).pathname
}

test(
  'a dealership changes phone, e-mail and password, and ends a session elsewhere',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const other = await signedIn(server.url, 'concessionaria')
    const app = await signedIn(server.url, 'concessionaria')
    const { page } = app
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL(/\/profile$/)
    const contact = page.getByRole('form', { name: 'E-mail e telefone' })
    const password = page.getByRole('form', { name: 'Senha' })
    const sessions = page.getByRole('region', { name: 'Sessões' })
    await expect(sessions.getByText('Este aparelho')).toBeVisible()
    await isInOrderInEveryLook(page, '/profile', LOOK)

    await contact.getByLabel('Novo e-mail').fill('nova@exemplo.com.br')
    await contact.getByRole('button', { name: 'Salvar' }).click()
    await expect(contact.getByText('Os e-mails não conferem')).toBeVisible()
    await contact.getByLabel('Confirmação do e-mail').fill('nova@exemplo.com.br')
    await contact.getByLabel('Telefone').fill('31988887777')
    await expect(contact.getByLabel('Telefone')).toHaveValue('(31) 98888-7777')
    await contact.getByLabel('Senha atual').fill('nao-e-esta')
    await contact.getByRole('button', { name: 'Salvar' }).click()
    await expect(contact.getByText('A senha atual não confere.').first()).toBeVisible()
    await contact.getByLabel('Senha atual').fill('farol-demo')
    await contact.getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('Perfil atualizado com sucesso!')).toBeVisible()
    await expect(contact.getByText(/Este servidor ainda não envia e-mails: peça o link/)).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: '(31) 98888-7777' })).toBeVisible()
    const { page: mailbox } = await App.open(
      await (await newDevice()).open(),
      server.url,
      await linkOfNewEmail(server.url, 'concessionaria'),
    )
    await expect(mailbox.getByText(/nova@exemplo.com.br|confirmado/).first()).toBeVisible()

    await sessions.getByRole('button', { name: /^Encerrar a sessão Chrome/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar sessão' }).click()
    await confirm(page)
    await expect(sessions.getByRole('button', { name: /^Encerrar a sessão Chrome/ })).toHaveCount(0)
    await expect(other.page.getByText(/sessão/i).first()).toBeVisible()

    await password.getByLabel('Senha atual').fill('farol-demo')
    await password.getByLabel(/^Nova senha/).fill(PASSWORD)
    await password.getByLabel('Confirmação da nova senha').fill('Outra-Frase-4711')
    await password.getByRole('button', { name: 'Salvar' }).click()
    await expect(password.getByText('As senhas não conferem')).toBeVisible()
    await password.getByLabel('Confirmação da nova senha').fill(PASSWORD)
    await server.kill()
    await password.getByRole('button', { name: 'Salvar' }).click()
    await expect(password.getByRole('alert')).toContainText('Não sabemos se foi salvo')
    await expect(password.getByLabel(/^Nova senha/)).toHaveValue(PASSWORD)
    await server.startAgain()
    await password.getByRole('button', { name: 'Salvar' }).click()
    await expect(password.getByLabel(/^Nova senha/)).toHaveValue('')
    await app.signOut()
    await app.signIn('concessionaria', PASSWORD)
    await app.ready()
  },
)

test(
  'buttons that are there before the server answers stay where they are',
  SLICED,
  async ({ sharedServer: { url }, signedIn }) => {
    const { page } = await signedIn(url, 'corretor', '/')
    const { promise: late, resolve: answer } = Promise.withResolvers<void>()
    await page.route(/\/api\/(second-factor|sessions|devices)/, async (route) => {
      await late
      await route.continue()
    })
    await page.getByRole('button', { name: /^Conta de/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    const protect = page.getByRole('button', { name: 'Proteger este aparelho' })
    const places = async () => [
      await page.getByRole('button', { name: 'Salvar' }).first().boundingBox(),
      await page.getByRole('button', { name: 'Salvar' }).last().boundingBox(),
      await protect.boundingBox(),
    ]
    await expect(protect).toBeVisible()
    const before = await places()
    answer()
    await expect(page.getByRole('button', { name: 'Ligar' })).toBeVisible()
    for (const name of ['Sessões', 'Aparelhos'])
      await expect(
        page.getByRole('region', { name }).getByText('Este aparelho', { exact: true }),
      ).toBeVisible()
    expect(await places()).toEqual(before)
  },
)
