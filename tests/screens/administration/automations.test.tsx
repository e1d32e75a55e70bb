/** 'Automações': rules, their trial, their switch and their log. docs/rules.md#automations */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type Automation,
  type AutomationRun,
  automationBodySchema,
  automationRunsRoute,
  automationsRoute,
  changeAutomationRoute,
  type DryRun,
  dryRunRoute,
  newAutomationRoute,
  removeAutomationRoute,
  switchAutomationRoute,
} from '../../../src/contract/administration/automations.ts'
import { NO_CONDITIONS } from '../../../src/domain/automations/definition.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import type { Peer } from '../support/peer.ts'

const AT = '2026-11-18T13:00:00.000Z'
const ID = '00000000-0000-4000-8000-000000000001'

const anAutomation = (more: Partial<Automation> = {}): Automation => ({
  id: ID,
  name: 'Lead parado',
  trigger: { kind: 'idle', days: 2 },
  conditions: NO_CONDITIONS,
  acts: [{ kind: 'notice', to: 'broker', text: 'Retome o contato' }],
  state: 'off',
  state_since: AT,
  times: 41,
  last_acted_at: AT,
  missing: [],
  revision: 'first',
  ...more,
})
const PAUSED = anAutomation({
  id: '00000000-0000-4000-8000-000000000002',
  name: 'Lead novo',
  trigger: { kind: 'lead_made', bulk: true },
  state: 'paused',
  missing: [{ kind: 'broker', id: 9, name: 'Davi' }],
})
const TRIED: DryRun = {
  since: '2026-10-19T13:00:00.000Z',
  until: AT,
  times: 41,
  leads: 38,
  is_whole: true,
  data: Array.from({ length: 12 }, (_, place) => ({ lead_id: 1500 + place, at: AT })),
}
const RUNS: readonly AutomationRun[] = [
  {
    id: 2,
    lead_id: 1502,
    made_at: AT,
    acted: false,
    results: [{ act: 'notice', why: 'no_broker', message: null }],
  },
  { id: 1, lead_id: 1501, made_at: AT, acted: true, results: [{ act: 'notice', why: null, message: null }] },
]

/** Keeps automations as the server does. */
function keepsAutomations(peer: Peer, given: readonly Automation[]): void {
  let rows = [...given]
  const found = (path: string) => {
    const row = rows.find(({ id }) => path.includes(id))
    if (row === undefined) throw new Error(`no automation in ${path}`)
    return row
  }
  const put = (row: Automation) => {
    rows = rows.map((one) => (one.id === row.id ? row : one))
    return row
  }
  peer.answersBy(automationsRoute, () => ({ data: rows }))
  peer.answersBy(newAutomationRoute, ({ body }) => {
    const made = { times: 0, last_acted_at: null, id: '00000000-0000-4000-8000-000000000009' }
    const row = anAutomation({ ...automationBodySchema.parse(body), ...made })
    rows = [...rows, row]
    return row
  })
  peer.answersBy(changeAutomationRoute, ({ path, body }) =>
    put({ ...found(path), ...automationBodySchema.parse(body) }),
  )
  peer.answersBy(switchAutomationRoute, ({ path, body }) =>
    put({ ...found(path), state: JSON.stringify(body).includes('true') ? 'on' : 'off' }),
  )
  peer.answersBy(removeAutomationRoute, ({ path }) => {
    const gone = found(path)
    rows = rows.filter(({ id }) => id !== gone.id)
    return { message: 'Automação removida' }
  })
  peer.answersBy(dryRunRoute, () => TRIED)
  peer.answersBy(automationRunsRoute, () => ({ data: [...RUNS], meta: { total: RUNS.length } }))
}

async function openAutomations({
  rows = [anAutomation(), PAUSED],
  look = {},
}: {
  readonly rows?: readonly Automation[]
  readonly look?: Look
} = {}) {
  const app = await openApp('/automacoes', {
    ...look,
    role: 1,
    script: (peer) => keepsAutomations(peer, rows),
  })
  await expect.element(button('Nova automação')).toBeVisible()
  return app
}

const button = (name: string) => page.getByRole('button', { name, exact: true })
const form = page.getByRole('dialog', { name: /automação$/u })
const sentence = form.getByRole('note', { name: 'A regra em uma frase' })
const save = () => userEvent.click(form.getByRole('button', { name: 'Salvar' }))
async function choose(label: string, option: string, place = 0): Promise<void> {
  await userEvent.click(form.getByRole('combobox', { name: label }).nth(place))
  await userEvent.click(page.getByRole('option', { name: option }))
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list, its form, its trial and its log are in order, with targets for thumbs', async () => {
    await openAutomations({ look })
    await expect.element(page.getByText(/Pausada: agiu mais de 100 vezes/u)).toBeVisible()
    await expect.element(page.getByText(/O corretor Davi não está mais ativo/u)).toBeVisible()
    await isInOrder('the list')
    if (look.width !== 'desk') await hasTargetsForThumbs('the list')
    await userEvent.click(button('Registro de Lead parado'))
    await expect.element(page.getByText('Avisar: não, o lead não tem corretor')).toBeVisible()
    await isInOrder('the log')
    if (look.width !== 'desk') await hasTargetsForThumbs('the log')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(button('Editar Lead parado'))
    await expect.element(form.getByText(/Teria agido 41/u)).toBeVisible()
    await isInOrder('the form')
    if (look.width !== 'desk') await hasTargetsForThumbs('the form')
  })
})

test('a rule is made from its choices; the sentence and the trial follow each of them', async () => {
  const { peer } = await openAutomations({ rows: [] })
  await expect.element(page.getByText('Nenhuma automação ainda')).toBeVisible()
  await userEvent.click(button('Nova automação'))
  await form.getByRole('textbox', { name: 'Nome' }).fill('Cotou')
  await choose('Quando', 'um lead muda de status')
  await choose('Para o status', 'Envio Cotação')
  await choose('Ação', 'Agendar um retorno')
  await form.getByRole('textbox', { name: 'Em quantos dias úteis' }).fill('3')
  await form.getByRole('textbox', { name: 'Para quê' }).fill('Saber da cotação')
  await userEvent.click(form.getByRole('button', { name: 'Outra ação' }))
  await form.getByRole('textbox', { name: 'O que dizer' }).fill('Retorno marcado')
  await expect
    .element(sentence)
    .toMatchTextContent(
      /^Quando um lead passa a Envio Cotação, agende um retorno em 3.dias úteis às 09:00 e avise o corretor\.$/u,
    )
  await expect
    .poll(() => peer.callsOf(dryRunRoute).at(-1)?.body)
    .toMatchObject({
      trigger: { kind: 'status_changed', to: 4, bulk: false },
    })
  await expect
    .element(form.getByText(/Teria agido 41.vezes nos últimos 30 dias, em 38.leads\./u))
    .toBeVisible()
  await save()
  await expect.element(form).not.toBeInTheDocument()
  expect(peer.callsOf(newAutomationRoute).at(-1)?.body).toMatchObject({
    name: 'Cotou',
    acts: [
      { kind: 'schedule', days: 3, time: '09:00', text: 'Saber da cotação' },
      { kind: 'notice', to: 'broker', text: 'Retorno marcado' },
    ],
  })
  await expect.element(page.getByRole('heading', { name: 'Cotou' })).toBeVisible()
})

test('what is missing is said at its field, and nothing is sent', async () => {
  const { peer } = await openAutomations({ rows: [] })
  await userEvent.click(button('Nova automação'))
  await form.getByRole('textbox', { name: 'Por quantos dias úteis' }).fill('')
  await save()
  await expect.element(form.getByText('Use um número de 1 a 60')).toBeVisible()
  await expect.element(form.getByText('Campo Obrigatório').first()).toBeVisible()
  expect(peer.callsOf(newAutomationRoute)).toHaveLength(0)
})

test('an example begins the form with its rule', async () => {
  const { peer } = await openAutomations({ rows: [] })
  await userEvent.click(button('Usar o exemplo Retorno atrasado'))
  await expect.element(sentence).toMatchTextContent(/agendamento atrasado, avise os gerentes\.$/u)
  await save()
  await expect.element(page.getByRole('heading', { name: 'Retorno atrasado' })).toBeVisible()
  expect(peer.callsOf(newAutomationRoute)).toHaveLength(1)
})

test('it is switched on after its trial, by the revision that was tried out; a changed one is refused', async () => {
  const { peer } = await openAutomations()
  await userEvent.click(button('Ligar Lead parado'))
  const dialog = page.getByRole('dialog', { name: 'Ligar Lead parado?' })
  await expect.element(dialog.getByText(/Teria agido 41/u)).toBeVisible()
  peer.refuses(switchAutomationRoute, {
    status: 409,
    code: 'conflict',
    message: 'Outra pessoa alterou a automação enquanto você editava.',
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Ligar automação' }))
  await expect.element(page.getByText(/Outra pessoa alterou a automação/u)).toBeVisible()
  expect(peer.callsOf(switchAutomationRoute).at(-1)?.body).toEqual({ on: true, revision: 'first' })
})

test('it is switched off, and removed after a question, also where the first answer was lost', async () => {
  const { peer } = await openAutomations({ rows: [anAutomation({ state: 'on' })] })
  await userEvent.click(button('Desligar Lead parado'))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Desligar automação' }))
  await expect.element(page.getByText('Desligada', { exact: true })).toBeVisible()
  peer.losesAnswer(removeAutomationRoute)
  await userEvent.click(button('Remover automação Lead parado'))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remover automação' }))
  await expect.element(page.getByText('Nenhuma automação ainda')).toBeVisible()
})

test('what a colleague has removed meanwhile counts as removed, without an error', async () => {
  const { peer } = await openAutomations()
  peer.refuses(removeAutomationRoute, { status: 404, code: 'not_found', message: 'Automação não encontrada' })
  await userEvent.click(button('Remover automação Lead parado'))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remover automação' }))
  await expect.element(page.getByText('Automação removida')).toBeVisible()
  expect(page.getByText('Automação não encontrada').elements()).toHaveLength(0)
})

test("a colleague's change is not reverted: it is said, and the next save begins with it", async () => {
  const { peer } = await openAutomations()
  await userEvent.click(button('Editar Lead parado'))
  await form.getByRole('textbox', { name: 'Nome' }).fill('Lead esquecido')
  const theirs = anAutomation({ trigger: { kind: 'idle', days: 5 }, revision: 'second' })
  peer.refuses(changeAutomationRoute, {
    status: 409,
    code: 'conflict',
    message: 'Outra pessoa alterou a automação',
  })
  peer.answersBy(automationsRoute, () => ({ data: [theirs] }))
  await save()
  await expect.element(form.getByRole('alert')).toMatchTextContent('Outra pessoa alterou a automação')
  await expect.element(form.getByRole('textbox', { name: 'Por quantos dias úteis' })).toHaveValue('5')
  peer.answersBy(changeAutomationRoute, () => theirs)
  await save()
  expect(peer.callsOf(changeAutomationRoute).at(-1)?.body).toMatchObject({
    name: 'Lead esquecido',
    revision: 'second',
  })
})
