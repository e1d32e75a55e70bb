/** 'Como estava': the lead at a moment of its history, and fields that get their value of then. docs/rules.md#as-it-was */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { timelineRoute } from '../../../src/contract/board.ts'
import type { TimelineEntry } from '../../../src/contract/timeline.ts'
import { iso } from '../../unit/domain/fixtures.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { onServer, openWorked, press } from '../support/lead-form.ts'
import { LOOKS, type Look } from '../support/looks.ts'
import { cutNetwork } from '../support/network.ts'
import type { Peer } from '../support/peer.ts'

const anEntry = (id: number, time: string, changes: TimelineEntry['changes']): TimelineEntry => ({
  id,
  command: id === 1 ? 'lead.create' : 'lead.update',
  user: { id: 3, name: 'Carla Nunes' },
  device_id: null,
  occurred_at: iso(`2026-11-18T${time}:20`),
  received_at: iso(`2026-11-18T${time}:20`),
  offline: false,
  changes,
})

/** The product was changed twice, the mail and the status once. */
const ENTRIES = [
  anEntry(3, '09:50', {
    product: { before: 'Casa', after: 'Carro' },
    status: { before: 1, after: 2 },
    'client.mail': { before: 'antes@exemplo.com.br', after: 'ana@exemplo.com.br' },
  }),
  anEntry(2, '09:40', { product: { before: null, after: 'Casa' } }),
  anEntry(1, '09:30', { channel_id: { before: null, after: 1 } }),
]
const withHistory = (peer: Peer, entries: readonly TimelineEntry[] = ENTRIES) =>
  peer.answers(timelineRoute, { data: [...entries] })

const past = page.getByRole('dialog', { name: /como estava$/u })
const list = past.getByRole('list', { name: 'O que mudou depois' })
const box = (label: string) => past.getByRole('checkbox', { name: label, exact: true })
const bring = past.getByRole('button', { name: /^Trazer de volta/u })
const moment = past.getByRole('textbox', { name: 'Como estava em' })
const reason = past.getByRole('textbox', { name: 'Motivo' })

async function openPast(
  time: string,
  { look = {}, script = withHistory }: { look?: Look; script?: (peer: Peer) => void } = {},
) {
  const app = await openWorked({ ...look, lead: { product: 'Carro' }, folded: true, script })
  const line = page.getByRole('button', { name: `Como estava em 18/11/2026 ${time}` })
  if (look.width === 'phone' || look.width === 'tablet') await press('Histórico')
  await userEvent.click(line)
  await expect.element(past).toBeVisible()
  return app
}

test.each(LOOKS)('the lead as it was is in order: $width, $scheme', async (look) => {
  await openPast('09:40', { look })
  await expect.element(list).toMatchTextContent(/Produto.*Casa.*Carro/u)
  await isInOrder('the lead as it was')
  if (look.width !== 'desk') await hasTargetsForThumbs('the lead as it was')
})

test('a field is brought back with its reason, and nothing else changes', async () => {
  const app = await openPast('09:40')
  await expect.element(past).toMatchTextContent('3 campos mudaram depois de 18/11/2026 09:40.')
  // A status follows from steps.
  expect(box('Status').elements()).toHaveLength(0)
  await userEvent.click(bring)
  await expect.element(past).toMatchTextContent('Escolha o que trazer de volta.')
  await userEvent.click(box('Produto'))
  await userEvent.click(bring)
  await expect.element(past).toMatchTextContent('Escreva o motivo.')
  await userEvent.fill(reason, 'Apagado por engano')
  await userEvent.click(bring)
  await expect.element(past).not.toBeInTheDocument()
  await expect.poll(() => onServer(app)?.product).toBe('Casa')
  expect(onServer(app)).toMatchObject({ status: 2 })
})

test('the only field that can come back is chosen beforehand', async () => {
  const product = { before: 'Casa', after: 'Carro' }
  await openPast('09:40', {
    script: (peer) => withHistory(peer, [anEntry(3, '09:50', { product }), ...ENTRIES.slice(1)]),
  })
  await expect.element(box('Produto')).toBeChecked()
  await userEvent.click(box('Produto'))
  await expect.element(bring).toHaveTextContent('Trazer de volta')
})

test('all that a save can write is brought back at once, also what was empty', async () => {
  const app = await openPast('09:30')
  await userEvent.click(box('Todos os campos que voltam (2)'))
  await userEvent.fill(reason, 'Volta ao começo')
  await userEvent.click(bring)
  await expect.poll(() => onServer(app)?.product).toBeNull()
  await expect.poll(async () => (await app.db.clients.toArray())[0]?.mail).toBe('antes@exemplo.com.br')
})

test('another moment shows the lead of then; one before the known history is told', async () => {
  await openPast('09:50')
  await expect.element(past).toMatchTextContent('Esta é a última mudança, de 18/11/2026 09:50')
  await userEvent.fill(moment, '18/11/2026 09:45')
  await expect.element(list).toMatchTextContent(/Produto.*Casa/u)
  await userEvent.fill(moment, '18/11/2026 08:00')
  await expect.element(past).toMatchTextContent('Este aparelho não tem o histórico de antes desta data.')
  expect(list.elements()).toHaveLength(0)
})

test('without a network it is queued, and what waits is undone in the view of the past', async () => {
  const app = await openPast('09:40')
  cutNetwork(app.peer)
  await userEvent.click(box('Produto'))
  await userEvent.fill(reason, 'Engano')
  await userEvent.click(bring)
  await expect.poll(() => app.db.outbox.count()).toBe(1)
  expect((await app.db.outbox.toArray())[0]).toMatchObject({
    command: 'lead.bringBack',
    args: { changes: { product: 'Casa' }, reason: 'Engano', as_of: iso('2026-11-18T09:40:20') },
  })
  await userEvent.click(page.getByRole('button', { name: 'Como estava em 18/11/2026 09:50' }))
  await expect.element(list).toMatchTextContent(/Produto.*Carro.*Casa/u)
})

test('a typed reason is asked about before it is thrown away', async () => {
  await openPast('09:40')
  await userEvent.click(box('Produto'))
  await userEvent.fill(reason, 'Engano')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Voltar' })).toBeVisible()
})

test('a lead that had another client then shows nothing of that person', async () => {
  const other = anEntry(3, '09:50', {
    client_number: { before: 7, after: 1 },
    'client.mail': { before: 'outra@exemplo.com.br', after: 'ana@exemplo.com.br' },
    product: { before: 'Casa', after: 'Carro' },
  })
  await openPast('09:40', { script: (peer) => withHistory(peer, [other, ...ENTRIES.slice(1)]) })
  await expect.element(past).toMatchTextContent('Nesta data o lead era de outro cliente.')
  await expect.element(list).toMatchTextContent(/Produto/u)
  await expect.element(past).not.toMatchTextContent('outra@exemplo.com.br')
})
