/** 'WhatsApp': the connection, as administrators keep it. docs/rules.md#whatsapp */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  endWhatsAppRoute,
  saveWhatsAppRoute,
  type WhatsApp,
  whatsAppRoute,
} from '../../../src/contract/whatsapp.ts'
import { openApp } from '../support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { LOOKS } from '../support/looks.ts'
import { knowsPassword } from '../support/password.ts'
import type { Peer } from '../support/peer.ts'

const AT = '2026-11-18T13:00:00.000Z'
const CALLBACK = 'https://farol.exemplo.com.br/api/webhooks/whatsapp'

const aConnection = (more: Partial<WhatsApp> = {}): WhatsApp => ({
  waba_id: '102290129340398',
  keeps_text: false,
  numbers: [
    { phone_number_id: '106540352242922', display_number: '5511987654321', user_id: 4, owner: 'Bruna Lima' },
    { phone_number_id: '106540352242923', display_number: '551130001000', user_id: null, owner: null },
  ],
  state: 'on',
  state_since: AT,
  verified_at: AT,
  last_event_at: AT,
  last_problem: null,
  last_problem_at: null,
  waiting: 0,
  history_ignored: 0,
  verify_token: 'kB3-codigo',
  revision: 'first',
  ...more,
})

/** A server that keeps what is saved. */
const serves =
  (first: WhatsApp | null) =>
  (peer: Peer): void => {
    let connection = first
    knowsPassword(peer)
    peer.answersBy(whatsAppRoute, () => ({ data: connection, callback_url: CALLBACK }))
    peer.answersBy(saveWhatsAppRoute, ({ body }) => {
      const { waba_id, keeps_text, numbers } = saveWhatsAppRoute.body.parse(body)
      connection = aConnection({
        waba_id,
        keeps_text,
        numbers: numbers.map((one) => ({ ...one, owner: null })),
        last_event_at: null,
        revision: 'next',
      })
      return connection
    })
    peer.answersBy(endWhatsAppRoute, () => {
      connection = null
      return { message: 'WhatsApp desconectado' }
    })
  }

const screen = page.getByRole('region', { name: 'WhatsApp', exact: true })
const dialog = (name: string) => page.getByRole('dialog', { name })

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('connection and dialog are in order, with targets for thumbs where there are thumbs', async () => {
    const troubled = aConnection({
      last_problem: 'Chegou um aviso com assinatura errada.',
      last_problem_at: AT,
    })
    await openApp('/whatsapp', { ...look, role: 1, script: serves(troubled) })
    await expect.element(screen.getByText('(11) 98765-4321 · Bruna Lima')).toBeVisible()
    await expect.element(screen.getByText(CALLBACK)).toBeVisible()
    await expect.element(screen.getByText('Chegou um aviso com assinatura errada.')).toBeVisible()
    await isInOrder('/whatsapp')
    if (look.width !== 'desk') await hasTargetsForThumbs('/whatsapp')
    await userEvent.click(screen.getByRole('button', { name: 'Editar conexão' }))
    await expect
      .element(dialog('Editar a conexão').getByRole('textbox', { name: 'ID do número' }).first())
      .toBeVisible()
    await isInOrder('the dialog')
    if (look.width !== 'desk') await hasTargetsForThumbs('the dialog')
  })
})

test('connecting asks for every secret once, and saves numbers of the house and of people', async () => {
  const { peer } = await openApp('/whatsapp', { role: 1, script: serves(null) })
  await userEvent.click(screen.getByRole('button', { name: 'Conectar o WhatsApp' }))
  const form = dialog('Conectar o WhatsApp')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(form.getByText('Obrigatório na primeira vez').first()).toBeVisible()
  await userEvent.fill(
    form.getByRole('textbox', { name: 'ID da conta do WhatsApp Business' }),
    '102290129340398',
  )
  await userEvent.fill(form.getByLabelText(/^Token de acesso/), 'EAAG-token')
  await userEvent.fill(form.getByLabelText(/^Chave secreta do app/), 'segredo')
  await userEvent.fill(form.getByRole('textbox', { name: 'ID do número' }), '106540352242922')
  await userEvent.fill(form.getByRole('textbox', { name: 'Número', exact: true }), '+55 11 98765-4321')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(screen.getByText('Esperando o primeiro aviso')).toBeVisible()
  expect(peer.bodiesOf(saveWhatsAppRoute).at(-1)).toMatchObject({
    waba_id: '102290129340398',
    token: 'EAAG-token',
    app_secret: 'segredo',
    keeps_text: false,
    numbers: [{ phone_number_id: '106540352242922', user_id: null }],
  })
})

test('an edit leaves the secrets blank, warns before texts are kept, and takes a number off', async () => {
  const { peer } = await openApp('/whatsapp', { role: 1, script: serves(aConnection()) })
  await userEvent.click(screen.getByRole('button', { name: 'Editar conexão' }))
  const form = dialog('Editar a conexão')
  await userEvent.click(form.getByRole('checkbox', { name: 'Guardar o texto das mensagens' }))
  await expect.element(form.getByText(/passa a ficar no histórico/)).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Tirar número 2' }))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  await expect.element(screen.getByText('O texto das mensagens fica no histórico dos leads.')).toBeVisible()
  expect(peer.bodiesOf(saveWhatsAppRoute).at(-1)).toMatchObject({
    token: '',
    app_secret: '',
    keeps_text: true,
    numbers: [{ phone_number_id: '106540352242922', display_number: '5511987654321', user_id: 4 }],
    revision: 'first',
  })
})

test('a connection that Meta ended says what to do, and disconnecting asks first', async () => {
  const { peer } = await openApp('/whatsapp', { role: 1, script: serves(aConnection({ state: 'removed' })) })
  await expect.element(screen.getByText('Encerrado na Meta')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Desconectar WhatsApp' }))
  expect(peer.bodiesOf(endWhatsAppRoute)).toHaveLength(0)
  await userEvent.click(
    dialog('Desconectar o WhatsApp?').getByRole('button', { name: 'Desconectar WhatsApp' }),
  )
  await expect.element(screen.getByText('WhatsApp não conectado')).toBeVisible()
})
