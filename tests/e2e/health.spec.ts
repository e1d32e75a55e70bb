/** 'Saúde' on 'Configurações': problems first with what to do, a look that takes long, and no network. */
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { reloadOffline } from './support/offline.ts'
import { FarolServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const

test('a server with a dead mail server and no controller of the data reports both, and what to do', async ({
  newDevice,
}) => {
  const server = await FarolServer.start({
    PUBLIC_URL: 'http://localhost:3000',
    MAIL_URL: 'smtp://farol:segredo@127.0.0.1:1',
    MAIL_FROM: 'farol@exemplo.com.br',
  })
  try {
    const admin = await App.signedIn(
      await (await newDevice('admin')).open(),
      server.url,
      'admin',
      '/configuracoes',
    )
    const { page } = admin
    // The settings are there before the answer, and the count of problems comes to the tab.
    const form = page.getByRole('form', { name: 'Prazos de atendimento' })
    const limit = form.getByLabel('Tempo para capturar (horas úteis)')
    await limit.fill('7')
    const tab = page.getByRole('tab', { name: 'Saúde 2 problemas' })
    await tab.click()
    // What was typed and not saved outlives the look at the other tab.
    await expect(limit).toBeHidden()
    await page.getByRole('tab', { name: 'Geral' }).click()
    await expect(limit).toHaveValue('7')
    await form.getByRole('button', { name: 'Cancelar' }).click()
    await tab.click()
    await expect(page).toHaveURL(/aba=saude/)
    const attention = page.getByRole('region', { name: 'O que pede atenção' })
    const lines = attention.getByRole('listitem')
    await expect(lines.nth(0)).toContainText('O servidor de e-mail não respondeu.')
    await expect(lines.nth(0)).toContainText('Confira MAIL_URL')
    await expect(lines.nth(1)).toContainText('Falta dizer quem responde pelos dados pessoais (LGPD).')
    await expect(lines.nth(1)).toContainText('CONTROLLER_NAME')
    await expect(lines.nth(2)).toContainText('Aviso')
    const database = page.getByRole('region', { name: 'Banco de dados' })
    await expect(database).toContainText('O banco embutido responde.')
    await expect(page.getByText(/^2 problemas, \d+ avisos, \d+ em ordem$/)).toBeVisible()
    await expect(page.locator('body')).not.toContainText('segredo')
    await isInOrderInEveryLook(page, "'Saúde'", LOOK)

    // A look that takes long: what was seen stays, and a sentence says why.
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/health/findings?again=1', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Verificar de novo' }).click()
    await expect(page.getByRole('button', { name: 'Verificando…' })).toBeDisabled()
    await expect(page.getByText('Está demorando')).toBeVisible()
    await expect(database).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'Verificar de novo' })).toBeEnabled()
    await expect(page.getByText('Está demorando')).toBeHidden()

    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Verificar de novo' }).click()
    await expect(page.getByRole('alert')).toContainText('Sem conexão')
    await expect(database).toBeVisible()

    // Opened without a network there is nothing to show but why.
    await reloadOffline(page)
    await expect(page.getByRole('alert')).toContainText(
      'Sem conexão: ver a saúde do servidor precisa de internet.',
    )
    await expect(database).toBeHidden()
    await page.context().setOffline(false)
    await expect(database).toBeVisible()
  } finally {
    await server.dispose()
  }
})
