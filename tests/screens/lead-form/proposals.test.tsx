/** 'Propostas': the list of dealerships' proposals beside a new lead, its import, and the permission to double one. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { bypassRoute, type Proposal, proposalsRoute } from '../../../src/contract/proposals.ts'
import { openApp } from '../support/app.tsx'
import { isInOrder } from '../support/in-order.ts'
import { button, field } from '../support/lead-form.ts'
import { LOOKS } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'

const aProposal = (changes: Partial<Proposal> = {}): Proposal => ({
  id: 1,
  proposal: 'P-100',
  proposal_date: '2026-11-17T12:00:00.000Z',
  partner: 'Concessionária Horizonte',
  partner_id: 25,
  inviter_login: 'bia',
  client_informations: {
    name: 'Cliente da Proposta',
    cpf: '52998224725',
    rg: '',
    birth_date: null,
    email: '',
    phone: '',
    cellphone: '11987654321',
    address: {
      cep: '30110010',
      street: 'Rua das Flores',
      number: '12',
      comp: '',
      district: 'Centro',
      city: 'Belo Horizonte',
      state: 'MG',
    },
  },
  product_informations: { name: 'Carro', chassis: '', license_plate: '', year: '', brand: '' },
  insurance: 1,
  additional_information: 'Situação: Faturada',
  bypass_allowed: null,
  imported: false,
  ...changes,
})

const IMPORTED = aProposal({ id: 2, proposal: 'P-200', imported: true })

/** Lists one proposal that waits, and for administrators one that is a lead already. */
const withProposals = (peer: Peer) => {
  peer.answersBy(proposalsRoute, ({ query }) => ({
    data: query.get('bypass_allowed') === 'true' ? [aProposal(), IMPORTED] : [aProposal()],
  }))
  peer.answers(bypassRoute, {
    message: 'Duplicidade permitida.',
    data: { ...IMPORTED, bypass_allowed: true },
  })
}

const dialog = page.getByRole('dialog', { name: 'Propostas' })
const question = page.getByRole('dialog', { name: 'Permitir duplicidade' })
const doubling = dialog.getByRole('checkbox', { name: 'Permitir duplicidade da proposta P-200' })

async function openProposals(opening: Parameters<typeof openApp>[1] = {}) {
  const app = await openApp('/lead', { role: 1, script: withProposals, ...opening })
  await userEvent.click(button('Propostas'))
  await expect.element(dialog.getByRole('button', { name: 'Selecionar proposta P-100' })).toBeVisible()
  return app
}

test('a missing proposal is a warning beside its name at the field', async () => {
  await openApp('/lead', { role: 1 })
  await userEvent.click(button('Criar Lead'))
  await expect
    .element(
      page
        .getByRole('alert')
        .filter({ hasText: /Proposta não selecionada/ })
        .first(),
    )
    .toBeVisible()
  await expect.element(field('Proposta')).toHaveAccessibleDescription('Proposta não selecionada')
})

test('a chosen proposal fills the form, its state included', async () => {
  await openProposals()
  await userEvent.click(dialog.getByRole('button', { name: 'Selecionar proposta P-100' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(field('Proposta')).toHaveValue('P-100')
  await expect.element(field('Nome')).toHaveValue('Cliente da Proposta')
  await expect.element(field('Estado (UF)')).toHaveValue('MG')
})

test('the permission to double is shown on demand, asked about, and decided once', async () => {
  const { peer } = await openProposals()
  expect(doubling.query()).toBeNull()
  await userEvent.click(dialog.getByLabelText('Exibir permissão de duplicidades'))
  await userEvent.click(doubling)
  await expect.element(question).toMatchTextContent('Esta decisão é definitiva')
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  await expect.element(doubling).not.toBeChecked()
  expect(peer.callsOf(bypassRoute)).toEqual([])

  await userEvent.click(doubling)
  await userEvent.click(question.getByRole('button', { name: 'Permitir duplicidade' }))
  await expect.element(doubling).toBeChecked()
  await expect.element(doubling).toBeDisabled()
  expect(peer.callsOf(bypassRoute)).toHaveLength(1)
})

test('a permission whose answer is lost stays undecided on screen', async () => {
  const { peer } = await openProposals()
  await userEvent.click(dialog.getByLabelText('Exibir permissão de duplicidades'))
  peer.losesAnswer(bypassRoute)
  await userEvent.click(doubling)
  await userEvent.click(question.getByRole('button', { name: 'Permitir duplicidade' }))
  await expect.poll(() => peer.callsOf(bypassRoute).length).toBe(1)
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect.element(doubling).not.toBeChecked()
  await expect.element(doubling).toBeEnabled()
})

test('a list that comes late does not replace a later one', async () => {
  const { peer } = await openProposals()
  const release = peer.holds(proposalsRoute)
  await userEvent.click(dialog.getByRole('button', { name: 'Buscar' }))
  await expect.poll(() => peer.callsOf(proposalsRoute).length).toBeGreaterThan(1)
  await userEvent.click(dialog.getByLabelText('Exibir permissão de duplicidades'))
  release()
  await expect.element(doubling).toBeVisible()
})

test('a referrer, who may import none, sees no button of proposals', async () => {
  await openApp('/', { role: 5 })
  await expect.element(button('Indicar')).toBeVisible()
  expect(button('Propostas').query()).toBeNull()
})

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list of proposals and the question before a doubling are in order', async () => {
    await openProposals(look)
    await userEvent.click(dialog.getByLabelText('Exibir permissão de duplicidades'))
    await expect.element(doubling).toBeVisible()
    await isInOrder('Propostas')
    await userEvent.click(doubling)
    await expect.element(question).toBeVisible()
    await isInOrder('the question before a doubling')
  })
})
