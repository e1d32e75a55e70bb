/** Leads from proposals and with a simulated quote, and the user's decisions on refused commands. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { App } from './support/app.ts'
import { hasWholeForm, savable } from './support/leads.ts'
import { Proxy } from './support/proxy.ts'
import { Rest } from './support/rest.ts'
import { FarolServer } from './support/server.ts'
import { expect, SLICED, test } from './support/test.ts'
import { aCpf, LeadForm } from './support/worked-lead.ts'

const QUOTING = 'https://cotacao.exemplo.com.br/**'
const NOTES = 'Informações adicionais'

let server: FarolServer
test.beforeAll(async () => {
  server = await FarolServer.start()
})
test.afterAll(async () => {
  await server.dispose()
})

async function serious(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`.slice(0, 400))
}

/** Sets the state of all queued commands without an event for the screens; returns the states before. */
function markQueue(page: Page, state: 'sending' | null): Promise<string[]> {
  return page.evaluate(async (put) => {
    const done = <Value>(request: IDBRequest<Value>) =>
      new Promise<Value>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('request'))
      })
    const { name = '' } =
      (await indexedDB.databases()).find((one) => /^farol-\d+$/.test(one.name ?? '')) ?? {}
    const db = await done(indexedDB.open(name))
    const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox')
    const rows: { state: string }[] = await done(outbox.getAll())
    if (put !== null) for (const row of rows) await done(outbox.put({ ...row, state: put }))
    db.close()
    return rows.map((row) => row.state)
  }, state)
}

const says = (app: App, words: string) =>
  expect(app.page.getByText(words, { exact: true }).last()).toBeVisible()

test(
  'an administrator allows a duplicate, simulates a quote and corrects a refused creation',
  SLICED,
  async ({ newDevice }) => {
    const rest = await Rest.signIn(server.url, 'admin')
    const known = await savable(rest)
    const renewal = (await rest.leads('state=1&limit=2000')).find(({ channel_id }) => channel_id === 27)
    if (renewal === undefined) throw new Error('the demo has no such leads')
    await rest.call('PUT', `/leads/${known.id}`, { proposal: 'TOMADA-9' })
    const partners = (await rest.call('GET', '/partners')).body as {
      data: { name: string; release_quote: boolean }[]
    }
    const releasing = partners.data.find(({ release_quote }) => release_quote)
    const context = await (await newDevice('admin')).open()
    await context.route(QUOTING, (route) => route.fulfill({ body: 'Cotação' }))
    const app = await App.signedIn(context, server.url, 'admin', '/lead')
    const { page } = app
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const form = LeadForm.onPage(page)

    await test.step("an administrator's search shows the permission to double, which is decided once", async () => {
      await form.press('Propostas')
      const dialog = page.getByRole('dialog', { name: 'Propostas' })
      await dialog.getByRole('button', { name: 'Buscar' }).click()
      await expect(dialog.getByRole('button', { name: /^Selecionar/ }).first()).toBeVisible()
      await expect(dialog.getByRole('checkbox', { name: /^Permitir duplicidade/ })).toHaveCount(0)
      await dialog.getByLabel('Exibir permissão de duplicidades').check()
      const open = dialog.getByRole('checkbox', { name: /^Permitir duplicidade/, disabled: false }).first()
      const proposal = (await open.getAttribute('aria-label')) ?? ''
      await open.click()
      const question = page.getByRole('dialog', { name: 'Permitir duplicidade' })
      await expect(question).toContainText('Esta decisão é definitiva')
      await question.getByRole('button', { name: 'Permitir duplicidade' }).click()
      // Checked once the server has it.
      const decided = dialog.getByRole('checkbox', { name: proposal })
      await expect(decided).toBeDisabled()
      await expect(decided).toBeChecked()
      await page.keyboard.press('Escape')
    })

    await test.step('missing fields of a quote are named in order; then a new tab simulates it', async () => {
      await form.choose('Concessionária', releasing?.name ?? '')
      await form.press('Simular cotação')
      await says(app, 'Preencha o CPF do cliente')
      await form.type('CPF/CNPJ', aCpf(77))
      await form.typeName('Simulada da Silva')
      await form.type('Data de nascimento', '02/01/1980')
      await form.type('Celular', '11987654321')
      await form.type('E-mail', 'simulada@exemplo.com.br')
      await form.type('CEP', '01310100')
      const opening = context.waitForEvent('page')
      await form.press('Simular cotação')
      const tab = await opening
      await tab.waitForURL(QUOTING)
      expect(new URL(tab.url()).searchParams.get('cpf')).toBe(aCpf(77))
      await tab.close()
    })

    await test.step('a refused creation opens again with all its values and the reason', async () => {
      await form.type('Proposta', 'TOMADA-9')
      await form.choose('Seguro', 'Residencial')
      await form.press('Criar Lead')
      await says(app, 'Lead criado com sucesso!')
      await app.goTo('/sincronizacao')
      await expect(page.getByText('Proposta já registrada').first()).toBeVisible()
      await page.getByRole('button', { name: 'Corrigir e enviar de novo' }).click()
      const again = await LeadForm.working(page, 'Corrigir e enviar de novo')
      await expect(page.getByRole('dialog').getByText('Proposta já registrada').first()).toBeVisible()
      await expect(again.field('E-mail')).toHaveValue('simulada@exemplo.com.br')
      await expect(again.field('Proposta')).toHaveValue('TOMADA-9')
      expect(await serious(page), 'Corrigir e enviar de novo').toEqual([])
      await again.type('Proposta', 'LIVRE-9')
      await again.press('Enviar de novo')
      await expect(page.getByRole('heading', { name: 'Fila de envio' })).toBeFocused()
      const proposalOf = async () => {
        const [made] = await rest.leads('client_name=Simulada&limit=2')
        return made && ((await rest.lead(made.id)) as unknown as { proposal: string }).proposal
      }
      await expect.poll(proposalOf, { timeout: 30_000 }).toBe('LIVRE-9')
    })

    await test.step('a renewal shows the insurer and the end of the insurance', async () => {
      await app.goTo(`/?form=${renewal.uid}`)
      await LeadForm.working(page, renewal.client_name)
      const root = page.getByRole('form', { name: 'Lead' })
      await expect(root.getByLabel('Vencimento do seguro', { exact: true })).not.toHaveValue('')
      await expect(root.getByRole('textbox', { name: 'Seguradora' })).not.toHaveValue('')
      await expect(root.getByRole('combobox', { name: 'Seguro', exact: true })).toBeVisible()
      await expect(root.getByLabel('Fim da vigência')).toBeVisible()
    })
  },
)

test(
  'a broker decides field by field, keeps the values of a lost lead, and finds clients offline',
  SLICED,
  async ({ newDevice }) => {
    const rest = await Rest.signIn(server.url, 'corretor')
    const admin = await Rest.signIn(server.url, 'admin')
    const own: { id: number; uid: string; client_name: string }[] = []
    for (const { id } of await rest.leads('state=2&limit=200')) {
      const lead = (await rest.lead(id)) as unknown as Record<string, unknown> & {
        uid: string
        client_name: string
      }
      const client = lead.client as { mail: string; cellphone: string }
      if (hasWholeForm(Number(lead.insurance_id)) && client.mail && client.cellphone)
        own.push({ ...lead, id })
      if (own.length === 2) break
    }
    const [both, gone] = own
    if (both === undefined || gone === undefined) throw new Error('the demo has no two such leads')
    const proxy = await Proxy.to(server.port)
    const context = await (await newDevice('corretor')).open()
    const app = await App.signedIn(context, proxy.url, 'corretor')
    const { page } = app
    page.setDefaultTimeout(20_000)
    await page.emulateMedia({ reducedMotion: 'reduce' })
    // The emulation reaches the worker of a new page late, and no route sees its requests: the proxy refuses them.
    proxy.refuse = (path) => path.startsWith('/api/sync/push')
    await context.setOffline(true)

    await test.step('clients of this device are suggested by a part of their name', async () => {
      await page.getByRole('link', { name: 'Criar Lead' }).click()
      await page
        .getByRole('main')
        .getByRole('combobox', { name: 'Nome' })
        .fill(both.client_name.slice(0, 8).toLowerCase())
      await page
        .getByRole('option', { name: new RegExp(`^${both.client_name}`) })
        .first()
        .click()
      await expect(page.getByText(/^Cliente já cadastrado/)).toBeVisible()
      await page.getByRole('main').getByRole('button', { name: 'Fechar', exact: true }).click()
    })

    const save = async (lead: typeof both) => {
      await app.goTo(`/?form=${lead.uid}`)
      const form = await LeadForm.working(page, lead.client_name)
      await form.type('Produto', 'Meu produto')
      await form.type(NOTES, 'Minha nota')
      await form.press('Salvar')
      await says(app, 'Lead salvo com sucesso!')
    }
    await save(gone)
    await app.goTo(`/?form=${gone.uid}`)
    await (await LeadForm.working(page, gone.client_name)).type('Produto', 'Ainda não salvo')
    await expect(page.getByText(/^Rascunho guardado/)).toBeVisible()
    await save(both)
    const colleagues = (await admin.call('GET', '/users')).body as { data: { id: number; login: string }[] }
    const other = colleagues.data.find(({ login }) => login === 'corretora')
    await admin.call('PUT', `/leads/${both.id}`, { product: 'Deles', additional_information: 'Nota deles' })
    const moved = await admin.call('PUT', `/leads/${gone.id}`, { broker_id: other?.id })
    expect(moved.status).toBe(200)
    proxy.refuse = null
    await context.setOffline(false)

    await test.step('each field has its own decision', async () => {
      const mine = page.getByRole('radio', { name: 'Minha nota' })
      await expect(mine).toBeVisible({ timeout: 30_000 })
      expect(await serious(page), 'decisions').toEqual([])
      const confirm = page.getByRole('button', { name: 'Confirmar escolhas' })
      await expect(confirm).toBeDisabled()
      await mine.check()
      await page.getByRole('radio', { name: 'Deles', exact: true }).check()
      await confirm.click()
      await expect(confirm).toBeHidden()
      await expect
        .poll(() => rest.lead(both.id), { timeout: 30_000 })
        .toMatchObject({ product: 'Deles', additional_information: 'Minha nota' })
    })

    await test.step('the values for a lead that went to a colleague can be copied and discarded', async () => {
      await app.goTo('/sincronizacao')
      await page.getByRole('button', { name: 'Corrigir e enviar de novo' }).click()
      const dialog = page.getByRole('dialog', { name: 'Corrigir e enviar de novo' })
      await expect(dialog).toContainText('Este lead não está mais neste aparelho')
      const [sent, draft] = [
        dialog.getByRole('table').first(),
        dialog.getByRole('region', { name: 'Rascunho' }),
      ]
      await expect(sent.getByRole('row', { name: /Produto/ })).toContainText('Meu produto')
      await expect(draft.getByRole('row', { name: /Produto/ })).toContainText('Ainda não salvo')
      expect(await serious(page), 'lost save').toEqual([])
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await dialog.getByRole('button', { name: 'Copiar texto' }).first().click()
      await says(app, 'Texto copiado')
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Minha nota')
      const question = page.getByRole('dialog', { name: /^Descartar/ })
      await dialog.getByRole('button', { name: 'Descartar' }).click()
      await expect(question).toBeVisible()
      const refused = await markQueue(page, 'sending')
      await question.getByRole('button', { name: 'Descartar' }).click()
      await says(app, 'A alteração já foi enviada: não pode mais ser descartada.')
      await expect(dialog).toBeVisible()
      // Sent again with its key, the command gets the stored answer.
      await expect.poll(() => markQueue(page, null)).toEqual(refused)
      await dialog.getByRole('button', { name: 'Descartar' }).click()
      await question.getByRole('button', { name: 'Descartar' }).click()
      await expect(dialog).toBeHidden()
      await app.settled()
    })
    await proxy.close()
  },
)
