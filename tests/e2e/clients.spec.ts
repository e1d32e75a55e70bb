/** 'Clientes': the list, an edit without a network that the server gets later, and the list of the device alone. */
import type { Page } from '@playwright/test'
import { clientListRoute } from '../../src/contract/clients.ts'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { reloadOffline } from './support/offline.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const dialog = (page: Page) => page.getByRole('dialog')

test(
  'a client is edited without a network and sent later; the device lists its own',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('corretor')).open()
    const broker = await App.signedIn(context, server.url, 'corretor', '/clients')
    const { page } = broker
    const edit = page.getByRole('button', { name: /^Editar/ }).first()
    await expect(edit).toBeVisible()
    await isInOrderInEveryLook(page, '/clients', LOOK)
    const more = page.getByRole('button', { name: /^Informações adicionais de/ }).first()
    await more.click()
    await expect(more).toHaveAttribute('aria-expanded', 'true')
    await expect(page.getByRole('columnheader', { name: 'Descrição' })).toBeVisible()
    await more.click()
    await expect(page.getByRole('columnheader', { name: 'Descrição' })).toHaveCount(0)
    const name = ((await edit.getAttribute('aria-label')) ?? '').replace('Editar ', '')
    await page.getByLabel('Nome').fill(name)
    await expect(page).toHaveURL(/nome=/)
    await expect(page.getByText(/^\d+ resultados?$/)).toBeVisible()

    await context.setOffline(true)
    await reloadOffline(page)
    await expect(page.getByText('Sem conexão: estes são os clientes guardados neste aparelho.')).toBeVisible()
    await edit.click()
    await expect(dialog(page).getByLabel('Nome')).toBeDisabled()
    await isInOrderInEveryLook(page, 'the client', LOOK)
    await dialog(page).getByLabel('E-mail').fill('')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page).getByText('Campo Obrigatório').first()).toBeVisible()
    await dialog(page).getByLabel('E-mail').fill('offline@exemplo.com.br')
    await dialog(page).getByLabel('Telefone').fill('3133334444')
    await dialog(page).getByLabel('Celular').fill('31988887777')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('offline@exemplo.com.br').first()).toBeVisible()

    await context.setOffline(false)
    await broker.settled()
    await page.reload()
    await expect(page.getByText('offline@exemplo.com.br').first()).toBeVisible()
    const rows = await server.stopAndQuery<{ mail: string; cellphone: string }>(
      "select mail, cellphone from clients where mail = 'offline@exemplo.com.br'",
    )
    expect(rows).toEqual([{ mail: 'offline@exemplo.com.br', cellphone: '31988887777' }])
  },
)

test(
  'a client that the device does not mirror shows its edit at once, and a colleague in between is asked about',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('admin')).open()
    // Only the queue waits: without any connection the list has the clients of this device alone.
    const proxy = await Proxy.to(server.port)
    const admin = await App.signedIn(context, proxy.url, 'admin')
    const { page } = admin
    const rest = await Rest.signIn(server.url, 'gerente')
    const mirror = JSON.stringify((await storedIn(page)).databases)
    const { data } = clientListRoute.answer.parse((await rest.call('GET', '/clients/list?per_page=100')).body)
    const old = data.find(
      ({ uid, mail, phone, cellphone }) => !mirror.includes(uid) && mail && phone && cellphone,
    )
    if (old === undefined) throw new Error('the device mirrors all clients of the demo')

    await admin.goTo(`/clients?nome=${encodeURIComponent(old.name)}`)
    const edit = page.getByRole('button', { name: `Editar ${old.name}` }).first()
    await edit.click()
    await dialog(page).getByLabel('E-mail').fill('antigo@exemplo.com.br')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('antigo@exemplo.com.br')).toBeVisible()
    await admin.settled()
    await expect(page.getByText('antigo@exemplo.com.br')).toBeVisible()

    proxy.refuse = (path) => path.startsWith('/api/sync/push')
    await edit.click()
    await dialog(page).getByLabel('E-mail').fill('meu@exemplo.com.br')
    await dialog(page).getByRole('button', { name: 'Salvar' }).click()
    await expect(page.getByText('meu@exemplo.com.br')).toBeVisible()
    await rest.call('PUT', `/clients/${old.id}`, { mail: 'deles@exemplo.com.br' })
    proxy.refuse = null
    await admin.syncNow()
    await page.getByRole('link', { name: 'Sincronização' }).click()
    await expect(page.getByRole('cell', { name: 'deles@exemplo.com.br' })).toBeVisible()
    await expect(page.getByText(old.name).first()).toBeVisible()
    await proxy.close()
  },
)

test(
  'a lead that the device does not mirror opens to read; without a network the board says that it is not here',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('admin')).open()
    const admin = await App.signedIn(context, server.url, 'admin')
    const { page } = admin
    await admin.settled()
    const mirror = JSON.stringify((await storedIn(page)).databases)
    const rest = await Rest.signIn(server.url, 'gerente')
    const { data } = clientListRoute.answer.parse((await rest.call('GET', '/clients/list?per_page=100')).body)
    const [distant, other] = data.flatMap(({ name, leads }) =>
      leads.flatMap(({ id, uid }) => (id === null || mirror.includes(uid) ? [] : [{ id, name }])),
    )
    if (distant === undefined || other === undefined)
      throw new Error('the device mirrors all leads of the demo')

    await admin.goTo(`/clients?nome=${encodeURIComponent(distant.name)}`)
    await page
      .getByRole('button', { name: `Informações adicionais de ${distant.name}` })
      .first()
      .click()
    await page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(distant.id), exact: true }) })
      .getByRole('link', { name: 'Abrir lead' })
      .click()
    const lead = page.getByRole('article', { name: `Lead ${distant.id}` })
    await expect(lead.getByRole('heading', { name: distant.name })).toBeVisible()
    await expect(lead.getByText('aqui ele pode ser lido')).toBeVisible()
    await expect(lead.getByRole('region', { name: 'Prazos' })).toBeVisible()
    await expect(page.getByText('Nenhum lead encontrado')).toHaveCount(0)

    await context.setOffline(true)
    await admin.goTo(`/?lead=${other.id}`)
    await expect(page.getByRole('heading', { name: 'Este lead não está neste aparelho' })).toBeVisible()
    await admin.goTo(`/?lead=${distant.id}`)
    await expect(lead.getByText(/Sem conexão\. Dados de/)).toBeVisible()
    await expect(lead.getByRole('heading', { name: distant.name })).toBeVisible()
  },
)
