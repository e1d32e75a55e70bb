/** The lead form as a user fills it in: fields by their labels, actions by their buttons. */
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Client } from '../../../src/domain/client/client.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { aClient } from '../../unit/domain/fixtures.ts'
import { type MountedApp, type Opening, openApp } from './app.tsx'
import { ownLead } from './own-lead.ts'

/** A CPF with valid check digits that no seeded client has, and another. */
export const CPF = '39053344705'
export const OTHER_CPF = '11144477735'

export const form = page.getByRole('form', { name: 'Lead' })

export function field(label: string): Locator {
  const exactly = { name: label, exact: true }
  return form.getByRole('textbox', exactly).or(form.getByRole('combobox', exactly))
}

/** What stands in a field. */
export function valueOf(label: string): string {
  const input = field(label).element()
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) return input.value
  throw new Error(`${label} is no field`)
}

export const button = (name: string): Locator => form.getByRole('button', { name, exact: true })

/** Replaces the content of fields, by their labels. */
export async function fill(values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await userEvent.fill(field(label), value)
}

/** The row of choices of a few. */
export const choices = (label: string): Locator => form.getByRole('radiogroup', { name: label, exact: true })

/** Chooses in a row of choices or in a list. */
export async function choose(label: string, option: string): Promise<void> {
  const select = form.getByRole('combobox', { name: label, exact: true })
  const row = choices(label)
  await expect.element(row.or(select).first()).toBeVisible()
  if (row.query() !== null) {
    await userEvent.click(row.getByText(option, { exact: true }))
    return expect.element(row.getByRole('radio', { name: option, exact: true })).toBeChecked()
  }
  await userEvent.click(select)
  await userEvent.click(page.getByRole('option', { name: option, exact: true }))
  await expect.element(select).toHaveValue(option)
}

/** Presses a button of the bar, or a line of its menu. */
export async function press(name: string): Promise<void> {
  const menu = form.getByRole('button', { name: /^(Mais|Ações)$/ })
  await expect.element(button(name).or(menu).first()).toBeVisible()
  if (button(name).query() !== null) return userEvent.click(button(name))
  await userEvent.click(menu)
  await userEvent.click(page.getByRole('menuitem', { name }))
}

/** Opens all folded sections. */
export async function unfold(): Promise<void> {
  const isFolded = '[data-folding] h3 button[aria-expanded="false"]'
  for (const head of form.element().querySelectorAll<HTMLElement>(isFolded)) head.click()
  await expect.poll(() => form.element().querySelector(isFolded)).toBeNull()
}

/** What the form says is missing. A toast in the form does not count. */
export const problems = (): string =>
  [...form.element().querySelectorAll('[role="alert"]:not([data-toast])')]
    .map(({ textContent }) => textContent)
    .join('\n')

/** Fills the required fields of a referral. */
export async function fillReferral(client: { readonly name: string; readonly cpf: string }): Promise<void> {
  await choose('Seguro', 'Veículo novo')
  await fill({
    'CPF/CNPJ': client.cpf,
    'Data de nascimento': '31/12/1990',
    Nome: client.name,
    Celular: '31999998888',
    'E-mail': 'cliente@exemplo.com.br',
    CEP: '30110010',
    Rua: 'Rua digitada',
    Número: '120',
    Cidade: 'Belo Horizonte',
  })
  await choose('Estado (UF)', 'MG')
}

/** A client with every field that a quote needs. */
export const completeClient = (changes: Partial<Client> = {}): Client =>
  aClient({
    mail: 'ana@exemplo.com.br',
    birth_date: '1985-02-28',
    address: {
      cep: '30110010',
      street: 'Rua das Flores',
      number: '12',
      comp: '',
      district: 'Centro',
      city: 'Belo Horizonte',
      state: 'MG',
    },
    ...changes,
  })

/** A lead in Negociação of the user's own, of a line without vehicle fields: it can be saved unchanged. */
export const workedLead = (user: Pick<SessionUser, 'id'>, changes: Partial<Lead> = {}): Lead =>
  ownLead(user, { channel_id: 1, ...changes })

interface LeadOpening extends Omit<Opening, 'leads' | 'clients'> {
  readonly lead?: Partial<Lead>
  readonly client?: Partial<Client>
  /** The form as it opens: sections that a call does not need stay folded. */
  readonly folded?: boolean
}

/** Opens the form of a worked lead, 'lead-1' of Ana Souza. */
export async function openWorked({
  lead,
  client,
  folded = false,
  ...opening
}: LeadOpening = {}): Promise<MountedApp> {
  const app = await openApp('/?form=lead-1', {
    ...opening,
    clients: [completeClient(client)],
    leads: (user) => [workedLead(user, lead)],
  })
  await expect.element(form).toBeVisible()
  // A feed of the board behind without its cards would be a finding of axe.
  await expect.poll(() => document.querySelector('[role="feed"]:not(:has(article))')).toBeNull()
  if (!folded) await unfold()
  return app
}

/** The lead as the server has it. */
export const onServer = ({ peer }: MountedApp, uid = 'lead-1'): Lead | undefined => peer.server.leads.get(uid)

/** The leads of this client's name, as the server has them. */
export const leadsOf = ({ peer }: MountedApp, name: string): Lead[] =>
  [...peer.server.leads.values()].filter(({ client_name }) => client_name === name)
