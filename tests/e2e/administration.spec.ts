/** Reference data: created, changed, refused and deactivated on its screens, and read without a network. */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { reloadOffline } from './support/offline.ts'
import { expect, SLICED, test } from './support/test.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Salvar' }).click()

test(
  'a new insurance reaches a colleague, and a deactivated one leaves the list of the active',
  SLICED,
  async ({ server, signedIn }) => {
    const admin = await signedIn(server.url, 'admin')
    const broker = await signedIn(server.url, 'corretor', '/seguros')
    await admin.goTo('/seguros')

    await admin.page.getByRole('button', { name: 'Adicionar' }).click()
    await save(admin.page)
    await expect(dialog(admin.page).getByText('Campo Obrigatório')).toBeVisible()
    await expect(dialog(admin.page).getByLabel('Nome')).toBeFocused()
    await dialog(admin.page).getByLabel('Nome').fill('Seguro de drones')
    await save(admin.page)
    await expect(dialog(admin.page)).toBeHidden()

    for (const { page } of [admin, broker]) {
      await page.getByLabel('Buscar por nome').fill('drones')
      await expect(page.getByRole('cell', { name: 'Seguro de drones', exact: true })).toBeVisible()
    }
    await expect(broker.page.getByRole('button', { name: 'Adicionar' })).toHaveCount(0)
    await expect(broker.page).toHaveURL(/busca=drones/)

    await admin.page.getByRole('button', { name: 'Editar Seguro de drones' }).click()
    await dialog(admin.page).getByLabel('Ativo').click()
    await save(admin.page)
    await broker.page.getByText('Ativos', { exact: true }).click()
    await expect(broker.page.getByText('Nada encontrado com estes filtros')).toBeVisible()
  },
)

test(
  'a partner in use is not deleted: the answer counts who uses it and offers to deactivate',
  SLICED,
  async ({ server, signedIn }) => {
    const admin = await signedIn(server.url, 'admin', '/parceiros')
    const { page } = admin
    const remove = page.getByRole('button', { name: /^Remover/ }).first()
    const name = ((await remove.getAttribute('aria-label')) ?? '').replace('Remover ', '')
    await remove.click()
    await expect(dialog(page)).toContainText(`Tem certeza que deseja remover ${name}?`)
    await dialog(page).getByRole('button', { name: 'Remover cadastro' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText(/em uso por \d+ leads/)
    await dialog(page).getByRole('button', { name: 'Desativar cadastro' }).click()
    await expect(dialog(page)).toBeHidden()
    await page.getByText('Inativos', { exact: true }).click()
    await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
    const kept = await server.stopAndQuery<{ quote_link_template: string | null; active: boolean }>(
      `select quote_link_template, active from partners where name = '${name.replaceAll("'", "''")}'`,
    )
    expect(kept).toEqual([{ quote_link_template: expect.stringMatching(/^https/), active: false }])
  },
)

test('without a network the list is read, and a save that fails keeps what was typed', async ({
  sharedServer,
  newDevice,
}) => {
  const context = await (await newDevice('admin')).open()
  const admin = await App.signedIn(context, sharedServer.url, 'admin', '/concorrentes')
  const { page } = admin
  await expect(page.getByRole('cell').first()).toBeVisible()
  await context.setOffline(true)
  await reloadOffline(page)
  await expect(page.getByRole('cell').first()).toBeVisible()
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await dialog(page).getByLabel('Nome').fill('Corretora do Porto')
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Sem conexão')
  await expect(dialog(page).getByLabel('Nome')).toHaveValue('Corretora do Porto')
  await page.keyboard.press('Escape')
  await expect(page.getByText('Descartar o que foi digitado?')).toBeVisible()
  await page.getByRole('button', { name: 'Voltar' }).click()
  await context.setOffline(false)
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await page.getByLabel('Buscar por nome').fill('corretora do porto')
  await expect(page.getByRole('cell', { name: 'Corretora do Porto', exact: true })).toBeVisible()
})

test("a channel's statuses move by buttons", SLICED, async ({ server, signedIn }) => {
  const admin = await signedIn(server.url, 'admin', '/canais')
  const { page } = admin
  await page.getByRole('button', { name: 'Editar Autoindicação' }).click()
  await dialog(page).getByRole('button', { name: 'Subir Envio Cotação' }).click()
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByRole('row', { name: /Autoindicação/ })).toContainText(
    'Negociação → Envio Cotação → Whatsapp/Ligou',
  )
})

for (const path of ['/seguros', '/technical-team', '/lead-broker-config', '/canais'])
  test(`${path} is in order at every width`, SLICED, async ({ sharedServer, signedIn }) => {
    const admin = await signedIn(sharedServer.url, 'admin')
    await admin.goTo(path)
    await expect(admin.page.getByRole('button', { name: /^Editar/ }).first()).toBeVisible()
    const before = { width: 1440, scheme: 'light' } as const
    await isInOrderInEveryLook(admin.page, path, before)
    await admin.page.getByRole('button', { name: 'Adicionar' }).click()
    await isInOrderInEveryLook(admin.page, `${path}, new`, before)
  })

test("a dealership's key is shown once, and ended after a question", async ({ sharedServer, signedIn }) => {
  const admin = await signedIn(sharedServer.url, 'admin', '/parceiros')
  const { page } = admin
  const open = page.getByRole('button', { name: /^Chaves de/ }).first()
  await open.click()
  await expect(dialog(page).getByText('Nenhuma chave ainda.')).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Criar chave' }).click()
  await expect(dialog(page).getByText('Campo Obrigatório')).toBeVisible()
  await dialog(page).getByLabel('Nome da nova chave').fill('Loja de Contagem')
  await page.keyboard.press('Enter')
  await confirm(page)
  await expect(dialog(page).getByRole('status')).toContainText('farol_')
  await expect(dialog(page).getByText('nunca usada')).toBeVisible()
  await isInOrderInEveryLook(page, 'the keys', { width: 390, scheme: 'light' })
  await page.setViewportSize({ width: 1440, height: 900 })

  // A second key leaves the first on the screen.
  await dialog(page).getByLabel('Nome da nova chave').fill('Loja de Betim')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('status')).toHaveCount(2)
  await expect(dialog(page).getByRole('status').filter({ hasText: 'Loja de Contagem' })).toContainText(
    'farol_',
  )

  // Escape answers the question and no more; with a key on the screen, closing asks.
  await dialog(page).getByRole('button', { name: 'Renovar chave Loja de Betim' }).click()
  await expect(page.getByText('Renovar a chave Loja de Betim?')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Renovar a chave Loja de Betim?')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Voltar' }).click()
  await page.mouse.click(5, 5)
  await page.getByRole('button', { name: 'Voltar' }).click()
  await expect(dialog(page).getByRole('status')).toHaveCount(2)

  // The answer to a renewal is lost: the list shows what became of the key.
  await page.route('**/renew', async (route) => {
    const { pathname } = new URL(route.request().url())
    await route.fetch({ url: sharedServer.url + pathname })
    await route.abort()
  })
  await dialog(page).getByRole('button', { name: 'Renovar chave Loja de Betim' }).click()
  await page.getByRole('button', { name: 'Renovar chave', exact: true }).click()
  await expect(dialog(page).getByRole('alert')).toContainText('encerre-a e crie outra')
  await expect(page.getByText(/Encerrada em/)).toHaveCount(1)
  await expect(dialog(page).getByRole('status')).toHaveCount(1)
  await dialog(page).getByRole('button', { name: 'Encerrar chave Loja de Betim' }).click()
  await page.getByRole('button', { name: 'Encerrar chave', exact: true }).click()
  await expect(page.getByText(/Encerrada em/)).toHaveCount(2)

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Fechar sem copiar' }).click()
  await expect(dialog(page)).toBeHidden()

  await open.click()
  await expect(dialog(page).getByText('nunca usada').first()).toBeVisible()
  await expect(dialog(page).getByText('farol_')).toHaveCount(0)
  await dialog(page).getByRole('button', { name: 'Encerrar chave Loja de Contagem' }).click()
  await page.getByRole('button', { name: 'Encerrar chave', exact: true }).click()
  await expect(page.getByText(/Encerrada em/)).toHaveCount(3)
})

test('a list is sorted by a column, and its address says so', SLICED, async ({ sharedServer, signedIn }) => {
  const app = await signedIn(sharedServer.url, 'admin', '/seguros')
  const { page } = app
  const heading = page.getByRole('button', { name: /^ID(,|$)/ })
  const numbers = async () =>
    (await page.getByRole('row').locator('td:first-child').allTextContents()).map(Number)
  await heading.click()
  await expect(page).toHaveURL(/ordem=id/)
  const up = await numbers()
  expect(up.length).toBeGreaterThan(5)
  expect(up).toEqual(up.toSorted((one, other) => one - other))
  await heading.click()
  await expect(page).toHaveURL(/ordem=-id/)
  const down = await numbers()
  expect(down).toEqual(down.toSorted((one, other) => other - one))
  expect(down[0]).not.toBe(up[0])
})

test('a team whose answer was lost is saved again, and is there once', async ({ sharedServer, signedIn }) => {
  const { page } = await signedIn(sharedServer.url, 'admin', '/technical-team')
  const row = page.getByRole('row', { name: /Equipe do litoral/ })
  await page.route(
    '**/api/technical-team',
    async (route) => {
      await route.fetch({ url: `${sharedServer.url}/api/technical-team` })
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await dialog(page).getByLabel('Descrição').fill('Equipe do litoral')
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText('Não sabemos se foi salvo')
  // It is there already, without what is typed now.
  await dialog(page).getByLabel('Descrição').fill('Equipe do litoral norte')
  await save(page)
  const alert = dialog(page).getByRole('alert')
  await expect(alert).toContainText('já foi salvo. Está salvo: Descrição (agora Equipe do litoral)')
  await expect(dialog(page).getByLabel('Descrição')).toHaveValue('Equipe do litoral norte')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('Equipe do litoral norte')

  // Another use of the dialog is another creation: the name is taken.
  await page.getByRole('button', { name: 'Adicionar' }).click()
  await dialog(page).getByLabel('Descrição').fill('equipe do LITORAL norte')
  await save(page)
  await expect(
    dialog(page)
      .getByText(/Já existe uma equipe com esta descrição: Equipe do litoral norte/)
      .first(),
  ).toBeVisible()
})

test('a partner that another user changed meanwhile: the change stays, and what was typed too', async ({
  server,
  signedIn,
}) => {
  const { page } = await signedIn(server.url, 'admin', '/parceiros')
  const { page: other } = await signedIn(server.url, 'gerente', '/parceiros')
  const edit = page.getByRole('button', { name: /^Editar/ }).first()
  const name = ((await edit.getAttribute('aria-label')) ?? '').replace('Editar ', '')
  for (const each of [page, other]) {
    await each.getByRole('button', { name: `Editar ${name}`, exact: true }).click()
    await expect(dialog(each).getByLabel('Nome')).toHaveValue(name)
  }
  await dialog(other).getByLabel('Code_WF').fill('WF4711')
  await save(other)
  await expect(dialog(other)).toBeHidden()
  await dialog(page).getByLabel('Nome').fill(`${name} Matriz`)
  await save(page)
  await expect(dialog(page).getByRole('alert')).toContainText(
    'Mudou: Código da concessionária (agora WF4711)',
  )
  await expect(dialog(page).getByLabel('Nome')).toHaveValue(`${name} Matriz`)
  await expect(dialog(page).getByLabel('Code_WF')).toHaveValue('WF4711')
  await save(page)
  await expect(dialog(page)).toBeHidden()
  expect(
    await server.stopAndQuery<{ code_wf: string }>(
      `select name, code_wf from partners where code_wf = 'WF4711'`,
    ),
  ).toEqual([{ name: `${name} Matriz`, code_wf: 'WF4711' }])
})
