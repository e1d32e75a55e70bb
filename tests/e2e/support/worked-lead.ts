/** The lead form and what stands around it, as a user operates them: by labels and buttons. */
import { expect, type Locator, type Page } from '@playwright/test'
import { choose } from './choose.ts'

export interface NewClient {
  readonly name: string
  readonly cpf: string
  readonly cellphone: string
  readonly mail: string
}

/** A CPF with right check digits, another for each number. */
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
  /** The form's own place: the page or the full-screen dialog. */
  readonly #root: Locator

  constructor(page: Page, root: Locator) {
    this.#page = page
    this.#root = root
  }

  static onPage(page: Page): LeadForm {
    return new LeadForm(page, page.locator('main'))
  }

  /** Of the lead that is being worked; waits until it stands. */
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

  /** A button of the bar, or of its menu. */
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

/** Waits until the minute in which something happened is over: dates of the form are to the minute. */
export async function minuteAfter(page: Page, happenedMs: number): Promise<void> {
  const over = (Math.floor(happenedMs / 60_000) + 1) * 60_000 + 500
  if (over > Date.now()) await page.waitForTimeout(over - Date.now())
}
