/** 'Primeiros passos': from an empty installation to its first lead on a phone; steps left out and found again; the brand. */
import type { Page } from '@playwright/test'
import { startMailServer } from '../support/mail-server.ts'
import { App } from './support/app.ts'
import { isInOrderInBothSchemes, isInOrderInEveryLook } from './support/axe.ts'
import { showsAllTexts } from './support/cut-off.ts'
import { emptyServer, FIRST_ADMIN } from './support/empty.ts'
import { LeadForm } from './support/lead-form.ts'
import { reloadOffline } from './support/offline.ts'
import { Rest } from './support/rest.ts'
import type { FarolServer } from './support/server.ts'
import { expect, test } from './support/test.ts'
import { hasTargetsForThumbs } from './support/touch-targets.ts'

/** 240 × 80 px, drawn by hand: a petrol ground with an amber disc would prove no more. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAIAAAB7QOjdAAAADklEQVR4nGMQioxgAGMACcsBjQX2dM4AAAAASUVORK5CYII=',
  'base64',
)
const MINUTES = 10

const toggle = (page: Page, title: string) =>
  page.getByRole('button', { name: new RegExp(`^${title.replaceAll(/[()]/g, String.raw`\$&`)}`) })
const step = (page: Page, title: string) => page.getByRole('listitem').filter({ has: toggle(page, title) })
const body = (page: Page, title: string) => page.getByRole('group', { name: title })
const dialog = (page: Page) => page.getByRole('dialog')

async function begin(server: FarolServer, page: Page): Promise<void> {
  await page.goto(server.url)
  await page.getByLabel('Login', { exact: true }).fill(FIRST_ADMIN.login)
  await page.getByLabel('Senha', { exact: true }).fill(FIRST_ADMIN.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

test.describe('on a phone', () => {
  test.use({ serviceWorkers: 'block', viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true })

  test(`from the first sign-in to the first lead by thumb, in less than ${MINUTES} minutes`, async ({
    page,
  }) => {
    const mails = await startMailServer()
    const began = Date.now()
    const server = await emptyServer({
      MAIL_URL: mails.url,
      MAIL_FROM: 'Farol <farol@exemplo.com.br>',
      PUBLIC_URL: 'http://localhost:3000',
    })
    let taps = 0
    const tap = async (name: string, root: Page | ReturnType<typeof body> = page) => {
      await root
        .getByRole('button', { name, exact: true })
        .or(root.getByRole('link', { name, exact: true }))
        .tap()
      taps += 1
    }
    const done = async (title: string) => {
      await expect(step(page, title)).toContainText('Feito')
    }
    try {
      await begin(server, page)
      await expect(page).toHaveURL(/\/primeiros-passos$/)
      await expect(page.getByText('Bem-vindo ao Farol')).toBeVisible()
      await hasTargetsForThumbs(page, 'the first steps')

      const brand = body(page, 'Nome e logotipo da corretora')
      await brand.getByLabel('Nome da corretora').fill('Lume Seguros')
      await tap('Salvar', brand)
      await done('Nome e logotipo da corretora')
      await tap('Continuar: Responsável pelos dados (LGPD)')
      const data = body(page, 'Responsável pelos dados (LGPD)')
      await data.getByLabel('Razão social ou nome').fill('Lume Corretora de Seguros Ltda.')
      await data.getByLabel('Contato para pedidos sobre dados').fill('dados@lume.com.br')
      await tap('Salvar', data)
      await done('Responsável pelos dados (LGPD)')

      await tap('Continuar: Primeira equipe técnica')
      await tap('Criar equipe')
      await dialog(page).getByLabel('Descrição').fill('Equipe da loja')
      await dialog(page).getByRole('combobox', { name: 'Canais' }).tap()
      await page.getByRole('option', { name: 'Interno', exact: true }).tap()
      await page.getByRole('option', { name: 'Site', exact: true }).tap()
      await page.keyboard.press('Tab')
      await tap('Salvar', dialog(page))
      await done('Primeira equipe técnica')
      await expect(step(page, 'Primeira equipe técnica')).toContainText('1 equipe ativa')

      await tap('Continuar: Primeira concessionária')
      await tap('Cadastrar concessionária')
      await dialog(page).getByLabel('Nome').fill('Avenida Veículos')
      await tap('Salvar', dialog(page))
      await done('Primeira concessionária')

      await tap('Continuar: Primeiro corretor')
      await expect(toggle(page, 'Primeiro corretor')).toBeFocused()
      await expect(toggle(page, 'Primeiro corretor')).toBeInViewport({ ratio: 1 })
      await tap('Cadastrar corretor')
      await dialog(page).getByLabel('Nome').fill('Bruna Barros')
      await dialog(page).getByLabel('E-mail').fill('bruna@exemplo.com.br')
      await dialog(page).getByLabel('Login').fill('bruna')
      await dialog(page).getByLabel('Telefone').fill('31988887777')
      await dialog(page).getByLabel('Perfil de acesso').first().tap()
      await page.getByRole('option', { name: 'Corretor', exact: true }).tap()
      await dialog(page).getByLabel('Equipe técnica').first().tap()
      await page.getByRole('option', { name: 'Equipe da loja', exact: true }).tap()
      await tap('Salvar', dialog(page))
      await done('Primeiro corretor')

      // The invitation may have shown already that the mail server takes mails.
      await toggle(page, 'Envio de e-mails').tap()
      await tap('Enviar e-mail de teste')
      await expect(body(page, 'Envio de e-mails').getByRole('status')).toContainText('respondeu: 250')
      await done('Envio de e-mails')
      expect(mails.received.some((mail) => mail.includes('To: ana@exemplo.com.br'))).toBe(true)

      await tap('Continuar: Primeiro lead')
      await tap('Criar o primeiro lead')
      const form = new LeadForm(page)
      await form.unfold()
      await form.fill({
        'CPF/CNPJ': '11144477735',
        Nome: 'Primeira Cliente',
        'E-mail': 'cliente@exemplo.com.br',
      })
      // The first administrator was made without a phone.
      await form.fill({ 'Telefone do indicador': '3133334444', Celular: '31999998888', Proposta: 'P-1' })
      await form.choose('Seguro', 'Residencial')
      await form.button('Criar Lead').tap()
      await form.succeeded('Lead criado com sucesso!')
      const seconds = (Date.now() - began) / 1000
      test
        .info()
        .annotations.push({ type: 'to the first lead', description: `${seconds.toFixed(0)} s, ${taps} taps` })
      expect(seconds).toBeLessThan(MINUTES * 60)

      await page.goBack()
      await expect(page).toHaveURL(/\/primeiros-passos$/)
      await done('Primeiro lead')
      await expect(page.getByText('Tudo pronto para trabalhar')).toBeVisible()
      await isInOrderInBothSchemes(page, 'the finished steps on a phone')
      await tap('Concluir')
      await expect(page).toHaveURL(/\/$/)
      await expect(page.getByRole('complementary', { name: 'Primeiros passos' })).toBeHidden()
    } finally {
      await server.dispose()
      await mails.close()
    }
  })
})

test('steps are left out and found again; a second sign-in leads to the dashboard; without a network they say so', async ({
  browser,
}) => {
  const server = await emptyServer()
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const offer = page.getByRole('complementary', { name: 'Primeiros passos' })
  try {
    await begin(server, page)
    await expect(page).toHaveURL(/\/primeiros-passos$/)
    await expect(page.getByText('Bem-vindo ao Farol')).toBeVisible()
    await isInOrderInEveryLook(page, 'the first steps', { width: 1440, scheme: 'light' })
    await showsAllTexts(page, 'the first steps')

    // Typed text stays while another step is open.
    const name = page.getByLabel('Nome da corretora')
    await name.fill('Lume')
    await toggle(page, 'Envio de e-mails').click()
    await expect(page.getByText('MAIL_URL=smtp://')).toBeVisible()
    await isInOrderInEveryLook(page, 'the step of a server without mail', { width: 1440, scheme: 'light' })
    await body(page, 'Envio de e-mails').getByRole('button', { name: 'Deixar para depois' }).click()
    await expect(step(page, 'Envio de e-mails')).toContainText('Para depois')
    await expect(toggle(page, 'Primeiro lead')).toHaveAttribute('aria-expanded', 'true')
    await toggle(page, 'Nome e logotipo da corretora').click()
    await expect(name).toHaveValue('Lume')
    await body(page, 'Nome e logotipo da corretora').getByRole('button', { name: 'Cancelar' }).click()

    await toggle(page, 'Envio de e-mails').click()
    await body(page, 'Envio de e-mails').getByRole('button', { name: 'Retomar' }).click()
    await expect(step(page, 'Envio de e-mails')).not.toContainText('Para depois')

    // The change arrives and its answer is lost.
    await page.route('**/api/first-steps/*', async (route) => {
      const request = route.request()
      if (request.method() !== 'PUT') return route.continue()
      await fetch(`http://127.0.0.1:${server.port}${new URL(request.url()).pathname}`, {
        method: 'PUT',
        headers: await request.allHeaders(),
        body: request.postData(),
      })
      await route.abort()
    })
    await body(page, 'Envio de e-mails').getByRole('button', { name: 'Deixar para depois' }).click()
    // The steps are read anew and show what was saved: nothing is left to say.
    await expect(step(page, 'Envio de e-mails')).toContainText('Para depois')
    await expect(page.getByRole('alert')).toBeHidden()
    await page.unroute('**/api/first-steps/*')

    await context.setOffline(true)
    await toggle(page, 'Primeiro lead').click()
    await body(page, 'Primeiro lead').getByRole('button', { name: 'Deixar para depois' }).click()
    await expect(page.getByRole('alert')).toContainText('Sem conexão')
    await expect(step(page, 'Primeiro lead')).not.toContainText('Para depois')
    await context.setOffline(false)
    await expect(page.getByRole('alert')).toBeHidden()

    // A step is begun: the next sign-in leads to the dashboard, whose card leads back.
    await new App(page, server.url).signOut()
    await begin(server, page)
    await expect(page).toHaveURL(/\/$/)
    await expect(offer).toContainText('Primeiros passos: 0 de 7')
    await isInOrderInEveryLook(page, 'the offer on the dashboard', { width: 1440, scheme: 'light' })
    await offer.getByRole('link', { name: 'Continuar' }).click()
    await expect(page).toHaveURL(/\/primeiros-passos$/)
    await expect(step(page, 'Envio de e-mails')).toContainText('Para depois')
    await page.goBack()
    await expect(offer).toBeVisible()
    await page.goForward()
    await page.getByRole('button', { name: 'Concluir' }).click()
    await expect(page).toHaveURL(/\/$/)
    await expect(offer).toBeHidden()
    await page.getByRole('link', { name: 'Configurações' }).click()
    await page.getByRole('link', { name: 'Abrir os passos' }).click()
    await expect(page.getByText('não aparecem mais no Dashboard')).toBeVisible()
    await expect(step(page, 'Envio de e-mails')).toContainText('Para depois')
  } finally {
    await context.close()
    await server.dispose()
  }
})

test('name and logo are on the sign-in, in the menu and on paper, also without a network', async ({
  server,
  newDevice,
}) => {
  const rest = await Rest.signIn(server.url, 'admin')
  expect((await rest.call('PUT', '/settings', { brokerage_name: 'Lume Seguros' })).status).toBe(200)
  expect((await rest.call('PUT', '/settings/logo', { image: LOGO.toString('base64') })).status).toBe(200)
  const device = await newDevice()
  const app = await App.open(await device.open(), server.url)
  const { page } = app
  const frame = page.getByRole('main')
  await expect(frame.getByText('Lume Seguros')).toBeVisible()
  const picture = frame.locator('img[src^="/api/brokerage/logo?v="]')
  await expect(picture).toBeVisible()
  const title = page.getByRole('heading', { name: 'Entrar no Farol' })
  const place = await title.boundingBox()
  await isInOrderInBothSchemes(page, 'the sign-in of a brokerage')
  await app.signIn('admin')
  await app.ready()
  await expect(page.getByRole('link', { name: 'Lume Seguros Farol, início' })).toBeVisible()
  await isInOrderInBothSchemes(page, 'the menu of a brokerage')
  await app.goTo('/configuracoes')
  // Twice as wide as high, and so it stays.
  const preview = await page.getByAltText('Logotipo da corretora').boundingBox()
  expect((preview?.width ?? 0) / (preview?.height ?? 1)).toBeCloseTo(2, 0)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('main').locator('[aria-hidden]', { hasText: 'Lume Seguros' })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })

  // Loaded once by the service worker, then without a network.
  await page.reload()
  await app.ready()
  await app.signOut()
  await page.context().setOffline(true)
  await reloadOffline(page)
  await expect(frame.getByText('Lume Seguros')).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0))
    .toBe(true)
  expect(await title.boundingBox()).toEqual(place)
  await page.context().setOffline(false)

  // A logo that is replaced is another address.
  const before = await picture.getAttribute('src')
  const again = await Rest.signIn(server.url, 'admin')
  await again.call('PUT', '/settings/logo', { image: LOGO.toString('base64') })
  await page.reload()
  await expect(picture).not.toHaveAttribute('src', before ?? '')
})
