/** 'Lead Corretor Config': what no rule covers, several rules at once, and marks. docs/rules.md#administration */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MANAGED } from '../../../src/contract/administration/catalogues.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { KeptList } from '../support/kept-list.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const RULE = { id: 1, channel_id: 1, partner_id: 25, insurance_id: 1, broker_id: 3, status: 1 }
const dialog = page.getByRole('dialog', { name: 'Nova regra' })
const save = dialog.getByRole('button', { name: 'Salvar' })
const lines = dialog.getByRole('list', { name: 'Regras a criar' }).getByRole('listitem')
const withoutRule = page.getByRole('region', { name: 'Sem regra' })

const choose = async (field: string, option: string | RegExp) => {
  await userEvent.click(dialog.getByRole('combobox', { name: field }))
  await userEvent.click(page.getByRole('option', { name: option }))
}

async function openRules(script: (rules: KeptList, peer: Peer) => void, look: object = {}) {
  let rules: KeptList | undefined
  const app = await openApp('/lead-broker-config', {
    role: 1,
    ...look,
    script: (peer) => {
      rules = new KeptList(peer, MANAGED.lead_broker_config)
      script(rules, peer)
    },
  })
  return { ...app, rules }
}

/** The dealership's two other stock types, for Carla. */
async function fillTwo() {
  await userEvent.click(withoutRule.getByRole('button', { name: 'Criar regra de Concessionária Horizonte' }))
  await choose('Corretor', 'Carla Nunes')
  await expect.poll(() => lines.elements().length).toBe(2)
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('what no rule covers and the dialog of several rules are in order', async () => {
    await openRules((rules) => rules.change(1, RULE), look)
    await expect
      .element(withoutRule)
      .toMatchTextContent(/Concessionária Horizonte: Veículo usado, Venda direta/)
    await fillTwo()
    await isInOrder('new rules')
    if (look.width !== 'desk') await hasTargetsForThumbs('new rules')
  })
})

test('several rules are made at once, and what they cover leaves the list', async () => {
  const { rules } = await openRules((list) => list.change(1, RULE))
  await fillTwo()
  await userEvent.click(save)
  await expect.element(page.getByText('2 regras criadas com sucesso')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(rules?.rows.map((row) => [row.partner_id, row.insurance_id, row.broker_id])).toEqual([
    [25, 1, 3],
    [25, 2, 3],
    [25, 3, 3],
  ])
  await expect.element(withoutRule).not.toBeInTheDocument()
})

test('a lost answer and a refusal are told by rule, and nothing is made twice', async () => {
  const { rules, peer } = await openRules((list) => list.change(1, RULE))
  await fillTwo()
  peer.losesAnswer(MANAGED.lead_broker_config.create)
  await userEvent.click(save)
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('0 de 2 regras foram salvas')
  // The pull has brought what had no answer.
  await expect.element(lines.first()).toMatchTextContent(/salva$/)
  peer.refuses(MANAGED.lead_broker_config.create, { status: 422, message: 'Escolha um corretor ativo' })
  await userEvent.click(save)
  await expect.element(lines.last()).toMatchTextContent('Escolha um corretor ativo')
  expect(rules?.rows.map((row) => row.insurance_id)).toEqual([1, 2])
  const sent = peer.bodiesOf(MANAGED.lead_broker_config.create)
  expect(sent).toMatchObject([{ insurance_id: 2 }, { insurance_id: 3 }])
})

test('where the answer of the last rule is lost, saving again makes no second one', async () => {
  const { rules, peer } = await openRules((list) => {
    list.change(1, RULE)
    list.change(2, { ...RULE, insurance_id: 2 })
  })
  await userEvent.click(withoutRule.getByRole('button', { name: /^Criar regra/ }))
  await choose('Corretor', 'Carla Nunes')
  peer.network.fault = () => 'lost request'
  peer.losesAnswer(MANAGED.lead_broker_config.create)
  await userEvent.click(save)
  await expect.element(lines.first()).toMatchTextContent('Não sabemos se foi salva')
  await userEvent.click(save)
  await expect.element(dialog).not.toBeInTheDocument()
  expect(rules?.rows).toHaveLength(3)
  const keys = peer
    .callsOf(MANAGED.lead_broker_config.create)
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

test('without a network nothing is sent, and what was chosen stays', async () => {
  const { peer } = await openRules((list) => list.change(1, RULE))
  cutNetwork(peer)
  await fillTwo()
  await userEvent.click(save)
  await expect.element(lines.first()).toMatchTextContent('Sem conexão')
  await expect.element(lines.last()).toMatchTextContent('será criada')
  expect(peer.callsOf(MANAGED.lead_broker_config.create)).toEqual([])
})

test("a rule whose broker's team does not work the channel is marked, in the list and before it is made", async () => {
  await openRules((rules, peer) => {
    rules.change(1, RULE)
    new KeptList(peer, MANAGED.technical_teams).change(1, { channels: [{ id: 8, name: 'Autoindicação' }] })
  })
  const words = /A equipe Equipe Sul não atende o canal .+\. Inclua o canal em Equipes Técnicas/
  await expect.element(page.getByRole('row', { name: /Confira a equipe/ })).toMatchTextContent(words)
  await fillTwo()
  await expect.element(dialog.getByRole('status')).toMatchTextContent(words)
})

test('an empty list and an empty choice say what comes first', async () => {
  await openRules((_, peer) => new KeptList(peer, MANAGED.partners).change(25, { code_wf: null }))
  const words = /Uma empresa precisa de Code_WF, e nenhuma ativa tem\. Preencha-o primeiro em Parceiros\./
  await expect.element(page.getByText(words)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Adicionar' }))
  await expect.element(dialog.getByText(words)).toBeVisible()
})
