/** /sincronizacao: what waits on this device, and drafts. */
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import { iso } from '../../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { connection } from '../support/connection.ts'
import { hasTargetsForThumbs, isInOrder } from '../support/in-order.ts'
import { form, unfold } from '../support/lead-form.ts'
import { LOOKS } from '../support/looks.ts'
import { cutNetwork, restoreNetwork } from '../support/network.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { pushed } from '../support/pushed.ts'

const queue = page.getByRole('region', { name: 'Fila de envio' })
const discard = queue.getByRole('button', { name: /^Descartar/ })
const entries = queue.getByRole('group')
const question = page.getByRole('dialog', { name: 'Descartar esta alteração?' })
const withOwnLead = { clients: [CLIENT], leads: (user: { id: number }) => [ownLead(user)] }

const focused = () => document.activeElement

/** An appointment and two statuses, made without a network. */
async function withThreeQueued(path: string, look = {}): Promise<MountedApp> {
  const app = await openApp(path, { ...look, ...withOwnLead })
  cutNetwork(app.peer)
  const lead_uid = 'lead-1'
  const scheduling_date = iso('2026-12-18T09:00:00')
  await runCommand(app.db, 'lead.schedule', { lead_uid, scheduling_date, description: 'Fica' })
  await runCommand(app.db, 'lead.setServiceStatus', { lead_uid, service_status: 1 })
  await runCommand(app.db, 'lead.setServiceStatus', { lead_uid, service_status: null })
  return app
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the sync screen is in order with a queue, and its question too', async () => {
    await withThreeQueued('/sincronizacao', look)
    await expect.element(queue.getByText('Fica')).toBeVisible()
    await isInOrder('queue')
    if (look.width !== 'desk') await hasTargetsForThumbs('queue')
    await userEvent.click(discard.nth(1))
    await expect.element(question).toBeVisible()
    await isInOrder('the question before a discard')
  })
})

test('a discarded command leaves the queue after a question, the focus moves on, and the others are sent', async () => {
  const { peer } = await withThreeQueued('/sincronizacao')
  await expect.poll(() => discard.elements().length).toBe(3)
  await userEvent.click(discard.nth(1))
  await userEvent.click(question.getByRole('button', { name: 'Voltar' }))
  await expect.poll(focused).toBe(discard.nth(1).element())
  expect(discard.elements()).toHaveLength(3)
  const last = entries.nth(2).element().textContent
  // The focus moves to the next entry, or to the one before.
  for (const left of [2, 1]) {
    await userEvent.click(discard.nth(1))
    await userEvent.click(question.getByRole('button', { name: 'Descartar alteração' }))
    await expect.poll(() => discard.elements().length).toBe(left)
    await expect.poll(focused).toBe(entries.nth(left - 1).element())
    if (left === 2) expect(entries.nth(1).element().textContent).toBe(last)
  }
  restoreNetwork(peer)
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  expect(pushed(peer).map(({ command }) => command)).toEqual(['lead.schedule'])
  expect(peer.server.leads.get('lead-1')?.lead_scheduling?.description).toBe('Fica')
})

test('the queue is exported with its commands in their order', async () => {
  await withThreeQueued('/sincronizacao')
  await expect.poll(() => discard.elements().length).toBe(3)
  const saved = Promise.withResolvers<HTMLAnchorElement>()
  const take = (event: Event) => {
    if (!(event.target instanceof HTMLAnchorElement) || event.target.download === '') return
    event.preventDefault()
    saved.resolve(event.target)
  }
  // A link that is in no document gets no event of the document.
  const createObjectURL = URL.createObjectURL.bind(URL)
  const blobs: Blob[] = []
  URL.createObjectURL = (blob) => {
    if (blob instanceof Blob) blobs.push(blob)
    return createObjectURL(blob)
  }
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    this.addEventListener('click', take)
    this.dispatchEvent(new MouseEvent('click', { cancelable: true }))
  })
  try {
    await userEvent.click(page.getByRole('button', { name: 'Exportar a fila' }))
    expect((await saved.promise).download).toMatch(/^farol-fila-\d{4}-\d\d-\d\d\.json$/)
  } finally {
    URL.createObjectURL = createObjectURL
    clicked.mockRestore()
  }
  const exported: { commands: { command: string }[] } = JSON.parse((await blobs[0]?.text()) ?? '')
  expect(exported.commands.map(({ command }) => command)).toEqual([
    'lead.schedule',
    'lead.setServiceStatus',
    'lead.setServiceStatus',
  ])
})

test('a push whose answer is lost stays in the queue as waiting, and is applied once', async () => {
  const { peer } = await withThreeQueued('/sincronizacao')
  await expect.poll(() => discard.elements().length).toBe(3)
  let isLost = false
  peer.network.fault = (path) => {
    if (path !== '/api/sync/push' || isLost) return null
    isLost = true
    return 'lost answer'
  }
  restoreNetwork(peer)
  await expect.poll(() => isLost).toBe(true)
  await userEvent.click(page.getByRole('button', { name: 'Sincronizar agora' }))
  await expect.element(page.getByText('Nada na fila')).toBeVisible()
  await expect.poll(() => peer.server.applied.length).toBe(3)
  expect(new Set(peer.server.applied).size).toBe(3)
})

const drafts = page.getByRole('region', { name: 'Rascunhos' })

/** The sync screen with a draft of the lead's form. */
async function withDraft(): Promise<MountedApp> {
  const app = await openApp('/?form=lead-1', withOwnLead)
  await expect.element(form).toBeVisible()
  await unfold()
  await userEvent.fill(form.getByRole('textbox', { name: 'Informações adicionais' }), 'Prefere à tarde')
  await expect.element(form.getByText(/^Rascunho guardado/)).toBeVisible()
  await app.go('/sincronizacao')
  return app
}

test('a draft opens its form from the sync screen', async () => {
  await withDraft()
  await userEvent.click(drafts.getByRole('button', { name: 'Abrir' }))
  await expect.element(form.getByText(/^Você tem um rascunho/)).toBeVisible()
})

test('what was typed for a lead that went to another user is read on the sync screen, and discarded there', async () => {
  const { peer } = await withDraft()
  await expect.element(drafts.getByRole('button', { name: 'Abrir' })).toBeVisible()
  peer.server.change('lead-1', { broker_id: 3 })
  peer.poke()
  await userEvent.click(drafts.getByRole('button', { name: 'Ver o que foi digitado' }))
  const row = page.getByRole('row', { name: /^Informações adicionais/ })
  await expect.element(row).toMatchTextContent('Prefere à tarde')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^Descartar/ }))
  const sure = page.getByRole('dialog', { name: 'Descartar este rascunho?' })
  await userEvent.click(sure.getByRole('button', { name: 'Descartar rascunho' }))
  await expect.element(drafts).not.toBeInTheDocument()
})

test('an offline queue is told in full beside the search of a tablet', async () => {
  await withThreeQueued('/', { width: 'tablet' })
  await page.viewport(1024, 768)
  const words = connection.getByText(/pendente/).last()
  await expect.element(words).toBeVisible()
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = words.element()
  // A `title` does not help a thumb.
  expect(scrollWidth > clientWidth || scrollHeight > clientHeight, 'the words are cut').toBe(false)
  const bell = page.getByRole('button', { name: /avisos?/i }).first()
  expect(connection.element().getBoundingClientRect().right).toBeLessThanOrEqual(
    bell.element().getBoundingClientRect().left,
  )
})
