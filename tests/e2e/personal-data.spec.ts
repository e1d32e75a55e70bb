/** Export and erasure of a client: the page, the question, a dead server, and a device that had the client in its queue. */
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { confirm } from './support/confirm.ts'
import { Rest } from './support/rest.ts'
import { storedIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const ERASE = 'Apagar dados pessoais'
const dialog = (page: Page) => page.getByRole('dialog')

interface Known {
  readonly id: number
  readonly name: string
  readonly cpf: string
  readonly mail: string
  readonly cellphone: string
}

/** A client of the broker with a document and contacts that no other has, and no sale whose papers the law keeps. */
async function clientOf(url: string): Promise<Known> {
  const rest = await Rest.signIn(url, 'corretor')
  const { body } = await rest.call('GET', '/clients/list?per_page=50')
  const { data } = body as { data: (Known & { leads: { sold: number | null }[] })[] }
  const found = data.find(
    ({ cpf, mail, cellphone, leads }) =>
      cpf && mail && cellphone && leads.length > 0 && leads.every(({ sold }) => sold !== 1),
  )
  if (found === undefined) throw new Error('no client with all contacts')
  return found
}

async function openRow(app: App, { name, mail }: Known): Promise<void> {
  const query = new URLSearchParams({ nome: name, email: mail })
  await app.goTo(`/clients?${query}`)
  await app.page
    .getByRole('button', { name: /^Informações adicionais de/ })
    .first()
    .click()
}

/** What of the client a browser still has. */
async function tracesIn(page: Page, { cpf, mail, cellphone }: Known): Promise<string[]> {
  const text = JSON.stringify(await storedIn(page))
  return [cpf, mail, cellphone, 'segredo@exemplo.com.br'].filter((mark) => text.includes(mark))
}

test(
  'an administrator exports and erases a client; a broker’s device lets it go, queue included',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const client = await clientOf(server.url)
    const tablet = await (await newDevice()).open()
    const broker = await App.signedIn(tablet, server.url, 'corretor')
    await broker.goTo(`/clients?${new URLSearchParams({ nome: client.name, email: client.mail })}`)
    await broker.page
      .getByRole('button', { name: /^Editar/ })
      .first()
      .click()
    await tablet.setOffline(true)
    await dialog(broker.page).getByLabel('E-mail').fill('segredo@exemplo.com.br')
    await dialog(broker.page).getByLabel('Telefone').fill('3133334444')
    await dialog(broker.page).getByRole('button', { name: 'Salvar' }).click()
    await expect(broker.connection()).toHaveText(/1 pendente/)
    // The list's answer may still be on its way to the disk.
    await expect.poll(() => tracesIn(broker.page, client)).toHaveLength(4)

    const admin = await signedIn(server.url, 'admin')
    const { page } = admin
    await openRow(admin, client)
    await page.getByRole('link', { name: 'Exportar dados' }).click()
    await confirm(page)
    await expect(page.getByRole('heading', { name: `Dados pessoais de ${client.name}` })).toBeVisible()
    await isInOrderInEveryLook(page, 'the export', LOOK)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Baixar JSON' }).click()
    const exported: unknown = JSON.parse(await readFile(await (await saved).path(), 'utf8'))
    expect(exported).toMatchObject({ client: { cpf: client.cpf, mail: client.mail } })
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('navigation', { name: 'Menu principal' })).toBeHidden()
    await expect(page.getByRole('button', { name: 'Imprimir ou salvar em PDF' })).toBeHidden()
    await expect(page.getByText(client.mail)).toBeVisible()
    await page.emulateMedia({ media: 'screen' })

    await openRow(admin, client)
    await page.getByRole('button', { name: ERASE }).click()
    await expect(dialog(page).getByText('Nome, documentos, nascimento, contatos e endereço')).toBeVisible()
    await isInOrderInEveryLook(page, 'the question', LOOK)
    await dialog(page).getByRole('button', { name: ERASE }).click()
    // The address was opened anew, and a new page asks again.
    await confirm(page)
    await expect(page.getByText('Dados pessoais apagados')).toBeVisible()
    await expect(dialog(page)).toBeHidden()
    await expect(page.getByText('Nenhum cliente com estes filtros')).toBeVisible()
    await admin.settled()
    await expect.poll(() => tracesIn(page, client), { timeout: 30_000 }).toEqual([])

    await tablet.setOffline(false)
    await broker.settled()
    await expect(broker.page.getByText(/1 alteração saiu da fila: os dados pessoais/)).toBeVisible()
    await broker.goTo('/clients')
    await expect.poll(() => tracesIn(broker.page, client), { timeout: 30_000 }).toEqual([])
    await broker.page.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect(broker.page.getByText(/saiu da fila/)).toBeHidden()

    const rows = await server.stopAndQuery<{ name: string }>('select name from clients where id = $1', [
      client.id,
    ])
    expect(rows).toEqual([{ name: 'Dados apagados' }])
  },
)

test(
  'without the server nothing is erased, and the question says so',
  SLICED,
  async ({ server, signedIn }) => {
    const client = await clientOf(server.url)
    const admin = await signedIn(server.url, 'admin')
    const { page } = admin
    await openRow(admin, client)
    await page.getByRole('button', { name: ERASE }).click()
    await expect(dialog(page).getByText('O que será apagado')).toBeVisible()
    // The search in other people's texts would report the dead server, too.
    await expect(dialog(page).getByText('Todos os textos foram lidos')).toBeVisible()
    await server.kill()
    await dialog(page).getByRole('button', { name: ERASE }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Sem resposta do servidor.')
    await dialog(page).getByRole('button', { name: 'Voltar' }).click()

    // Nor is anything asked for that can't be shown.
    await page.getByRole('button', { name: ERASE }).click()
    await expect(dialog(page).getByRole('button', { name: 'Tentar de novo' })).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Voltar' }).click()
    await page.getByRole('link', { name: 'Exportar dados' }).click()
    await expect(page.getByRole('alert')).toContainText('Sem conexão')

    await server.startAgain()
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await confirm(page)
    await expect(page.getByRole('heading', { name: `Dados pessoais de ${client.name}` })).toBeVisible()
    const rows = await server.stopAndQuery<{ mail: string }>('select mail from clients where id = $1', [
      client.id,
    ])
    expect(rows).toEqual([{ mail: client.mail }])
  },
)
