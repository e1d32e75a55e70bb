/** A day's work of a user, so that every store of the device has something of it: docs/security.md#protected-devices */
import { expect, type Page } from '@playwright/test'
import { madePdf } from '../../../support/made-pdf.ts'
import type { App } from '../app.ts'
import { dayAhead } from '../days.ts'
import { LeadForm } from '../lead-form.ts'
import { capturable } from '../leads.ts'
import type { Rest } from '../rest.ts'
import { openForm, worked } from '../worked-lead.ts'
import { ENTERED } from './seeded.ts'

/** Its text is compressed in the PDF, so the name is written behind it as a comment. */
const pdf = async () =>
  Buffer.concat([
    Buffer.from(await madePdf([[[40, 40, 'Apólice']]])),
    Buffer.from(`\n% ${ENTERED.document}\n`),
  ])

async function attach(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  const button = page.getByRole('button', { name: /^(Enviar|Substituir) PDF/ })
  if ((await button.count()) > 0) await button.first().click()
  else {
    await page.getByRole('button', { name: /^(Mais|Ações)$/ }).click()
    await page.getByRole('menuitem', { name: /^(Enviar|Substituir) PDF/ }).click()
  }
  await (await chooser).setFiles({ name: ENTERED.fileName, mimeType: 'application/pdf', buffer: await pdf() })
}

/** Whether a request sends the queue or a document: what a proxy refuses, so that the work waits. */
export const isSending = (path: string) => /^\/api\/(sync\/(push|sealed)|files)/.test(path)

/** A queue of a capture, a scheduling with a note and a document. The caller keeps them from being sent. */
export async function queueWork(app: App, rest: Rest): Promise<void> {
  const [lead] = await worked(rest, 1)
  const target = await capturable(rest)
  if (lead === undefined) throw new Error('unreachable')
  await app.capture(target.id)
  await app.closeDialogs()
  await app.schedule(target.id, { at: `${dayAhead(30)}T10:30`, note: ENTERED.queue })
  await openForm(app, lead)
  await attach(app.page)
  await expect(app.connection()).toHaveText(/3 pendentes/)
}

/**
 * Filters of the board and of the list of clients, and an unsaved form: a draft, and a value typed last. `hasDraft`: an earlier
 * call left one, which is continued.
 */
export async function lookAround(app: App, hasDraft = false): Promise<void> {
  const { page } = app
  await app.goTo('/clients')
  await page.getByLabel('Nome', { exact: true }).first().fill(ENTERED.search)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Nenhum/).first()).toBeVisible()
  await app.goTo('/')
  await page.getByLabel('Nome', { exact: true }).first().fill(ENTERED.filter)
  await page.getByRole('button', { name: 'Filtrar', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Resultados' })).toBeVisible()
  await app.goTo('/lead')
  const form = new LeadForm(page)
  if (hasDraft) {
    await page.getByRole('button', { name: 'Continuar', exact: true }).click()
    await expect(form.field('Nome')).toHaveValue(ENTERED.draft)
  }
  await form.fill({ Nome: ENTERED.draft })
  await expect(page.getByText(/^Rascunho guardado às/)).toBeVisible()
  // The page closes before the form stores it as a draft.
  await form.fill({ 'E-mail': 'zoraide@exemplo.com.br', Rua: ENTERED.typed })
}
