/** The lead form as a user fills it in. */
import type { Locator, Page } from '@playwright/test'
import { choose } from './choose.ts'

export class LeadForm {
  readonly page: Page
  readonly root: Locator

  constructor(page: Page) {
    this.page = page
    this.root = page.getByRole('form', { name: 'Lead' })
  }

  /** A required field has a star after its label. */
  field(label: string): Locator {
    const words = label.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    const labelled = this.root.getByLabel(new RegExp(`^${words}( \\*)?$`))
    return labelled.and(this.root.locator('input:not([type="radio"]), textarea, button'))
  }

  /** Fills fields by their labels and replaces their content. */
  async fill(values: Readonly<Record<string, string>>): Promise<void> {
    for (const [label, value] of Object.entries(values)) await this.field(label).fill(value)
  }

  choose(label: string, option: string): Promise<void> {
    return choose(this.page, this.root, label, option)
  }

  /** The missing values, each a link to its field. A toast in the form does not count. */
  problems(): Locator {
    return this.root.locator('[role="alert"]:not([data-toast])')
  }

  button(name: string): Locator {
    return this.root.getByRole('button', { name, exact: true })
  }

  /** Fills the required fields of a referral. */
  async fillReferral(client: { readonly name: string; readonly cpf: string }): Promise<void> {
    await this.choose('Seguro', 'Veículo novo')
    await this.fill({
      'CPF/CNPJ': client.cpf,
      'Data de nascimento': '31/12/1990',
      Nome: client.name,
      Celular: '31999998888',
      'E-mail': 'cliente@exemplo.com.br',
      CEP: '30110010',
    })
    await this.field('Rua').fill('Rua digitada')
    await this.fill({ Número: '120', Cidade: 'Belo Horizonte' })
    await this.choose('Estado (UF)', 'MG')
  }
}
