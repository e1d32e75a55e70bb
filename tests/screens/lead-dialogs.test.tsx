/** The dialogs around the form of a lead: in order at every width, and used by keys alone. */
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { proposalSearchRoute, proposalsRoute } from '../../src/contract/proposals.ts'
import { iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS, type Look } from './support/looks.ts'
import { CLIENT, ownLead } from './support/own-lead.ts'
import { tap } from './support/tap.ts'

const DIALOGS = [
  ['Ligar', /^Ligar para/],
  ['Agendar', /^Agendamento de Lead/],
  ['Vendido com Pendência', /^Vendido com Pendência/],
  ['Histórico', /^Histórico/],
  ['Alterar Prazos', /^Alterar Prazos/],
  ['Cancelar lead', /^Cancelar lead/],
] as const

const form = page.getByRole('form', { name: 'Lead' })
const menu = form.getByRole('button', { name: /^(Mais|Ações)$/ })

const focused = () => document.activeElement

/** An administrator in the form of a colleague's lead. */
async function inForm(look: Look = {}): Promise<MountedApp> {
  const app = await openApp('/?form=lead-1', {
    ...look,
    role: 1,
    clients: [CLIENT],
    leads: [ownLead({ id: 3 })],
  })
  await expect.element(menu).toBeVisible()
  return app
}

/** Presses a button of the form's bar, or of its menu. */
async function press(name: string): Promise<void> {
  const button = form.getByRole('button', { name, exact: true })
  if (button.elements().length > 0) return userEvent.click(button.last())
  await userEvent.click(menu)
  await userEvent.click(page.getByRole('menuitem', { name }))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('each dialog of the form is in order, closes alone by Escape, and gives the focus back', async () => {
    await inForm(look)
    for (const [button, name] of DIALOGS) {
      // There the history has its place beside the form.
      if (button === 'Histórico' && look.width === 'desk') continue
      await press(button)
      const dialog = page.getByRole('dialog', { name })
      await expect.element(dialog).toBeVisible()
      await expect.poll(() => dialog.element().contains(focused())).toBe(true)
      await isInOrder(button)
      if (look.width !== 'desk') await hasTargetsForThumbs(button)
      await userEvent.keyboard('{Escape}')
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(form).toBeVisible()
      // To the menu's button where the item is gone.
      await expect.poll(() => focused()?.textContent).toMatch(new RegExp(`^(${button}|Mais|Ações)$`))
    }
  })
})

test('keys alone override the deadlines', async () => {
  const { peer } = await inForm()
  // The form takes the focus when it opens.
  await expect.poll(() => focused()?.closest('[role="dialog"]')).not.toBeFalsy()
  await expect
    .poll(() => {
      menu.element().focus()
      return focused()
    })
    .toBe(menu.element())
  await userEvent.keyboard('{Enter}')
  const item = page.getByRole('menuitem', { name: 'Alterar Prazos' })
  await expect.element(item).toBeVisible()
  await expect.poll(() => focused()?.role).toBe('menuitem')
  const items = page.getByRole('menuitem').elements()
  for (let step = items.indexOf(item.element()); step > 0; step -= 1) await userEvent.keyboard('{ArrowDown}')
  await expect.poll(focused).toBe(item.element())
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: /^Alterar Prazos/ })
  const last = dialog.getByRole('radio', { name: 'Sim' }).last()
  await expect.element(last).toBeInTheDocument()
  last.element().focus()
  await userEvent.keyboard(' {Enter}')
  await expect.element(page.getByText('Prazo sobrescrito com sucesso!')).toBeVisible()
  await expect.poll(() => peer.server.leads.get('lead-1')?.attendance_on_time).toBe(1)
})

test('in a browser with separate fields for day and hour the focus moves to the missing one', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  Object.defineProperty(navigator, 'userAgent', { configurable: true, get: () => firefox })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'userAgent')
  })
  await inForm()
  await press('Agendar')
  const dialog = page.getByRole('dialog', { name: /^Agendamento de Lead/ })
  const day = dialog.getByLabelText(/^Data( \*)?$/)
  const time = dialog.getByLabelText(/^Hora( \*)?$/)
  const submit = dialog.getByRole('button', { name: 'Agendar', exact: true })
  await userEvent.fill(time, '09:00')
  await userEvent.click(submit)
  await expect.poll(focused).toBe(day.element())
  await userEvent.fill(day, '2026-12-18')
  await userEvent.fill(time, '')
  await userEvent.click(submit)
  await expect.poll(focused).toBe(time.element())
  await expect.element(time).toHaveAccessibleDescription(/obrigatório/i)
  await expect.element(day).not.toHaveAttribute('aria-invalid', 'true')
})

const PROPOSAL = {
  id: 5,
  proposal: 'PR-1',
  proposal_date: null,
  partner: 'Concessionária Horizonte',
  partner_id: 25,
  inviter_login: 'bia',
  client_informations: { name: 'Davi Reis' },
  product_informations: { name: 'Sedã', chassis: '', license_plate: '', year: '', brand: '' },
  insurance: 1,
  additional_information: 'Status: aprovada',
  bypass_allowed: null,
  imported: false,
}

test('a chosen proposal fills the form of a new lead and closes its list', async () => {
  await openApp('/lead', {
    role: 1,
    script: (peer) => {
      peer.answers(proposalsRoute, { data: [PROPOSAL] })
      peer.refuses(proposalSearchRoute, { status: 404, code: 'not_found' })
    },
  })
  await userEvent.click(page.getByRole('button', { name: 'Propostas' }))
  const proposals = page.getByRole('dialog', { name: 'Propostas' })
  await userEvent.click(proposals.getByRole('button', { name: 'Importar' }))
  await expect.element(page.getByText('Digite o número da proposta!')).toBeVisible()
  // The list is filled at once, without a search.
  const choose = proposals.getByRole('button', { name: /^Selecionar proposta/ }).first()
  await expect.element(choose).toBeVisible()
  await isInOrder('Propostas')
  await userEvent.click(choose)
  await expect.element(proposals).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Proposta', exact: true })).toHaveValue('PR-1')
})

test('on a phone a toast stays below the tallest dialog', async () => {
  await openApp('/?form=lead-1', {
    width: 'phone',
    clients: [CLIENT],
    leads: (user) => [
      ownLead(user, {
        status: 5,
        contact_type: 1,
        contact_date: iso('2026-11-18T09:45:00'),
        quoted_type: 1,
        sold_type: 1,
        sold: 1,
        quoted: 1,
        sale_value_cents: 185_000,
        commission_percentage: 10,
      }),
    ],
  })
  await tap(form.getByRole('radiogroup', { name: 'Pague Menos' }).getByText('Oferecido/vendido'))
  await tap(form.getByRole('button', { name: 'Salvar', exact: true }))
  await expect.poll(() => document.querySelector('[data-toast]')).not.toBeNull()
  await tap(form.getByRole('button', { name: 'Finalizar', exact: true }))
  await expect.element(page.getByRole('dialog', { name: 'Informe as datas' })).toBeVisible()
  const toast = () => document.querySelector('[data-toast]')?.getBoundingClientRect()
  // A dialog leaves a twentieth of the height free at the foot, however much it holds.
  await expect.poll(() => toast()?.top ?? 0).toBeGreaterThanOrEqual(844 * 0.95)
  await expect.poll(() => toast()?.bottom ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(844)
})
