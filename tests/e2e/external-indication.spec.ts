/** 'Indicação externa': by the link without login and without a network, and with login. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrder, isInOrderInEveryLook } from './support/axe.ts'
import { Rest } from './support/rest.ts'
import { FarolServer } from './support/server.ts'
import { expect, SLICED, test } from './support/test.ts'

interface Found {
  readonly id: number
  readonly product: string | null
  readonly insurance_details: Record<string, unknown> | null
}

async function leadsOf(rest: Rest, client_name: string): Promise<Found[]> {
  const { body } = await rest.call('POST', '/leads/list', { filters: { client_name } })
  const { leads } = body as { leads: Found[] }
  return leads.toSorted((one, other) => one.id - other.id)
}

async function fillClient(page: Page, name: string, document: string) {
  await page.getByLabel('Nome', { exact: false }).first().fill(name)
  await page.getByLabel('E-mail', { exact: false }).first().fill('quem@exemplo.com.br')
  await page.getByLabel('CPF/CNPJ').fill(document)
  await page.getByLabel('Telefone', { exact: false }).first().fill('11987654321')
}

/** The page without login: its first step, then what its second step asks of the person. */
async function fillPage(page: Page, name: string, document: string, lines: readonly string[]) {
  await page.getByLabel('Nome', { exact: false }).first().fill(name)
  await page.getByLabel('Telefone', { exact: false }).first().fill('11987654321')
  for (const line of lines) await page.getByRole('checkbox', { name: line, exact: true }).check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByLabel('E-mail', { exact: false }).first().fill('quem@exemplo.com.br')
  await page.getByLabel('CPF/CNPJ').fill(document)
  await page.locator('#campo-client-rg').fill('123456789')
}

async function fillAddress(page: Page) {
  await page.getByLabel('Rua').fill('Avenida Paulista')
  await page.getByLabel('Número').fill('1000')
  await page.getByLabel('Cidade').fill('São Paulo')
}

/** The referrer's link, as its screen shows it. */
async function linkOf(app: App): Promise<string> {
  await app.page.getByRole('link', { name: 'Indicação Externa' }).click()
  const link = app.page.getByTestId('link')
  await expect(link).toContainText('inviter_id=')
  return (await link.textContent()) ?? ''
}

test(
  'life asks about illnesses only under a consent of its own, which is off at first',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const link = await linkOf(await signedIn(server.url, 'indicador'))
    const page = await (await (await newDevice()).open()).newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(link)
    const illnesses = page.getByLabel('Doenças graves')
    const consent = page.getByRole('checkbox', { name: /uso dos dados de saúde/ })
    await fillPage(page, 'Zoé Vida', '529.982.247-25', ['Vida'])
    await page.getByText('Casado', { exact: true }).click()
    await page.getByLabel('Dependentes').fill('1')
    await expect(
      page.getByText(/de forma específica e destacada, para finalidades específicas/),
    ).toBeVisible()
    await expect(page.getByText(/a concessionária com que trabalha não veem/)).toBeVisible()
    await expect(consent).not.toBeChecked()
    await expect(illnesses).toHaveCount(0)
    await consent.check()
    await illnesses.fill('Asma')
    await isInOrder(page, 'the consent to be asked about health')
    // Taken back and given again: the answer is gone.
    await consent.uncheck()
    await expect(illnesses).toHaveCount(0)
    await consent.check()
    await expect(illnesses).toHaveValue('')
    await consent.uncheck()
    const rest = await Rest.signIn(server.url, 'admin')
    const sendAs = async (count: number) => {
      await page.getByRole('checkbox', { name: /Li o texto acima/ }).check()
      await page.getByRole('button', { name: 'Enviar indicação' }).click()
      await expect(page.getByRole('heading', { name: 'Obrigado!' })).toBeVisible({ timeout: 20_000 })
      await expect.poll(async () => (await leadsOf(rest, 'Zoé Vida')).length).toBe(count)
      return (await leadsOf(rest, 'Zoé Vida')).at(-1)?.insurance_details
    }
    expect(await sendAs(1)).toEqual({ kind: 'life', marital_status: 'Casado', dependents: 1 })

    await page.getByRole('button', { name: 'Fazer outra indicação' }).click()
    await fillPage(page, 'Zoé Vida', '529.982.247-25', ['Vida'])
    await page.getByText('Casado', { exact: true }).click()
    await page.getByLabel('Dependentes').fill('1')
    await consent.check()
    await illnesses.fill('Asma')
    // Closed and opened again: the answer is there with its consent.
    await page.reload()
    await expect(consent).toBeChecked()
    await expect(illnesses).toHaveValue('Asma')
    expect(await sendAs(2)).toMatchObject({ serious_illnesses: 'Asma' })
  },
)

test(
  'a late address of a CEP keeps what was typed since, with and without login',
  SLICED,
  async ({ newDevice }) => {
    const answer = { logradouro: 'Praça da Sé', bairro: 'Sé', localidade: 'São Paulo', uf: 'SP' }
    const service = createServer((_request, response) => {
      void pause(1500).then(() => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ cep: '01001-000', ...answer }))
      })
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => service.once('listening', resolve))
    const { port } = service.address() as AddressInfo
    const server = await FarolServer.start({ CEP_URL: `http://127.0.0.1:${port}/{cep}` })
    const isFilled = async (page: Page) => {
      await page.getByLabel('Cidade').fill('Osasco')
      await expect(page.getByLabel('Rua')).toHaveValue('Praça da Sé')
      await expect(page.getByLabel('CPF/CNPJ')).toHaveValue('111.444.777-35')
      await expect(page.getByLabel('Cidade')).toHaveValue('Osasco')
    }
    const inApp = async (page: Page) => {
      await page.getByLabel('CPF/CNPJ').fill('529.982.247-25')
      await page.getByLabel('CEP', { exact: true }).fill('01001000')
      const name = page.getByLabel('Nome', { exact: false }).first()
      await name.fill('Zoraide Antes')
      await name.fill('Zoraide Depois')
      await page.getByLabel('CPF/CNPJ').fill('11144477735')
      await page.getByRole('checkbox', { name: 'Indicar ' }).first().check()
      await isFilled(page)
      await expect(name).toHaveValue('Zoraide Depois')
      await expect(page.getByRole('checkbox', { name: 'Indicar ' }).first()).toBeChecked()
    }
    const onPage = async (page: Page) => {
      await fillPage(page, 'Zoraide Antes', '529.982.247-25', ['Vida'])
      await page.getByLabel('CEP', { exact: true }).fill('01001000')
      // The answer comes while the other step is on the page.
      await page.getByRole('button', { name: 'Voltar' }).click()
      const name = page.getByLabel('Nome', { exact: false }).first()
      await name.fill('Zoraide Depois')
      await page.getByRole('button', { name: 'Continuar' }).click()
      await page.getByLabel('CPF/CNPJ').fill('11144477735')
      await isFilled(page)
      await page.getByRole('button', { name: 'Voltar' }).click()
      await expect(name).toHaveValue('Zoraide Depois')
      await expect(page.getByRole('checkbox', { name: 'Vida', exact: true })).toBeChecked()
    }
    try {
      const app = await App.signedIn(await (await newDevice('indicador')).open(), server.url, 'indicador')
      const link = new URL(await linkOf(app))
      await inApp(app.page)
      const page = await (await (await newDevice()).open()).newPage()
      await page.goto(server.url + link.pathname + link.search)
      await onPage(page)
    } finally {
      await server.dispose()
      service.close()
    }
  },
)

test(
  'the page thanks for what was taken, names what was not, and opens it for a correction',
  SLICED,
  async ({ server, newDevice, signedIn }) => {
    const app = await signedIn(server.url, 'indicador')
    const link = new URL(await linkOf(app))
    const page = await (await (await newDevice()).open()).newPage()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(server.url + link.pathname + link.search)
    const rest = await Rest.signIn(server.url, 'admin')
    const offerPet = (active: boolean) =>
      rest
        .call('PUT', '/insurances/7', { name: 'Pet', type: 1, active })
        .then(({ status }) => expect(status).toBe(200))

    await fillPage(page, 'Zenaide Parte', '529.982.247-25', ['Portáteis', 'Pet'])
    await fillAddress(page)
    await page.getByLabel('Produto').fill('Notebook')
    await page.getByLabel('Valor').fill('350000')
    await page.getByText('Cão', { exact: true }).click()
    await page.getByLabel('Quantidade').fill('1')
    await page.getByRole('checkbox', { name: /autorizo o uso dos dados/ }).check()
    await offerPet(false)
    await page.getByRole('button', { name: 'Enviar 2 indicações' }).click()
    await expect(page.getByRole('heading', { name: 'Recebemos uma parte' })).toBeVisible()
    await expect(page.getByText(/^Recebemos 1 indicação: Zenaide Parte · Portáteis\./)).toBeVisible()
    await expect(page.getByText(/Zenaide Parte · Pet não foi recebida: .*não está disponível/)).toBeVisible()
    await isInOrder(page, 'thanks for a part')
    await offerPet(true)
    await page.getByRole('button', { name: 'Corrigir e enviar' }).click()
    await expect(page.getByLabel('Nome', { exact: false }).first()).toHaveValue('Zenaide Parte')
    await expect(page.getByRole('alert').first()).toContainText('não está disponível')
    await page.getByRole('button', { name: 'Continuar' }).click()
    await expect(page.getByLabel('Quantidade')).toHaveValue('1')
    await page.getByLabel('Quantidade').fill('2')
    await page.getByRole('checkbox', { name: /autorizo o uso dos dados/ }).check()
    await page.getByRole('button', { name: 'Enviar indicação' }).click()
    await expect(page.getByRole('heading', { name: 'Obrigado!' })).toBeVisible()
    await expect(page.getByText(/^Recebemos a indicação\./)).toBeVisible()
    await expect.poll(async () => (await leadsOf(rest, 'Zenaide Parte')).length).toBe(2)

    // The link is renewed while the page is open: nothing is thanked for.
    await page.getByRole('button', { name: 'Fazer outra indicação' }).click()
    await fillPage(page, 'Zenaide Depois', '111.444.777-35', ['Portáteis'])
    await page.getByLabel('Produto').fill('Celular')
    await page.getByLabel('Valor').fill('100000')
    await page.getByRole('checkbox', { name: /autorizo o uso dos dados/ }).check()
    await app.page.getByRole('button', { name: 'Renovar link' }).click()
    await app.page.getByRole('dialog').getByRole('button', { name: 'Renovar link' }).click()
    await expect(app.page.getByTestId('link')).not.toContainText(link.search)
    await page.getByRole('button', { name: 'Enviar indicação' }).click()
    await expect(page.getByRole('heading', { name: 'Não recebemos a indicação' })).toBeVisible()
    await expect(page.getByText(/Não conseguimos achar quem indicou/).first()).toBeVisible()
    await expect(page.getByText('Obrigado')).toHaveCount(0)
    // By the new link the same values are sent.
    const renewed = new URL((await app.page.getByTestId('link').textContent()) ?? '')
    await page.goto(server.url + renewed.pathname + renewed.search)
    await page.getByRole('button', { name: 'Tentar de novo' }).click()
    await expect(page.getByRole('region', { name: 'Indicações que esperam' })).toHaveCount(0, {
      timeout: 30_000,
    })
    await expect.poll(async () => (await leadsOf(rest, 'Zenaide Depois')).length).toBe(1)
  },
)

test('a link without an inviter says so', SLICED, async ({ sharedServer, newDevice }) => {
  const page = await (await (await newDevice()).open()).newPage()
  for (const wrong of ['?inviter_id=3', '?inviter_id=3-0000000000', '']) {
    await page.goto(`${sharedServer.url}/externalIndicationNoAuth/verify${wrong}`)
    await expect(page.getByRole('alert')).toHaveText(
      'Não conseguimos achar quem indicou. Confira se o link do email está correto',
    )
  }
  await isInOrder(page, 'the page of a wrong link')
})

test(
  'a referrer indicates two lines of a company without a network; the refused one is corrected',
  SLICED,
  async ({ server, newDevice }) => {
    const context = await (await newDevice('indicador')).open()
    const app = await App.signedIn(context, server.url, 'indicador')
    const { page } = app
    await linkOf(app)
    await fillClient(page, 'Padaria Zênite', '11.222.333/0001-81')
    // A company has none.
    await expect(page.locator('#externo-client-rg')).toHaveCount(0)
    await page.getByRole('checkbox', { name: 'Indicar Empresarial' }).check()
    await isInOrderInEveryLook(page, '/indicacao-externa', { width: 1440, scheme: 'light' })
    await page.getByLabel('Nome do responsável').fill('Rita Zênite')
    await page.getByLabel('Celular do responsável').fill('31988887777')
    await page.getByRole('tab', { name: 'Frota' }).click()
    await page.getByRole('checkbox', { name: 'Indicar Frota' }).check()
    // The next line takes over the first line's responsible person.
    await expect(page.getByLabel('Nome do responsável')).toHaveValue('Rita Zênite')
    // Left and opened again from the list of drafts: what was typed is offered.
    await expect(page.getByText(/^Rascunho guardado às/)).toBeVisible()
    await app.goTo('/sincronizacao')
    const draft = page.getByRole('article', { name: 'Indicação externa · Padaria Zênite' })
    await draft.getByRole('button', { name: 'Abrir' }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Enviar 2 indicações' }).click()
    await app.isTold('Lead salvo com sucesso!')
    await page.getByRole('link', { name: 'Sincronização' }).click()
    await expect(page.getByText('Indicação externa').first()).toBeVisible()
    // Meanwhile one of the lines is no longer offered.
    const rest = await Rest.signIn(server.url, 'admin')
    const gone = await rest.call('PUT', '/insurances/12', { name: 'Frota', type: 2, active: false })
    expect(gone.status).toBe(200)
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Corrigir e enviar de novo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Corrigir e enviar de novo' })
    await expect(dialog.getByText('Este seguro não está disponível').first()).toBeVisible()
    await expect(dialog.getByLabel('Nome', { exact: false }).first()).toHaveValue('Padaria Zênite')
    await isInOrder(page, 'the correction of an indication')
    await dialog.getByRole('tab', { name: 'Garantia' }).click()
    await dialog.getByRole('checkbox', { name: 'Indicar Garantia' }).check()
    await dialog.getByLabel('Nome do responsável').fill('Rita Zênite')
    await dialog.getByLabel('Celular do responsável').fill('31988887777')
    await dialog.getByRole('button', { name: 'Enviar indicação' }).click()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('heading', { name: 'Para resolver' })).toHaveCount(0)
    await expect.poll(async () => (await leadsOf(rest, 'Padaria Zênite')).length).toBe(2)
  },
)

test('the QR code, the mail and the renewal of the link', SLICED, async ({ server, signedIn }) => {
  const app = await signedIn(server.url, 'parceiro')
  const { page } = app
  const link = await linkOf(app)
  await page.getByRole('button', { name: 'QR code' }).click()
  await expect(page.getByRole('img', { name: /^QR code do link/ })).toBeVisible()
  await isInOrder(page, 'the dialog of the QR code')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Enviar por e-mail' }).click()
  await page.getByLabel('E-mail de quem vai preencher').fill('ana@exemplo.com.br')
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  const unsent = page.getByRole('dialog', { name: 'Nenhum e-mail foi enviado' })
  await expect(unsent.getByText(/Copie o link e envie-o você mesmo a ana@exemplo\.com\.br/)).toBeVisible()
  await expect(unsent.getByRole('button', { name: 'Copiar link' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'E-mails com o seu link' })).toContainText(
    'O e-mail para ana@exemplo.com.br não saiu',
  )
  await page.getByRole('button', { name: 'Renovar link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Renovar link' }).click()
  await expect(page.getByTestId('link')).not.toHaveText(link)
})
