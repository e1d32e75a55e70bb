/** The lead form: creation and saves, online and offline; problems beside their fields; drafts; roles. */
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { isInOrder, isInOrderInEveryLook, lookAt } from './support/axe.ts'
import { CPF, LeadForm, OTHER_CPF } from './support/lead-form.ts'
import { Rest } from './support/rest.ts'
import { draftsIn } from './support/storage.ts'
import { expect, SLICED, test } from './support/test.ts'

// Tests that go offline have a device of their own.
test.use({ serviceWorkers: 'block' })

async function ownLead(url: string, login: string): Promise<number> {
  const [own] = await (await Rest.signIn(url, login)).leads('state=2&status=2&limit=1')
  if (own === undefined) throw new Error('the user has no lead of its own')
  return own.id
}

async function work(app: App, leadId: number): Promise<LeadForm> {
  const card = await app.find(leadId)
  await card.getByRole('button', { name: 'Trabalhar lead' }).click()
  const form = new LeadForm(app.page)
  await expect(form.field('Nome')).not.toHaveValue('')
  return form
}

test('an administrator creates a lead; a missing value is shown beside its field and leads to it', async ({
  sharedServer,
  signedIn,
}) => {
  const app = await signedIn(sharedServer.url, 'admin', '/lead')
  const form = new LeadForm(app.page)
  await form.fill({ Nome: 'Cliente do Formulário' })
  // One of the two phones suffices: neither has a star, and a sentence says so.
  await expect(form.root.getByLabel(/^Celular$/)).toHaveAccessibleDescription(
    'Informe o celular ou o telefone.',
  )
  await expect(form.root.getByLabel(/^Telefone$/).first()).not.toHaveAttribute('required')
  await form.button('Criar Lead').click()
  const summary = form.problems()
  await expect(summary).toContainText('Informe o e-mail do cliente')
  await summary.getByRole('button', { name: 'Informe o e-mail do cliente' }).click()
  await expect(form.field('E-mail')).toBeFocused()
  await expect(form.field('E-mail')).toHaveAttribute('aria-invalid', 'true')

  await form.fill({ 'CPF/CNPJ': '11144477735', 'E-mail': 'cliente@exemplo.com.br' })
  await form.root
    .getByLabel(/^Telefone$/)
    .last()
    .fill('3133334444')
  await form.fill({ Proposta: 'P-4711' })
  await form.choose('Seguro', 'Residencial')
  await form.button('Criar Lead').click()
  await form.succeeded('Lead criado com sucesso!')
  await expect(form.field('Nome')).toHaveValue('')
  await app.settled()

  const rest = await Rest.signIn(sharedServer.url, 'admin')
  const [lead] = await rest.leads(`client_name=${encodeURIComponent('Cliente do Formulário')}&limit=5`)
  expect(lead).toMatchObject({ state: 1, status: 1, channel_id: 29 })

  // A next lead of the same client is found by its number again. An emptied field shows no client.
  const known = form.root.getByText('Cliente já cadastrado: Cliente do Formulário.')
  await form.fill({ 'CPF/CNPJ': '11144477735' })
  await form.field('CPF/CNPJ').blur()
  await expect(known).toBeVisible()
  await expect(form.field('Nome')).toHaveValue('Cliente do Formulário')
  await form.fill({ Proposta: 'P-4712' })
  await form.button('Criar Lead').click()
  await expect(form.field('Nome')).toHaveValue('')
  await expect(known).toBeHidden()
  await app.settled()
  await app.page.getByRole('button', { name: 'Ver lead' }).last().click()
  await expect(app.page).toHaveURL(/\/\?lead=\d+$/)
  await expect(app.page.getByRole('dialog')).toContainText('Cliente do Formulário')
})

test("a broker saves changed fields only, and another screen's changes to the rest stay", async ({
  sharedServer,
  signedIn,
}) => {
  const id = await ownLead(sharedServer.url, 'corretor')
  const app = await signedIn(sharedServer.url, 'corretor')
  const form = await work(app, id)
  await expect(app.page).toHaveURL(/form=/)
  await form.fill({ Produto: 'Apartamento de dois quartos', 'Valor da venda': '1234,56' })
  await expect(form.field('Valor da venda')).toHaveValue('1.234,56')
  await form.choose('Tipo de contato', 'WhatsApp')
  await expect(form.field('Data do contato')).toHaveValue(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
  await form.button('Salvar').click()
  await form.succeeded('Lead salvo com sucesso!')
  await app.settled()
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const { body } = await rest.call('GET', `/leads/${id}`)
  expect(body).toMatchObject({ product: 'Apartamento de dois quartos', contact_type: 4 })

  await app.page.reload()
  await expect(form.field('Produto')).toHaveValue('Apartamento de dois quartos')
  await app.page.goBack()
  await expect(form.root).toBeHidden()
})

test('typed values outlive a closed tab and are offered again', async ({ sharedServer, signedIn }) => {
  const app = await signedIn(sharedServer.url, 'gerente', '/lead')
  const form = new LeadForm(app.page)
  await form.fill({ Nome: 'Rascunho da Silva', 'Data de nascimento': '3112' })
  await expect(form.root).toContainText('Rascunho guardado às')
  // A slow machine stores the name before the date is typed.
  await expect.poll(async () => (await draftsIn(app.page)).join()).toContain('"birth_date":"3112"')
  await app.page.close()

  const again = await App.open(app.page.context(), sharedServer.url, '/lead')
  const later = new LeadForm(again.page)
  await expect(later.root).toContainText(/Você tem um rascunho de (\d\d\/\d\d\/\d{4} às )?\d\d:\d\d/)
  await expect(later.field('Nome')).toBeDisabled()
  await later.button('Continuar').click()
  await expect(later.root).toBeFocused()
  await expect(later.field('Nome')).toHaveValue('Rascunho da Silva')
  await expect(later.field('Data de nascimento')).toHaveValue('31/12')

  await again.page.reload()
  await later.button('Descartar rascunho').click()
  await expect(later.root).toBeFocused()
  await expect(later.field('Nome')).toHaveValue('')
  await again.page.reload()
  await expect(later.field('Nome')).toBeEnabled()
  await expect(later.root).not.toContainText('Você tem um rascunho')
})

/** Names the focused control of the form if another element covers it. */
const coveredFocus = (page: Page) =>
  page.evaluate(async () => {
    // A list gets its place above or below its field with the next frame, once its height is known. A browser with
    // nothing to paint may never produce that frame.
    const painted = await Promise.race([
      new Promise<boolean>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(true)))
      }),
      new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000)),
    ])
    const at = document.activeElement
    if (at === null || at.closest('form') === null || at.matches('form')) return null
    // Without a frame the list's place is unknown. Everything else is laid out on request.
    const unplaced = painted ? null : document.getElementById(at.getAttribute('aria-controls') ?? '')
    const list = unplaced?.closest('.mantine-Popover-dropdown')
    const { left, width, top, bottom } = at.getBoundingClientRect()
    const isSeen = (y: number) => {
      const lying = document.elementsFromPoint(left + width / 2, y)
      return at.contains(lying.find((one) => list?.contains(one) !== true) ?? null)
    }
    return isSeen(top + 3) && isSeen(bottom - 3) ? null : at.id || at.textContent
  })

test(
  'the focused control is never covered by the fixed bars above and below',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    // It takes a hundred and sixty steps.
    test.slow()
    const app = await signedIn(sharedServer.url, 'corretor')
    await work(app, await ownLead(sharedServer.url, 'corretor'))
    for (const width of [1440, 390]) {
      await app.page.setViewportSize({ width, height: 844 })
      for (const key of ['Tab', 'Shift+Tab']) {
        const covered: (string | null)[] = []
        for (let step = 0; step < 40; step += 1) {
          await app.page.keyboard.press(key)
          // A list without its place does not count.
          let seen = await coveredFocus(app.page)
          for (let look = 0; seen !== null && look < 10; look += 1) {
            await app.page.waitForTimeout(200)
            seen = await coveredFocus(app.page)
          }
          covered.push(seen)
        }
        expect(
          covered.filter((name) => name !== null),
          `${key} at ${width} px`,
        ).toEqual([])
      }
    }
  },
)

test('a lead that is created without a network opens from its toast', async ({ sharedServer, newDevice }) => {
  const context = await (await newDevice('admin')).open()
  const app = await App.signedIn(context, sharedServer.url, 'admin', '/auto-indicação')
  await context.setOffline(true)
  const form = new LeadForm(app.page)
  await form.fill({ 'CPF/CNPJ': CPF, Nome: 'Cliente Sem Rede', Celular: '31999998888' })
  await form.fill({ 'E-mail': 'cliente@exemplo.com.br' })
  await form.button('Criar Lead').click()
  await app.page.getByRole('button', { name: 'Ver lead' }).click()
  await expect(app.page.getByRole('dialog', { name: 'Lead Nº pendente · Cliente Sem Rede' })).toBeVisible()
})

test(
  'an offline referral empties the form, shows as queued in the list and reaches the server later',
  SLICED,
  async ({ newDevice, sharedServer }) => {
    const device = await newDevice('concessionaria')
    const context = await device.open()
    const app = await App.signedIn(context, sharedServer.url, 'concessionaria')
    await context.setOffline(true)
    const form = new LeadForm(app.page)
    for (const client of [
      { name: 'Primeira Sem Rede', cpf: CPF },
      { name: 'Segunda Sem Rede', cpf: OTHER_CPF },
    ]) {
      await form.fillReferral(client)
      await form.button('Indicar').click()
      const card = app.page.getByRole('listitem').filter({ hasText: client.name })
      await expect(card.getByRole('img', { name: 'Aguardando envio' })).toBeVisible()
      await expect(form.field('Nome')).toHaveValue('')
      await expect(form.root.getByRole('combobox', { name: 'Seguro' })).toBeFocused()
    }
    await expect(app.connection()).toHaveText(/2 pendentes/)
    await context.setOffline(false)
    await app.settled()
    const card = app.page.getByRole('listitem').filter({ hasText: 'Segunda Sem Rede' })
    await expect(card).toContainText(/Nº\d+/)
    await expect(card.getByRole('img', { name: 'Aguardando envio' })).toHaveCount(0)
  },
)

test(
  'a known client fills the form from its CPF, and typed values stay',
  SLICED,
  async ({ sharedServer, signedIn }) => {
    const rest = await Rest.signIn(sharedServer.url, 'admin')
    const { body } = await rest.call('GET', `/leads/${await ownLead(sharedServer.url, 'corretor')}`)
    const client = body as { client_name: string; client_cpf: string }
    const app = await signedIn(sharedServer.url, 'corretor', '/lead')
    const form = new LeadForm(app.page)
    await form.fill({ Celular: '31911112222', 'CPF/CNPJ': client.client_cpf })
    await form.field('Nome').focus()
    await expect(form.field('Nome')).toHaveValue(client.client_name)
    await expect(form.field('Celular')).toHaveValue('31911112222')
    await expect(form.root).toContainText('Mantivemos o que você digitou em Celular')
  },
)

test('roles have their own creation screens', SLICED, async ({ browser, sharedServer }) => {
  const screens = [
    { login: 'corretor', path: '/lead', button: 'Indicar', has: 'Seguro' },
    { login: 'corretor', path: '/auto-indicação', button: 'Criar Lead', has: 'Telefone do indicador' },
    { login: 'indicador', path: '/', button: 'Indicar', has: 'Seguro' },
  ]
  for (const { login, path, button, has } of screens) {
    const context = await browser.newContext({
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      serviceWorkers: 'block',
    })
    const app = await App.open(context, sharedServer.url, path)
    await app.signIn(login)
    const form = new LeadForm(app.page)
    await expect(form.button(button)).toBeVisible()
    await expect(form.field(has).first()).toBeVisible()
    await context.close()
  }
})

/** A renewal of the broker's own; only its form has 'Vencimento do seguro' and 'Seguradora'. */
async function ownRenewal(url: string, login: string): Promise<string> {
  const rest = await Rest.signIn(url, login)
  const renewal = (await rest.leads('state=1&limit=2000')).find(({ channel_id }) => channel_id === 28)
  if (renewal === undefined) throw new Error('no renewal in Origem')
  expect((await rest.call('PUT', `/capture-lead/${renewal.id}`)).status).toBe(200)
  return renewal.uid
}

for (const [first, screens] of [
  [{ width: 390, scheme: 'dark' }, 'editing and referring'],
  [{ width: 1440, scheme: 'light' }, 'the referrer’s own screen'],
] as const)
  test.describe(`loaded at ${first.width} px, ${first.scheme}`, () => {
    test.use({
      viewport: { width: first.width, height: 900 },
      colorScheme: first.scheme,
      contextOptions: { reducedMotion: 'reduce' },
    })

    test(
      `${screens} is in order at every width, in both schemes`,
      SLICED,
      async ({ context, sharedServer }) => {
        const app = await App.open(context, sharedServer.url)
        const inEveryLook = async (screen: string) => {
          await lookAt(app.page, { width: 1440, scheme: 'light' })
          await isInOrder(app.page, `${screen} at 1440 px, light`)
          await isInOrderInEveryLook(app.page, screen, first)
        }
        if (screens === 'editing and referring') {
          await app.signIn('corretor')
          await app.settled()
          await work(app, await ownLead(sharedServer.url, 'corretor'))
          await inEveryLook('editing')
          await app.goTo(`/?form=${await ownRenewal(sharedServer.url, 'corretor')}`)
          const form = new LeadForm(app.page)
          const folded = form.root.getByRole('button', { name: /^Produto/ })
          if (first.width === 390) await folded.click()
          await expect(form.field('Vencimento do seguro')).toBeVisible()
          await isInOrderInEveryLook(app.page, 'a renewal', first)
          await app.goTo('/lead')
          await form.button('Indicar').click()
          await expect(form.problems()).toBeVisible()
          await inEveryLook('referring')
        } else {
          await app.signIn('indicador')
          await app.settled()
          await expect(new LeadForm(app.page).button('Indicar')).toBeVisible()
          await inEveryLook('the referrer’s own screen')
          await lookAt(app.page, { width: 390, scheme: 'light' })
          await app.page.getByText(/^Indicações \(\d+\)$/).click()
          await expect(app.page.getByRole('listitem').first()).toBeVisible()
          await isInOrder(app.page, 'the referrer’s own list at 390 px, light')
        }
      },
    )
  })
