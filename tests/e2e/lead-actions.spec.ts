/**
 * The actions around a worked lead that leave the form: quote links, calls, the PDF, suspension, cancellation, and the
 * dates that an end requires. One administrator, one device, and the test's own phone system.
 */
import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { startPeer } from '../api/support/peer.ts'
import { App } from './support/app.ts'
import { isInOrder, isInOrderInEveryLook } from './support/axe.ts'
import { placeOf } from './support/place.ts'
import { Rest } from './support/rest.ts'
import { FarolServer } from './support/server.ts'
import { expect, SLICED, test } from './support/test.ts'
import { answerDate, type FullLead, LeadForm, openForm, worked } from './support/worked-lead.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const QUOTING = 'https://cotacao.exemplo.com.br/**'

const says = (app: App, words: string) =>
  expect(app.page.getByText(words, { exact: true }).last()).toBeVisible()

/** The address that the page asks the device to open: a test machine opens no `tel:`. */
async function asksFor(context: BrowserContext, page: Page, act: () => Promise<void>): Promise<string> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Page.enable')
  const asked = new Promise<string>((resolve) =>
    cdp.on('Page.frameRequestedNavigation', ({ url }) => resolve(url)),
  )
  await act()
  const url = await asked
  await cdp.detach()
  return url
}

test(
  "quote, call, PDF, suspension, ends and cancellations of an administrator's leads work",
  SLICED,
  async ({ newDevice }) => {
    const phones = await startPeer()
    const server = await FarolServer.start({ PHONE_URL: phones.url })
    try {
      const rest = await Rest.signIn(server.url, 'admin')
      const [quoted, lost, quiver, cancelled] = await worked(rest, 4)
      if (quoted === undefined || lost === undefined || quiver === undefined || cancelled === undefined)
        throw new Error('unreachable')
      const partners = (await rest.call('GET', '/partners')).body as {
        data: { id: number; release_quote: boolean }[]
      }
      const releasing = partners.data.find(({ release_quote }) => release_quote)
      await rest.call('PUT', `/leads/${quoted.id}`, { partner_id: releasing?.id })
      await rest.call('PUT', `/leads/${quiver.id}`, { insurance_id: 25 })
      // One number each: with two the card asks which (calls.spec.ts).
      for (const { id } of [quoted, lost]) {
        const { client } = { ...(await rest.lead(id)) } as unknown as FullLead
        await rest.call('PUT', `/clients/${client.id}`, { phone: '' })
      }
      const [origin] = await rest.leads('state=1&status=1&limit=1')
      if (origin === undefined) throw new Error('Origem is empty')

      const context = await (await newDevice('admin')).open()
      await context.route(QUOTING, (route) => route.fulfill({ body: 'Cotação' }))
      const app = await App.signedIn(context, server.url, 'admin')
      const { page } = app
      await page.emulateMedia({ reducedMotion: 'reduce' })
      page.setDefaultTimeout(20_000)

      const callsOfQuoted = async () => {
        const { body } = await rest.call('GET', `/leads/${quoted.id}/timeline`)
        const { data } = body as { data: { command: string }[] }
        return data.filter(({ command }) => command === 'lead.recordCall').length
      }

      // The demo's history has calls of its own.
      const callsBefore = await callsOfQuoted()

      await test.step("a quote opens the partner's link in a new tab, filled in, and marks the lead", async () => {
        const form = await openForm(app, quoted)
        const opening = context.waitForEvent('page')
        await form.press('Cotar')
        const tab = await opening
        // The message stays three seconds, however long the tab takes.
        await Promise.all([tab.waitForURL(QUOTING), says(app, 'Cotação realizada com sucesso')])
        expect(new URL(tab.url()).searchParams.get('lead')).toBe(String(quoted.id))
        expect(new URL(tab.url()).searchParams.get('nome')).toBe(quoted.name)
        expect(await tab.evaluate(() => window.opener)).toBeNull()
        await tab.close()
        await expect.poll(() => rest.lead(quoted.id)).toMatchObject({ quoted: 1 })
      })

      await test.step('a call goes through the phone system, offline through the device; both are recorded', async () => {
        const form = await openForm(app, quoted)
        phones.answer = { status: 422, body: JSON.stringify({ mensagem: 'Ramal ocupado' }) }
        await form.press('Ligar')
        const dialog = page.getByRole('dialog', { name: /^Ligar para/ })
        const call = dialog.getByRole('button', { name: 'Ligar', exact: true })
        const cellphone = dialog.getByRole('radio', { name: /^Celular/ })
        if (!(await cellphone.isChecked())) {
          await call.click()
          await expect(dialog.getByText('Campo Obrigatório')).toBeVisible()
          await expect(cellphone).toBeFocused()
          await cellphone.check()
        }
        await expect(dialog.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
          'href',
          /^https:\/\/wa\.me\/55\d+$/,
        )
        await call.click()
        await says(app, 'Ramal ocupado')
        await expect(dialog).toBeVisible()
        phones.answer = { body: JSON.stringify({ mensagem: 'Chamando o seu ramal' }) }
        await call.click()
        await says(app, 'Chamando o seu ramal')
        await expect(dialog).toBeHidden()
        expect(JSON.parse(phones.asked.at(-1)?.body ?? '{}')).toMatchObject({
          user: 'admin',
          call_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        })

        // In its own tab: the browser's question about the telephone blocks the page.
        const tab = await App.open(context, server.url, `/?form=${quoted.uid}`)
        const other = await LeadForm.working(tab.page, quoted.name)
        await context.setOffline(true)
        await other.press('Ligar')
        const again = tab.page.getByRole('dialog', { name: /^Ligar para/ })
        const own = again.getByRole('radio', { name: /^Celular/ })
        if (!(await own.isChecked())) await own.check()
        const dials = () => again.getByRole('button', { name: 'Ligar', exact: true }).click()
        expect(await asksFor(context, tab.page, dials)).toMatch(/^tel:\+?\d{10,13}$/)
        await expect(again).toBeHidden()
        await tab.page.close()
        await context.setOffline(false)
        await expect.poll(callsOfQuoted).toBe(callsBefore + 2)
      })

      await test.step('the phone on the card calls and records like the dialog; a double tap calls once', async () => {
        await app.goTo('/')
        const card = await app.find(quoted.id)
        const asked = phones.asked.length
        const { promise: ringing, resolve: ring } = Promise.withResolvers<void>()
        phones.answer = { ...phones.answer, after: ringing }
        await card.getByRole('button', { name: 'Ligar para o cliente' }).dblclick()
        const busy = page.getByText('Aguarde: uma ligação já está sendo feita.', { exact: true })
        await expect.poll(() => phones.asked.length).toBe(asked + 1)
        await expect(busy).toBeHidden()
        await (await app.find(lost.id)).getByRole('button', { name: 'Ligar para o cliente' }).click()
        await expect(busy).toBeVisible()
        ring()
        await says(app, 'Chamando o seu ramal')
        await expect.poll(callsOfQuoted).toBe(callsBefore + 3)
        expect(phones.asked).toHaveLength(asked + 1)
      })

      await test.step('the lead view calls by the same dialog', async () => {
        const card = await app.find(quoted.id)
        await card.getByRole('button', { name: /^Ver/ }).first().click()
        const view = page.getByRole('dialog')
        await view.getByRole('button', { name: 'Ligar', exact: true }).click()
        const dialog = page.getByRole('dialog', { name: /^Ligar para/ })
        await expect(dialog.getByRole('radio', { name: /^Celular/ })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
        await expect(view).toBeVisible()
      })

      await test.step('a PDF is checked by its content, waits offline and downloads under its name', async () => {
        const form = await openForm(app, quoted)
        const choose = async (name: string, buffer: Buffer) => {
          await page.getByRole('button', { name: 'Mais', exact: true }).click()
          const chooser = page.waitForEvent('filechooser')
          await page.getByRole('menuitem', { name: /(Enviar|Substituir) PDF/ }).click()
          await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer })
        }
        await choose('foto.pdf', Buffer.from('\x89PNG not a document'))
        await says(app, 'Formato de arquivo inválido! Somente arquivos PDF')
        await context.setOffline(true)
        await choose('proposta.pdf', PDF)
        await says(app, 'Arquivo na fila de envio')
        await expect(page.getByText('Arquivo enviado com sucesso')).toHaveCount(0)
        const fileLine = async (words: string) => {
          await page.getByRole('button', { name: 'Mais', exact: true }).click()
          await expect(page.getByRole('menuitem', { name: 'Substituir PDF' })).toContainText(words)
          await page.keyboard.press('Escape')
        }
        await fileLine('PDF na fila de envio')
        await context.setOffline(false)
        await says(app, 'Arquivo enviado com sucesso')
        await app.settled()
        await fileLine('PDF anexado')
        const downloading = page.waitForEvent('download')
        await form.press('Baixar PDF')
        const download = await downloading
        expect(download.suggestedFilename()).toBe(`${quoted.id} OF.pdf`)
        expect(await readFile(await download.path())).toEqual(PDF)
      })

      await test.step('a loss to a competitor asks for its name and end date; an excuse is enough', async () => {
        const form = await openForm(app, lost)
        await form.choose('Tipo de contato', 'Telefone')
        await form.choose('Status da venda', 'Não vendido')
        await form.choose('Motivo da não venda', 'Fechou com outra corretora')
        await form.choose('BackUp car', 'Não oferecido')
        await form.choose('Pague Menos', 'Não oferecido')
        await form.choose('Forma que recebeu a resposta da venda/não venda', 'Telefone')
        await form.press('Finalizar')
        // Types other than the fourth date have none: the end asks for each missing date.
        await answerDate(page, 'Informe a data do contato')
        await answerDate(page, 'Informe a data da venda/não venda')
        const competitor = page.getByRole('dialog', { name: 'Fechou com outra corretora' })
        await expect(competitor).toBeVisible()
        await expect(competitor.getByLabel('Data da venda/não venda')).toHaveCount(0)
        await isInOrder(page, 'Fechou com outra corretora')
        await competitor.getByLabel('Fechou com qual corretora?').click()
        await page.getByRole('option').first().click()
        await competitor.getByRole('button', { name: 'Continuar' }).click()
        const endorsement = page.getByRole('dialog', { name: 'Agendamento de endosso' })
        await expect(endorsement).toBeVisible()
        await isInOrderInEveryLook(page, 'Agendamento de endosso', { width: 1440, scheme: 'light' })
        const goOn = endorsement.getByRole('button', { name: 'Continuar' })
        const place = await placeOf(goOn)
        await goOn.click()
        await expect(endorsement.getByText('Campo Obrigatório')).toBeVisible()
        await expect(endorsement.getByLabel('Vencimento do seguro na outra corretora')).toBeFocused()
        expect(await placeOf(goOn)).toEqual(place)
        await endorsement.getByLabel('Não consegui a data com o cliente').check()
        await endorsement.getByRole('button', { name: 'Continuar' }).click()
        await form.closed()
        await expect.poll(() => rest.lead(lost.id)).toMatchObject({ state: 3, lost_sale: 5, date_fail: true })
      })

      await test.step('Quiver has one action button; open changes are saved before the cancellation', async () => {
        const form = await openForm(app, quiver)
        const root = page.getByRole('form', { name: 'Lead' })
        for (const name of ['Finalizar', 'Cotar', 'Ligar'])
          await expect(root.getByRole('button', { name, exact: true })).toHaveCount(0)
        await expect(root.getByText('Venda', { exact: true })).toHaveCount(0)
        await expect(form.field('Proposta')).toHaveCount(0)
        await isInOrderInEveryLook(page, 'the form of a cancellation', { width: 1440, scheme: 'light' })
        await form.type('Informações adicionais', 'Pedido feito no Quiver')
        await form.press('Salvar')
        await says(app, 'Lead salvo com sucesso!')
        await form.type('Informações adicionais', 'Confirmado pelo Quiver')
        await form.press('Cancelamento no Quiver')
        const dialog = page.getByRole('dialog', { name: 'Cancelamento no Quiver' })
        await expect(dialog).toContainText('Lembre-se de salvar as alterações antes de confirmar')
        await isInOrder(page, 'Cancelamento no Quiver')
        await dialog.getByRole('button', { name: 'Salvar e confirmar' }).click()
        await says(app, 'Lead Cancelado com sucesso!')
        await form.closed()
        await expect
          .poll(() => rest.lead(quiver.id))
          .toMatchObject({ cancelled: true, additional_information: 'Confirmado pelo Quiver' })
      })

      await test.step('a lead is cancelled after its question is answered; no invalid field blocks it', async () => {
        const form = await openForm(app, cancelled)
        await form.choose('Seguro', 'Cancelamento no Quiver')
        // Not saved: the form keeps the values that a save requires.
        await expect(form.field('Proposta')).toBeVisible()
        await form.type('E-mail', 'sem arroba')
        await form.press('Cancelar lead')
        const dialog = page.getByRole('dialog', { name: 'Cancelar lead' })
        await expect(dialog).toContainText('Lembre-se de salvar as alterações antes de confirmar')
        await dialog.getByRole('button', { name: 'Voltar', exact: true }).click()
        await expect(dialog).toBeHidden()
        await form.press('Cancelar lead')
        await dialog.getByRole('button', { name: 'Sim, cancelar lead', exact: true }).click()
        await form.closed()
        for (const { id } of [quiver, cancelled])
          await expect.poll(() => rest.lead(id)).toMatchObject({ state: 3, status: 6, cancelled: true })
      })

      await test.step('a lead in Origem is suspended and released from its view', async () => {
        await app.goTo('/')
        const card = await app.find(origin.id)
        await card.getByRole('button', { name: /^Ver/ }).first().click()
        await page.getByRole('dialog').getByRole('button', { name: 'Suspender lead' }).click()
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Liberar lead' })).toBeVisible()
        await expect.poll(() => rest.lead(origin.id)).toMatchObject({ suspended_lead: true })
        await app.closeDialogs()
        await expect(card.getByRole('button', { name: 'Lead suspenso' })).toBeDisabled()
        await card.getByRole('button', { name: /^Ver/ }).first().click()
        await page.getByRole('dialog').getByRole('button', { name: 'Liberar lead' }).click()
        await expect.poll(() => rest.lead(origin.id)).toMatchObject({ suspended_lead: false })
      })
    } finally {
      await server.dispose()
      await phones.stop()
    }
  },
)
