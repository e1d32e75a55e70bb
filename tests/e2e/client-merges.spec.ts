/** Two clients that are one person: found, compared, merged and undone. docs/rules.md#merging-clients */
import type { Page } from '@playwright/test'
import { type Client, clientSchema } from '../../src/domain/client/client.ts'
import { isInOrderInEveryLook } from './support/axe.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

const LOOK = { width: 1440, scheme: 'light' } as const
const MERGE = 'Juntar clientes'

// No test here starts without a network.
test.use({ serviceWorkers: 'block' })

/** Two clients of one name and mobile. The digits make them strangers to every other client. */
async function twins(rest: Rest, name: string, digits: string): Promise<readonly [Client, Client]> {
  const make = async (mail: string) => {
    const { body } = await rest.call('POST', '/clients', { name, cellphone: `319${digits}`, mail })
    return clientSchema.parse(body)
  }
  return [await make(`${digits}@exemplo.com.br`), await make(`nova.${digits}@exemplo.com.br`)]
}

const pairOf = (page: Page, name: string) => page.getByRole('link', { name: `Comparar ${name} e ${name}` })
const choice = (page: Page, legend: string) => page.getByRole('group', { name: legend })
async function merge(page: Page): Promise<void> {
  await page.getByRole('button', { name: MERGE, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: MERGE, exact: true }).click()
}

test('a pair is found, merged field by field although the answer is lost, and undone', async ({
  sharedServer,
  signedIn,
}) => {
  const proxy = await Proxy.to(sharedServer.port)
  const rest = await Rest.signIn(sharedServer.url, 'admin')
  const [older, younger] = await twins(rest, 'Josefa Prado Repetida', '70010001')
  const app = await signedIn(proxy.url, 'admin', '/clients')
  const { page } = app
  await page.getByRole('link', { name: /^Clientes repetidos\s\(\d+\)$/ }).click()
  await expect(page).toHaveURL(/\/clientes\/repetidos$/)
  await expect(pairOf(page, older.name)).toBeVisible()
  await expect(page.getByText('Mesmo telefone e mesmo nome').first()).toBeVisible()
  await isInOrderInEveryLook(page, 'the list of pairs', LOOK)
  await pairOf(page, older.name).click()

  await expect(choice(page, 'Quem fica').getByRole('radio').first()).toBeChecked()
  const mails = choice(page, 'E-mail').getByRole('radio')
  await expect(mails.first()).toBeChecked()
  await mails.last().check()
  const summary = page.getByText(`Fica ${older.name} (cliente ${older.id}).`).first()
  await expect(summary).toContainText(`E-mail vem do cliente ${younger.id}`)
  await isInOrderInEveryLook(page, 'a comparison', LOOK)
  await page.goBack()
  await expect(pairOf(page, older.name)).toBeVisible()
  await page.goForward()
  await mails.last().check()

  proxy.loseAnswer = async (path) => path === '/api/client-merges'
  await merge(page)
  await expect(page.getByRole('alert')).toContainText('se já foi feito, nada mais muda')
  proxy.loseAnswer = null
  await merge(page)
  await expect(page.getByText(`Clientes juntados: ficou ${older.name}`)).toBeVisible()
  await expect(pairOf(page, older.name)).toHaveCount(0)
  const merged = page.getByRole('listitem').filter({ hasText: older.name })
  await expect(merged).toContainText('Pode ser desfeito até')
  const { body } = await rest.call('GET', `/clients/list?name=${encodeURIComponent(older.name)}`)
  expect(body).toMatchObject({ data: [{ uid: older.uid, mail: younger.mail }], pagination: { total: 1 } })

  await app.goTo(`/clients?nome=${encodeURIComponent(older.name)}`)
  await page.getByRole('button', { name: `Informações adicionais de ${older.name}` }).click()
  await expect(page.getByText(`Também conhecido como ${younger.name} (cliente ${younger.id}).`)).toBeVisible()
  await isInOrderInEveryLook(page, 'a merged client', LOOK)
  // Both uids lead to one client by now.
  await app.goTo(`/clientes/repetidos?um=${older.uid}&outro=${younger.uid}`)
  await expect(page.getByText('Estes clientes não podem ser comparados')).toBeVisible()

  await app.goTo('/clientes/repetidos')
  await merged.getByRole('button', { name: /^Desfazer/ }).click()
  await expect(page.getByText(`Desfeito: ${younger.name} voltou`)).toBeVisible()
  await expect(merged).toHaveCount(0)
  await expect(pairOf(page, older.name)).toBeVisible()
  await proxy.close()
})

test('a change meanwhile is shown before anything is merged; a pair that is none is not shown again', async ({
  sharedServer,
  signedIn,
}) => {
  const rest = await Rest.signIn(sharedServer.url, 'admin')
  const [older] = await twins(rest, 'Antenor Lage Repetido', '70020002')
  const { page } = await signedIn(sharedServer.url, 'gerente', '/clientes/repetidos')
  await pairOf(page, older.name).click()
  await expect(choice(page, 'Quem fica')).toBeVisible()
  await rest.call('PUT', `/clients/${older.id}`, { phone: '3133445566' })
  await merge(page)
  await expect(page.getByRole('alert')).toContainText('Confira de novo antes de juntar.')
  await expect(choice(page, 'Telefone')).toContainText('(31) 3344-5566')

  await page.context().setOffline(true)
  await merge(page)
  await expect(page.getByRole('alert')).toContainText('Sem conexão: juntar clientes precisa de internet.')
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Não são a mesma pessoa' }).click()
  await expect(page.getByText('este par não aparece mais')).toBeVisible()
  await expect(
    page
      .getByRole('table', { name: 'Clientes repetidos' })
      .or(page.getByText('Nenhum cliente repetido'))
      .first(),
  ).toBeVisible()
  await expect(pairOf(page, older.name)).toHaveCount(0)
})

test('a client is merged with another that its name finds', async ({ sharedServer, signedIn }) => {
  const rest = await Rest.signIn(sharedServer.url, 'admin')
  const [older, younger] = await twins(rest, 'Ermelinda Vaz Repetida', '70030003')
  const { page } = await signedIn(
    sharedServer.url,
    'gerente',
    `/clients?nome=${encodeURIComponent(older.name)}&email=${older.mail}`,
  )
  await page
    .getByRole('button', { name: `Informações adicionais de ${older.name}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'Juntar com outro cliente…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Outro cliente').fill('ermelinda')
  await page.getByRole('option', { name: `cliente ${younger.id}` }).click()
  await dialog.getByRole('button', { name: 'Comparar' }).click()
  await expect(choice(page, 'Quem fica')).toContainText(`cliente ${younger.id}`)
})
