/** The lead form and the actions around it, as a user operates them: by labels and buttons. */
import { expect, type Locator, type Page } from '@playwright/test'
import { formatDateTime } from '../../../src/domain/time/sao-paulo.ts'
import type { App } from './app.ts'
import { choose } from './choose.ts'
import { hasWholeForm } from './leads.ts'
import type { Rest } from './rest.ts'

export interface NewClient {
  readonly name: string
  readonly cpf: string
  readonly cellphone: string
  readonly mail: string
}

/** A CPF with valid check digits, another for each number. */
export function aCpf(number: number): string {
  const digits = Array.from(String(100_000_000 + number), Number)
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((all, digit, place) => all + digit * (length + 1 - place), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

export class LeadForm {
  readonly #page: Page
  /** The form's place: the page or the full-screen dialog. */
  readonly #root: Locator

  constructor(page: Page, root: Locator) {
    this.#page = page
    this.#root = root
  }

  static onPage(page: Page): LeadForm {
    return new LeadForm(page, page.locator('main'))
  }

  /** The form of a worked lead; waits until it is shown. */
  static async working(page: Page, client: string): Promise<LeadForm> {
    const dialog = page.getByRole('dialog', { name: new RegExp(client) })
    await expect(dialog.getByRole('form', { name: 'Lead' })).toBeVisible()
    return new LeadForm(page, dialog)
  }

  field(label: string): Locator {
    return this.#root.getByRole('textbox', { name: label, exact: true })
  }

  async type(label: string, text: string): Promise<void> {
    await this.field(label).fill(text)
  }

  choose(label: string, option: string): Promise<void> {
    return choose(this.#page, this.#root, label, option)
  }

  async typeName(name: string): Promise<void> {
    const field = this.#root.getByRole('combobox', { name: 'Nome', exact: true })
    await field.fill(name)
    await field.press('Tab')
  }

  /** Presses a button of the bar, or of its menu. */
  async press(name: string): Promise<void> {
    const button = this.#root.getByRole('button', { name, exact: true })
    const menu = this.#root.getByRole('button', { name: /^(Mais|Ações)$/ })
    await expect(button.or(menu).first()).toBeVisible()
    if ((await button.count()) > 0) return button.last().click()
    await menu.click()
    await this.#page.getByRole('menuitem', { name }).click()
  }

  async closed(): Promise<void> {
    await expect(this.#root).toBeHidden()
  }
}

export interface Worked {
  readonly id: number
  readonly uid: string
  readonly name: string
}

export interface FullLead extends Record<string, unknown> {
  readonly id: number
  readonly uid: string
  readonly insurance_id: number
  readonly client: {
    id: number
    cpf: string
    mail: string
    cellphone: string
    birth_date: string | null
    address: { cep: string }
  }
}

/**
 * Leads in Negociação of lines other than vehicles, whose clients have every field of a quote. Throws without enough.
 */
export async function worked(rest: Rest, count: number): Promise<Worked[]> {
  const found: Worked[] = []
  for (const { id } of await rest.leads('state=2&status=2&limit=400')) {
    const lead = { ...(await rest.lead(id)) } as unknown as FullLead
    const { client } = lead
    const complete = client.cpf && client.mail && client.cellphone && client.birth_date && client.address.cep
    if (complete && hasWholeForm(lead.insurance_id))
      found.push({ id, uid: lead.uid, name: String(lead.client_name) })
    if (found.length === count) return found
  }
  throw new Error(`the demo has only ${found.length} such leads`)
}

export async function openForm(app: App, { uid, name }: Worked): Promise<LeadForm> {
  await app.goTo(`/?form=${uid}`)
  const form = await LeadForm.working(app.page, name)
  // A menu closes when the focus moves into the dialog after it.
  await expect(app.page.locator(':focus')).toHaveCount(1)
  return form
}

/** Answers the prompt for missing dates with a moment ago. */
export async function answerDates(page: Page, labels: readonly string[]): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Informe as datas' })
  await expect(dialog).toBeVisible()
  for (const name of labels)
    await dialog.getByRole('textbox', { name }).fill(formatDateTime(Date.now() - 60_000))
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog).toBeHidden()
}
