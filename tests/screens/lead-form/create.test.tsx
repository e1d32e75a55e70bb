/** A lead is created: missing values, the next one in a row, without a network, and from a known client. */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cepRoute } from '../../../src/contract/cep.ts'
import { clientByCpfRoute } from '../../../src/contract/clients.ts'
import { knownCep } from '../../../src/db/mirror/cep-answers.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { openApp } from '../support/app.tsx'
import {
  button,
  CPF,
  choose,
  completeClient,
  field,
  fill,
  fillReferral,
  form,
  leadsOf,
  OTHER_CPF,
  valueOf,
  workedLead,
} from '../support/lead-form.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'

const ADMINISTRATOR = 1

test('a missing value is named beside its field, and its name leads there', async () => {
  await openApp('/lead', { role: ADMINISTRATOR })
  await fill({ Nome: 'Cliente do Formulário' })
  // One of the two phones suffices: neither has a star, and a sentence says so.
  await expect.element(field('Celular')).toHaveAccessibleDescription('Informe o celular ou o telefone.')
  await expect.element(field('Telefone')).not.toBeRequired()
  await userEvent.click(button('Criar Lead'))
  await userEvent.click(button('Informe o e-mail do cliente'))
  await expect.element(field('E-mail')).toHaveFocus()
  await expect.element(field('E-mail')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(field('E-mail')).toHaveAccessibleDescription('Informe o e-mail do cliente')
})

test('the date of a new proposal is the server’s, whatever the device’s clock says', async () => {
  await openApp('/lead', { role: ADMINISTRATOR, now: '2026-11-18T10:00:00' })
  await expect.poll(() => valueOf('Data da proposta')).toMatch(/^18\/11\/2026 10:/)
})

test('two leads of one client are created in a row, and the second finds the client by its number', async () => {
  const app = await openApp('/lead', { role: ADMINISTRATOR })
  const known = form.getByText(/Cliente já cadastrado: Cliente do Formulário\./)
  await fill({
    'CPF/CNPJ': CPF,
    Nome: 'Cliente do Formulário',
    Telefone: '3133334444',
    'E-mail': 'cliente@exemplo.com.br',
    Proposta: 'P-4711',
  })
  await choose('Seguro', 'Residencial')
  await userEvent.click(button('Criar Lead'))
  await expect.element(field('Nome')).toHaveValue('')
  await expect
    .poll(() => leadsOf(app, 'Cliente do Formulário'))
    .toMatchObject([{ state: 1, status: 1, channel_id: 29, proposal: 'P-4711' }])

  await fill({ 'CPF/CNPJ': CPF })
  await userEvent.tab()
  await expect.element(known).toBeVisible()
  await expect.element(field('Nome')).toHaveValue('Cliente do Formulário')
  await fill({ Proposta: 'P-4712' })
  await choose('Seguro', 'Residencial')
  await userEvent.click(button('Criar Lead'))
  await expect.element(field('Nome')).toHaveValue('')
  expect(known.query()).toBeNull()
  await expect.poll(() => leadsOf(app, 'Cliente do Formulário').length).toBe(2)
  expect(new Set(leadsOf(app, 'Cliente do Formulário').map(({ client_uid }) => client_uid)).size).toBe(1)
  await userEvent.click(page.getByRole('button', { name: 'Ver lead' }).last())
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Cliente do Formulário')
})

test('a lead that is created without a network opens from its toast, and is sent once afterwards', async () => {
  const app = await openApp('/auto-indicação', { role: ADMINISTRATOR })
  await expect.element(button('Criar Lead')).toBeVisible()
  cutNetwork(app.peer)
  await fill({
    'CPF/CNPJ': CPF,
    Nome: 'Cliente Sem Rede',
    Celular: '31999998888',
    'E-mail': 'cliente@exemplo.com.br',
  })
  await choose('Seguro', 'Residencial')
  await userEvent.click(button('Criar Lead'))
  await userEvent.click(page.getByRole('button', { name: 'Ver lead' }))
  await expect
    .element(page.getByRole('dialog', { name: 'Lead Nº pendente · Cliente Sem Rede' }))
    .toBeVisible()
  restoreNetwork(app.peer)
  await expect.poll(() => leadsOf(app, 'Cliente Sem Rede').length).toBe(1)
  await expect.element(page.getByRole('dialog', { name: /^Lead (Nº)?\d+ · Cliente Sem Rede/ })).toBeVisible()
})

test('a creation whose answer is lost is one lead', async () => {
  const app = await openApp('/auto-indicação', { role: ADMINISTRATOR })
  await fill({
    'CPF/CNPJ': CPF,
    Nome: 'Cliente Repetido',
    Celular: '31999998888',
    'E-mail': 'cliente@exemplo.com.br',
  })
  await choose('Seguro', 'Residencial')
  let lost = 0
  app.peer.network.fault = (path) => (path.endsWith('/push') && lost++ === 0 ? 'lost answer' : null)
  await userEvent.click(button('Criar Lead'))
  await expect.poll(() => lost).toBe(1)
  await expect.poll(() => leadsOf(app, 'Cliente Repetido').length).toBe(1)
  restoreNetwork(app.peer)
  await expect.poll(() => app.db.outbox.count()).toBe(0)
  expect(leadsOf(app, 'Cliente Repetido')).toHaveLength(1)
})

test('two referrals without a network empty the form, wait in the list, and get their numbers later', async () => {
  const app = await openApp('/', { role: 4 })
  await expect.element(button('Indicar')).toBeVisible()
  cutNetwork(app.peer)
  const card = (name: string) => page.getByRole('listitem').filter({ hasText: new RegExp(name) })
  for (const client of [
    { name: 'Primeira Sem Rede', cpf: CPF },
    { name: 'Segunda Sem Rede', cpf: OTHER_CPF },
  ]) {
    await fillReferral(client)
    await userEvent.click(button('Indicar'))
    await expect.element(card(client.name).getByRole('img', { name: 'Aguardando envio' })).toBeVisible()
    await expect.element(field('Nome')).toHaveValue('')
    await expect.element(field('Seguro')).toHaveFocus()
  }
  await expect.element(page.getByText(/2 pendentes/).first()).toBeVisible()
  restoreNetwork(app.peer)
  await expect.element(card('Segunda Sem Rede')).toMatchTextContent(/Nº\s?\d+/)
  await expect
    .element(card('Segunda Sem Rede').getByRole('img', { name: 'Aguardando envio' }))
    .not.toBeInTheDocument()
  expect(leadsOf(app, 'Primeira Sem Rede')).toHaveLength(1)
  expect(leadsOf(app, 'Segunda Sem Rede')).toHaveLength(1)
})

describe('a known client', () => {
  const known = { clients: [completeClient()], leads: (user: { id: number }) => [workedLead(user)] }

  test('fills the form from its CPF, and typed values stay', async () => {
    await openApp('/lead', known)
    await fill({ Celular: '31911112222', 'CPF/CNPJ': '52998224725' })
    await userEvent.click(field('Nome'))
    await expect.element(field('Nome')).toHaveValue('Ana Souza')
    await expect.element(field('Celular')).toHaveValue('31911112222')
    await expect.element(form).toMatchTextContent('Mantivemos o que você digitou em Celular')
    await userEvent.click(button('Usar os dados do cadastro'))
    await expect.element(field('Celular')).toHaveValue('11987654321')
  })

  test('whose answer comes late keeps what was typed since', async () => {
    const { peer } = await openApp('/lead')
    peer.answers(clientByCpfRoute, { data: completeClient({ name: 'Nome do Cadastro' }) })
    const release = peer.holds(clientByCpfRoute)
    await fill({ 'CPF/CNPJ': '52998224725' })
    await userEvent.tab()
    await expect.poll(() => peer.callsOf(clientByCpfRoute).length).toBe(1)
    await fill({ Nome: 'Digitado Entretanto' })
    release()
    await expect.element(form).toMatchTextContent('Mantivemos o que você digitou em Nome')
    await expect.element(field('Nome')).toHaveValue('Digitado Entretanto')
    await expect.element(field('E-mail')).toHaveValue('ana@exemplo.com.br')
  })
})

test('an address that comes late does not belong to a CEP that was typed since', async () => {
  const { peer, db } = await openApp('/lead')
  peer.answersBy(cepRoute, ({ body }) => ({
    data: {
      items: JSON.stringify(body).includes('30110010')
        ? { uf: 'MG', cidade: 'Belo Horizonte', bairro: 'Centro', logradouro: 'Rua Primeira' }
        : { uf: 'SP', cidade: 'São Paulo', bairro: 'Sé', logradouro: 'Rua Segunda' },
    },
  }))
  const release = peer.holds(cepRoute)
  await fill({ CEP: '30110010' })
  await userEvent.tab()
  await expect.poll(() => peer.callsOf(cepRoute).length).toBe(1)
  await fill({ CEP: '01310100' })
  release()
  // The late answer is kept, and then given to the form.
  await expect.poll(() => knownCep(db, '30110010')).toBeDefined()
  await userEvent.keyboard('{End}')
  expect(valueOf('Rua')).toBe('')
  await userEvent.tab()
  await expect.element(field('Rua')).toHaveValue('Rua Segunda')
  await expect.element(field('Cidade')).toHaveValue('São Paulo')
})

test.each<{ who: string; role: RoleId; path: string; action: string; has: string }>([
  { who: 'a broker refers at /lead', role: 3, path: '/lead', action: 'Indicar', has: 'Seguro' },
  {
    who: 'a broker refers itself at /auto-indicação',
    role: 3,
    path: '/auto-indicação',
    action: 'Criar Lead',
    has: 'Telefone do indicador',
  },
  { who: 'a referrer refers at /', role: 5, path: '/', action: 'Indicar', has: 'Seguro' },
])('$who by its own screen', async ({ role, path, action, has }) => {
  await openApp(path, { role })
  await expect.element(button(action)).toBeVisible()
  await expect.element(field(has).first()).toBeVisible()
})
