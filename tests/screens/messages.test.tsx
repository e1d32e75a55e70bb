/** Messages with templates: written, opened, sent, suggested; clients that want none. docs/rules.md#message-templates */
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { MANAGED } from '../../src/contract/administration/catalogues.ts'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { aClient, iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, type Opening, openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { KeptList } from './support/kept-list.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { ownLead } from './support/own-lead.ts'
import { pushed } from './support/pushed.ts'

const SUGGESTION = '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f80b1'
const SUGGESTION_ROW = {
  uid: SUGGESTION,
  template_id: 1,
  reason: 'Renovação em 30 dias',
  made_at: iso('2026-11-18T09:00:00'),
}
const SUGGESTED: Partial<Lead> = { suggested_message: SUGGESTION_ROW }
const dialog = page.getByRole('dialog')
const line = page.getByRole('group', { name: 'Mensagem sugerida' })
const text = dialog.getByRole('textbox', { name: 'Texto' })
const link = dialog.getByRole('link', { name: 'Abrir no WhatsApp' })
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const field = (name: string) => dialog.getByRole('textbox', { name })

// A test leads nowhere.
beforeEach(() => {
  const stay = (event: Event) => {
    if (event.target instanceof Element && event.target.closest('a[target="_blank"]') !== null)
      event.preventDefault()
  }
  document.addEventListener('click', stay, true)
  return () => document.removeEventListener('click', stay, true)
})

const withLead = (changes: Partial<Lead> = {}, opening: Opening = {}) =>
  openApp('/hoje', {
    settings: { brokerage_name: 'Farol Seguros', whatsapp_connected: false },
    leads: (user) => [
      ownLead(user, {
        client_name: 'ANA MARTINS',
        client_cellphone: '31988776650',
        client_phone: '',
        old_insurer: 'Porto',
        lead_scheduling: { scheduling_date: iso('2026-11-18T09:20:00'), description: 'Ligar', status: 0 },
        ...changes,
      }),
    ],
    clients: [aClient({ name: 'ANA MARTINS', cellphone: '31988776650', phone: '' })],
    ...opening,
  })
const connected: Opening = { settings: { brokerage_name: 'Farol Seguros', whatsapp_connected: true } }
const write = () => userEvent.click(page.getByRole('button', { name: 'Escrever com modelo' }))
const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command, args }) => ({ command, args }))
const written = () => (text.element() as HTMLTextAreaElement).value
const hrefOf = () => (link.element() as HTMLAnchorElement).href

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the line and the dialog are in order, with targets for thumbs', async () => {
    await withLead(SUGGESTED, { ...look, ...connected })
    await expect.element(line).toBeVisible()
    await isInOrder('suggested')
    if (look.width !== 'desk') await hasTargetsForThumbs('suggested')
    await userEvent.click(line.getByRole('button', { name: 'Escrever' }))
    await expect.element(text).toBeVisible()
    await isInOrder('message')
    if (look.width !== 'desk') await hasTargetsForThumbs('message')
  })
})

test('a missing value is asked for, and nothing opens before; the link has the text', async () => {
  const app = await withLead({ channel_id: 27 })
  await write()
  await expect.poll(written).toMatch(/Olá, Ana! .* da Farol Seguros.*na Porto vence em \[Fim da vigência\]/s)
  await expect.element(link).not.toBeInTheDocument()
  await expect.element(button('Abrir no WhatsApp')).toBeDisabled()
  await field('Fim da vigência').fill('15/12/2026')
  await expect.element(link).toBeVisible()
  const address = new URL(hrefOf())
  expect(address.origin + address.pathname).toBe('https://wa.me/5531988776650')
  expect(address.searchParams.get('text')).toContain('vence em 15/12/2026')
  // Nothing is connected: it is opened alone.
  await expect.element(button('Enviar')).not.toBeInTheDocument()
  await userEvent.click(link)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => sent(app))
    .toMatchObject([{ command: 'lead.recordCall', args: { way: 'whatsapp', phone: '31988776650' } }])
  // The outcome is asked as after every conversation.
  await expect.element(page.getByRole('button', { name: /Enviou mensagem/ })).toBeVisible()
})

test('an approved template is sent as it is, with the values that were seen', async () => {
  const app = await withLead({ old_end_of_validity: '2026-12-15' }, connected)
  await write()
  await expect.poll(written).toMatch(/vence em 15\/12\/2026/)
  await userEvent.click(button('Enviar'))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(() => sent(app))
    .toMatchObject([
      {
        command: 'lead.sendMessage',
        args: {
          phone: '31988776650',
          message: {
            kind: 'template',
            template_id: 1,
            values: { primeiro_nome: 'Ana', seguradora: 'Porto', fim_vigencia: '15/12/2026' },
          },
        },
      },
    ])
})

test('a changed text is a free text, and the template comes back with one tap', async () => {
  const app = await withLead({ old_end_of_validity: '2026-12-15' }, connected)
  await write()
  await text.fill('Posso ligar às 15 h?')
  await expect.element(dialog.getByText(/só até 24 horas/)).toBeVisible()
  await userEvent.click(button('Voltar ao texto do modelo'))
  await expect.poll(written).toMatch(/^Olá, Ana!/)
  await text.fill('Posso ligar às 15 h?')
  await userEvent.click(button('Enviar'))
  await expect
    .poll(() => sent(app))
    .toMatchObject([{ args: { message: { kind: 'text', text: 'Posso ligar às 15 h?' } } }])
})

test('a template without approval is opened, and not sent', async () => {
  await withLead({}, connected)
  await write()
  await userEvent.click(dialog.getByRole('combobox', { name: 'Modelo' }))
  await userEvent.click(page.getByRole('option', { name: 'Cotação' }))
  await expect.element(link).toBeVisible()
  await expect.element(button('Enviar')).not.toBeInTheDocument()
  await expect.element(dialog.getByText(/não foi aprovado na Meta/)).toBeVisible()
})

test('a suggestion is dismissed without a network, and stays so', async () => {
  const app = await withLead(SUGGESTED)
  await expect.element(line).toMatchTextContent('Mensagem sugerida: Renovação em 30 dias')
  cutNetwork(app.peer)
  await userEvent.click(line.getByRole('button', { name: 'Agora não' }))
  await expect.element(line).not.toBeInTheDocument()
  restoreNetwork(app.peer)
  await expect
    .poll(() => sent(app))
    .toMatchObject([
      { command: 'lead.decideMessage', args: { suggestion_uid: SUGGESTION, decision: 'dismissed' } },
    ])
})

test('before the capture a suggestion is dismissed, and written after it', async () => {
  const app = await withLead({ ...SUGGESTED, state: 1, status: 1, channel_id: 27, capture_date: null })
  await expect
    .element(line)
    .toMatchTextContent('Mensagem sugerida: Renovação em 30 dias. Capture o lead para escrever.')
  await expect.element(line.getByRole('button', { name: 'Escrever' })).not.toBeInTheDocument()
  await userEvent.click(line.getByRole('button', { name: 'Agora não' }))
  await expect.element(line).not.toBeInTheDocument()
  await expect
    .poll(() => sent(app))
    .toMatchObject([
      { command: 'lead.decideMessage', args: { suggestion_uid: SUGGESTION, decision: 'dismissed' } },
    ])
})

test('a suggestion that is sent is decided by the message', async () => {
  const app = await withLead({ ...SUGGESTED, old_end_of_validity: '2026-12-15' }, connected)
  await userEvent.click(line.getByRole('button', { name: 'Escrever' }))
  await expect.element(dialog.getByText('Sugerida: Renovação em 30 dias')).toBeVisible()
  await userEvent.click(button('Enviar'))
  await expect.element(line).not.toBeInTheDocument()
  await expect.poll(() => sent(app)).toMatchObject([{ args: { suggestion_uid: SUGGESTION } }])
})

test('opened without a network, a suggestion stays to be opened again', async () => {
  const app = await withLead({ ...SUGGESTED, old_end_of_validity: '2026-12-15' })
  cutNetwork(app.peer)
  await userEvent.click(line.getByRole('button', { name: 'Escrever' }))
  await userEvent.click(link)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect
    .poll(async () => (await app.db.outbox.toArray()).map(({ command }) => command))
    .toContain('lead.recordCall')
})

test('a colleague’s suggestion is not asked', async () => {
  await withLead(SUGGESTED, { role: 1 })
  await expect.element(line).not.toBeInTheDocument()
})

describe('a lead of somebody else', () => {
  const COLLEAGUE = 99
  const failed = (sender_id: number | null): Partial<Lead> => ({
    broker_id: COLLEAGUE,
    suggested_message: { ...SUGGESTION_ROW, reason: 'Não enviada: o número não está no WhatsApp', sender_id },
  })
  const onBoard = async (changes: (user: SessionUser) => Partial<Lead>, opening: Opening) => {
    await openApp('/', {
      ...opening,
      leads: (user) => [ownLead(user, { client_name: 'ANA MARTINS', ...changes(user) })],
      clients: [aClient({ name: 'ANA MARTINS' })],
    })
    await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  }

  test('its substitute is asked', async () => {
    await onBoard(() => failed(null), { user: { covers: [COLLEAGUE] } })
    await expect.element(line).toBeVisible()
  })
  test('a manager is told what it sent itself, and no more', async () => {
    await onBoard(({ id }) => failed(id), { role: 2 })
    await expect.element(line).toMatchTextContent(/Não enviada/)
  })
  test('another manager is not asked', async () => {
    await onBoard(() => failed(COLLEAGUE), { role: 2 })
    await expect.element(page.getByText('ANA MARTINS').first()).toBeVisible()
    await expect.element(line).not.toBeInTheDocument()
  })
})

test('a client that wants no messages: no template, and a reply in own words', async () => {
  await withLead(
    {},
    {
      ...connected,
      clients: [aClient({ name: 'ANA MARTINS', cellphone: '31988776650', no_messages_since: '2026-11-02' })],
    },
  )
  await write()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('não quer mensagens desde 02/11/2026')
  await expect.element(dialog.getByRole('combobox', { name: 'Modelo' })).not.toBeInTheDocument()
  await text.fill('Sim, é às 15 h.')
  await expect.element(button('Enviar')).toBeEnabled()
})

test('a template is written with fields by buttons, and a field that does not exist is refused', async () => {
  const { peer } = await openApp('/modelos-de-mensagem', {
    role: 1,
    script: (peer) => void new KeptList(peer, MANAGED.message_templates),
  })
  await userEvent.click(page.getByRole('button', { name: 'Adicionar' }))
  await field('Nome').fill('Aniversário')
  await text.fill('Parabéns, ')
  await userEvent.click(button('Primeiro nome do cliente'))
  await expect.element(text).toHaveValue('Parabéns, {primeiro_nome}')
  await expect.element(dialog.getByRole('figure', { name: 'Prévia' })).toMatchTextContent('Parabéns, Ana')
  await text.fill('Parabéns, {apelido}!')
  await expect.element(dialog.getByText('Não existe o campo {apelido}').first()).toBeVisible()
  await userEvent.click(button('Salvar'))
  expect(peer.callsOf(MANAGED.message_templates.create)).toHaveLength(0)
  await text.fill('Parabéns, {primeiro_nome}!')
  await userEvent.click(button('Salvar'))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(peer.bodiesOf(MANAGED.message_templates.create)).toMatchObject([
    { name: 'Aniversário', body: 'Parabéns, {primeiro_nome}!', meta_name: null },
  ])
})

describe.each(LOOKS)('templates, $width, $scheme', (look) => {
  test('the list and its form are in order, with targets for thumbs', async () => {
    await openApp('/modelos-de-mensagem', {
      ...look,
      role: 1,
      script: (peer) => void new KeptList(peer, MANAGED.message_templates),
    })
    await userEvent.click(page.getByRole('button', { name: 'Editar Renovação' }))
    await expect.element(dialog.getByRole('textbox', { name: 'Texto para cadastrar na Meta' })).toBeVisible()
    await isInOrder('template')
    if (look.width !== 'desk') await hasTargetsForThumbs('template')
  })
})
