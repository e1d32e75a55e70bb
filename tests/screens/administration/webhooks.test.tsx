/** 'Webhooks': addresses of other systems, their secrets and their deliveries. docs/rules.md#webhooks */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  changeWebhookRoute,
  type Delivery,
  deliveriesRoute,
  newWebhookRoute,
  removeWebhookRoute,
  renewWebhookSecretRoute,
  sendAgainRoute,
  switchWebhookRoute,
  testWebhookRoute,
  type Webhook,
  webhookBodySchema,
  webhooksRoute,
} from '../../../src/contract/administration/webhooks.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { confirm, knowsPassword, needsConfirmation, passwordField } from '../support/password.ts'
import type { Peer } from '../support/peer.ts'

const AT = '2026-11-18T13:00:00.000Z'
const ID = '00000000-0000-4000-8000-000000000001'

const aWebhook = (more: Partial<Webhook> = {}): Webhook => ({
  id: ID,
  name: 'CRM da matriz',
  url: 'https://crm.exemplo.com.br/farol?key=segredo',
  events: ['lead.created', 'lead.sold'],
  with_client: false,
  state: 'on',
  state_since: AT,
  created_at: AT,
  failing_since: null,
  old_secret_until: null,
  waiting: 0,
  failed: 0,
  last_delivered_at: AT,
  revision: 'first',
  ...more,
})
const aDelivery = (id: number, more: Partial<Delivery> = {}): Delivery => ({
  id,
  message_id: `msg_${id}`,
  kind: 'lead.sold',
  lead_id: 1200 + id,
  state: 'delivered',
  made_at: AT,
  tries: 1,
  tried_at: AT,
  next_try_at: null,
  took_ms: 180,
  status: 200,
  problem: null,
  ...more,
})
const FAILED = aDelivery(2, {
  state: 'failed',
  tries: 9,
  status: 500,
  problem: 'O endereço respondeu que teve um erro (código 500).',
})

/** Keeps webhooks and deliveries as the server does. */
function keepsWebhooks(peer: Peer, given: readonly Webhook[], deliveries: readonly Delivery[] = []): void {
  let rows = [...given]
  let log = [...deliveries]
  let secrets = 0
  const found = (path: string) => {
    const row = rows.find(({ id }) => path.includes(id))
    if (row === undefined) throw new Error(`no webhook in ${path}`)
    return row
  }
  const put = (row: Webhook) => {
    rows = rows.map((one) => (one.id === row.id ? row : one))
    return row
  }
  const secret = () => {
    secrets += 1
    return `whsec_${secrets}`
  }
  peer.answersBy(webhooksRoute, () => ({ data: rows }))
  peer.answersBy(newWebhookRoute, (asked) => {
    needsConfirmation(asked)
    const row = aWebhook({
      ...webhookBodySchema.parse(asked.body),
      id: `00000000-0000-4000-8000-00000000001${rows.length}`,
      last_delivered_at: null,
    })
    rows = [...rows, row]
    return { ...row, secret: secret() }
  })
  peer.answersBy(changeWebhookRoute, (asked) => {
    needsConfirmation(asked)
    return put({ ...found(asked.path), ...webhookBodySchema.parse(asked.body) })
  })
  peer.answersBy(renewWebhookSecretRoute, (asked) => {
    needsConfirmation(asked)
    return {
      ...put({ ...found(asked.path), old_secret_until: '2026-11-19T13:00:00.000Z' }),
      secret: secret(),
    }
  })
  peer.answersBy(switchWebhookRoute, ({ path, body }) =>
    put({ ...found(path), state: JSON.stringify(body).includes('true') ? 'on' : 'off' }),
  )
  peer.answersBy(removeWebhookRoute, ({ path }) => {
    const gone = found(path)
    rows = rows.filter(({ id }) => id !== gone.id)
    return { message: 'Webhook removido' }
  })
  peer.answersBy(testWebhookRoute, () => ({ message: 'Teste a caminho' }))
  peer.answersBy(deliveriesRoute, () => ({ data: log, meta: { total: log.length } }))
  peer.answersBy(sendAgainRoute, ({ path }) => {
    log = log.map((one) =>
      path.includes(`/${one.id}/`)
        ? { ...one, state: 'waiting', tries: 0, next_try_at: AT, problem: null }
        : one,
    )
    return { message: 'Envio a caminho' }
  })
  knowsPassword(peer)
}

interface Opening {
  readonly rows?: readonly Webhook[]
  readonly log?: readonly Delivery[]
  readonly look?: Look
}

async function openWebhooks({ rows = [aWebhook()], log = [], look = {} }: Opening = {}) {
  const app = await openApp('/webhooks', {
    ...look,
    role: 1,
    script: (peer) => keepsWebhooks(peer, rows, log),
  })
  await expect.element(page.getByRole('button', { name: 'Novo webhook' })).toBeVisible()
  return app
}

const button = (name: string) => page.getByRole('button', { name })
const form = page.getByRole('dialog', { name: /webhook$/u })
const field = (name: string) => form.getByRole('textbox', { name })
const secretDialog = page.getByRole('dialog', { name: /^Segredo de/u })
const log = page.getByRole('dialog', { name: 'Envios de CRM da matriz' })
const alert = form.getByRole('alert')

async function fillNew(): Promise<void> {
  await userEvent.click(button('Novo webhook'))
  await field('Nome').fill('BI')
  await field('Endereço').fill('https://bi.exemplo.com.br/farol')
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list, its dialog and its deliveries are in order, with targets for thumbs', async () => {
    const stopped = aWebhook({
      id: '00000000-0000-4000-8000-000000000002',
      name: 'BI',
      state: 'failing',
      with_client: true,
      waiting: 3,
      failed: 1,
      last_delivered_at: null,
    })
    await openWebhooks({ rows: [aWebhook(), stopped], log: [aDelivery(1), FAILED], look })
    await expect.element(page.getByText('Parado: cinco dias só de falhas')).toBeVisible()
    await isInOrder('the list')
    if (look.width !== 'desk') await hasTargetsForThumbs('the list')
    await userEvent.click(button('Envios de CRM da matriz'))
    await expect.element(log.getByText('Não entregue', { exact: true })).toBeVisible()
    await isInOrder('the deliveries')
    if (look.width !== 'desk') await hasTargetsForThumbs('the deliveries')
    await userEvent.keyboard('{Escape}')
    await userEvent.click(button('Editar BI'))
    await expect.element(form.getByText(/Dados pessoais saem do Farol/u)).toBeVisible()
    await isInOrder('the form')
    if (look.width !== 'desk') await hasTargetsForThumbs('the form')
  })
})

test('a new webhook is made by keys, its secret is shown once, and closing without a copy asks', async () => {
  const { peer } = await openWebhooks({ rows: [] })
  await expect.element(page.getByText('Nenhum webhook ainda')).toBeVisible()
  button('Novo webhook').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(field('Nome')).toHaveFocus()
  await userEvent.keyboard('BI{Tab}https://bi.exemplo.com.br/farol{Enter}')
  await confirm()
  await expect.element(secretDialog).toMatchTextContent('whsec_1')
  expect(peer.callsOf(newWebhookRoute).at(-1)?.body).toMatchObject({ name: 'BI', with_client: false })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Voltar' }))
  await expect.element(secretDialog).toMatchTextContent('whsec_1')
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('button', { name: 'Fechar sem copiar' }))
  await expect.element(secretDialog).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: 'BI' })).toBeVisible()
  await expect.element(page.getByText(/whsec_/u)).not.toBeInTheDocument()
})

test('name, address and an event are asked for, and what the server says of the address stands at its field', async () => {
  const { peer } = await openWebhooks()
  await userEvent.click(button('Novo webhook'))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(form.getByText('Campo Obrigatório').first()).toBeVisible()
  await field('Nome').fill('BI')
  await field('Endereço').fill('https://10.0.0.8/')
  for (const label of [
    'Lead criado',
    'Lead capturado',
    'Mudança de status',
    'Venda',
    'Perda',
    'Agendamento atrasado',
    'Automação agiu',
  ])
    await userEvent.click(form.getByRole('checkbox', { name: label }))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(form.getByText('Escolha ao menos um evento')).toBeVisible()
  await userEvent.click(form.getByRole('checkbox', { name: 'Venda' }))
  const problem = 'O endereço leva a uma rede interna, que o Farol não chama'
  peer.refuses(newWebhookRoute, { status: 422, code: 'rule', message: problem, errors: { url: [problem] } })
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(form.getByText(problem)).toBeVisible()
  await expect.element(field('Endereço')).toHaveValue('https://10.0.0.8/')
})

test('a creation whose answer was lost is sent again under the same key', async () => {
  const { peer } = await openWebhooks({ rows: [] })
  await fillNew()
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(passwordField).toHaveFocus()
  peer.losesAnswer(newWebhookRoute)
  await confirm()
  await expect.element(alert).toMatchTextContent('Não sabemos se foi salvo')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(secretDialog).toMatchTextContent('whsec_')
  const keys = peer.callsOf(newWebhookRoute).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

test("a colleague's change is not reverted: it is said, and the next save begins with it", async () => {
  const { peer } = await openWebhooks()
  await userEvent.click(button('Editar CRM da matriz'))
  await field('Nome').fill('CRM novo')
  const theirs = aWebhook({ url: 'https://outro.exemplo.com.br/', revision: 'second' })
  peer.refuses(changeWebhookRoute, {
    status: 409,
    code: 'conflict',
    message: 'Outra pessoa alterou o webhook',
  })
  peer.answersBy(webhooksRoute, () => ({ data: [theirs] }))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(alert).toMatchTextContent('Outra pessoa alterou o webhook')
  await expect.element(field('Nome')).toHaveValue('CRM novo')
  await expect.element(field('Endereço')).toHaveValue('https://outro.exemplo.com.br/')
  peer.answersBy(changeWebhookRoute, () => theirs)
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(form).not.toBeInTheDocument()
  expect(peer.callsOf(changeWebhookRoute).at(-1)?.body).toMatchObject({
    name: 'CRM novo',
    revision: 'second',
  })
})

test('a renewed secret is shown once; where its answer was lost the next one has the same key', async () => {
  const { peer } = await openWebhooks()
  const renew = async () => {
    await userEvent.click(button('Renovar segredo de CRM da matriz'))
    await userEvent.click(
      page
        .getByRole('dialog', { name: /^Renovar o segredo/u })
        .getByRole('button', { name: 'Renovar segredo' }),
    )
  }
  await renew()
  await expect.element(passwordField).toHaveFocus()
  peer.losesAnswer(renewWebhookSecretRoute)
  await confirm()
  await expect.element(page.getByText(/Não sabemos se o segredo foi renovado/u).first()).toBeVisible()
  await renew()
  await expect.element(secretDialog).toMatchTextContent('O segredo anterior ainda assina')
  const keys = peer.callsOf(renewWebhookSecretRoute).map(({ headers }) => headers.get('idempotency-key'))
  expect(new Set(keys).size).toBe(1)
})

test('a double tap sends one test, and a late answer holds the buttons', async () => {
  const { peer } = await openWebhooks()
  const held = peer.holds(testWebhookRoute)
  await userEvent.dblClick(button('Enviar teste a CRM da matriz'))
  await expect.element(button('Enviar teste a CRM da matriz')).toBeDisabled()
  await expect.element(button('Remover webhook CRM da matriz')).toBeDisabled()
  held()
  await expect.element(page.getByText(/Teste a caminho/u)).toBeVisible()
  expect(peer.callsOf(testWebhookRoute)).toHaveLength(1)
})

test('it is switched off after a question, and on at once', async () => {
  const { peer } = await openWebhooks()
  await userEvent.click(button('Desligar CRM da matriz'))
  await userEvent.keyboard('{Escape}')
  expect(peer.callsOf(switchWebhookRoute)).toHaveLength(0)
  await userEvent.click(button('Desligar CRM da matriz'))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Desligar webhook' }))
  await expect.element(page.getByText('Desligado', { exact: true })).toBeVisible()
  await expect.element(button('Enviar teste a CRM da matriz')).toBeDisabled()
  await userEvent.click(button('Ligar CRM da matriz'))
  await expect.element(page.getByText('Ligado', { exact: true })).toBeVisible()
})

test('it is removed after a question, also where the first answer was lost', async () => {
  const { peer } = await openWebhooks()
  const remove = async () => {
    await userEvent.click(button('Remover webhook CRM da matriz'))
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remover webhook' }))
  }
  peer.losesAnswer(removeWebhookRoute)
  await remove()
  await expect.element(page.getByText('Nenhum webhook ainda')).toBeVisible()
})

test('what a colleague has removed meanwhile counts as removed, without an error', async () => {
  const { peer } = await openWebhooks()
  peer.refuses(removeWebhookRoute, { status: 404, code: 'not_found', message: 'Webhook não encontrado' })
  await userEvent.click(button('Remover webhook CRM da matriz'))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Remover webhook' }))
  await expect.element(page.getByText('Webhook removido')).toBeVisible()
  expect(page.getByText('Webhook não encontrado').elements()).toHaveLength(0)
})

test("'Enviar de novo' puts a delivery back into the queue, once", async () => {
  const { peer } = await openWebhooks({ log: [aDelivery(1), FAILED] })
  await userEvent.click(button('Envios de CRM da matriz'))
  await expect.element(log.getByText('O endereço respondeu que teve um erro (código 500).')).toBeVisible()
  const again = log.getByRole('button', { name: 'Enviar de novo: Venda, lead 1202' })
  await userEvent.dblClick(again)
  await expect.element(log.getByText('Espera', { exact: true })).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
  expect(peer.callsOf(sendAgainRoute)).toHaveLength(1)
})

test('the filter asks for what was not delivered', async () => {
  const { peer } = await openWebhooks({ log: [FAILED] })
  await userEvent.click(button('Envios de CRM da matriz'))
  await userEvent.click(log.getByText('Não entregues', { exact: true }))
  await expect.poll(() => peer.callsOf(deliveriesRoute).at(-1)?.query.get('state')).toBe('failed')
})

test('without a network the screen says so, and asks again', async () => {
  const app = await openApp('/webhooks', {
    role: 1,
    script: (peer) => {
      keepsWebhooks(peer, [aWebhook()])
      peer.refuses(webhooksRoute, { status: 500, code: 'internal', message: 'O servidor teve um erro.' })
    },
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('O servidor teve um erro.')
  keepsWebhooks(app.peer, [aWebhook()])
  await userEvent.click(button('Tentar de novo'))
  await expect.element(page.getByRole('heading', { name: 'CRM da matriz' })).toBeVisible()
})
