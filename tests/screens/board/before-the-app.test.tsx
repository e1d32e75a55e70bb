/** Taps before the app asks, and what a kept painting leaves out: docs/architecture.md#the-first-painting */
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noteChanged } from '../../../src/db/changes/journal.ts'
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import { noteAppAsks } from '../../../src/opening/page/app-asks.ts'
import { watchTaps } from '../../../src/opening/page/early-taps.ts'
import { markupOf } from '../../../src/opening/painting/markup.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { ownLead } from '../support/own-lead.ts'

/** Of the channel 'Site', whose leads may be captured in any order. */
const open = (place: number) =>
  aLead({
    uid: `lead-${place}`,
    id: place,
    client_uid: `client-${place}`,
    client_name: `Cliente ${place}`,
    channel_id: 8,
  })

/** As created on this device: all their cards have one name. */
const withoutNumbers = (db: MirrorDb) =>
  db.transaction('rw', db.leads, db.journal, db.meta, async () => {
    await db.leads.toCollection().modify({ id: null })
    await noteChanged(db, await db.leads.toCollection().primaryKeys())
  })

const card = (name: string) => page.getByRole('article').filter({ hasText: name })
const capture = (name: string) => card(name).getByRole('button', { name: 'Capturar esse Lead' })
const question = page.getByRole('dialog', { name: 'Capturar lead' })

async function answerEarly(name: string): Promise<void> {
  await userEvent.click(capture(name))
  await userEvent.click(question.getByRole('button', { name: 'Continuar' }))
  await expect.element(question).not.toBeInTheDocument()
}

/** The board with its cards, before its own questions can open. */
async function openEarly(places: readonly number[]) {
  const leads = places.map(open)
  const app = await openApp('/', { leads })
  await expect.element(page.getByRole('article').first()).toBeVisible()
  await expect.poll(() => document.documentElement.dataset['asks']).toBe('')
  delete document.documentElement.dataset['asks']
  watchTaps()
  // The watch ends with the first click after that.
  onTestFinished(() => {
    noteAppAsks()
    document.body.click()
  })
  const brokers = () => leads.map(({ uid }) => app.peer.server.leads.get(uid)?.broker_id ?? null)
  return { ...app, brokers }
}

describe('captures that are answered before the app asks', () => {
  test('among leads without a number the one that was tapped is captured', async () => {
    const { user, db, brokers } = await openEarly([1, 2, 3])
    await withoutNumbers(db)
    const names = page.getByRole('article', { name: 'Lead pendente' })
    await expect.poll(() => names.elements().length).toBe(3)
    const last = names.elements().at(-1)?.querySelector('h3')?.textContent ?? ''
    await answerEarly(last)
    noteAppAsks()
    await expect.poll(brokers).toContain(user.id)
    expect(brokers()).toEqual([1, 2, 3].map((place) => (last === `Cliente ${place}` ? user.id : null)))
  })

  test('two are both done, each once', async () => {
    const { user, peer, brokers } = await openEarly([1, 2])
    await answerEarly('Cliente 1')
    await answerEarly('Cliente 2')
    await answerEarly('Cliente 1')
    expect(brokers()).toEqual([null, null])
    noteAppAsks()
    await expect.poll(brokers).toEqual([user.id, user.id])
    await expect.element(question).not.toBeInTheDocument()
    expect(peer.server.applied).toHaveLength(2)
  })
})

test('a question that is cancelled before the app asks captures nothing', async () => {
  const { peer, brokers } = await openEarly([1])
  await userEvent.click(capture('Cliente 1'))
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await expect.element(question).not.toBeInTheDocument()
  noteAppAsks()
  await userEvent.click(capture('Cliente 1'))
  await expect.element(question).toBeVisible()
  expect(brokers()).toEqual([null])
  expect(peer.server.applied).toEqual([])
})

describe('a tap on the painting', () => {
  /** A painting of the board as it is now lies before React's, and 'Ver lead' of a card is pressed there. */
  async function pressPainted(name: string) {
    const root = document.querySelector<HTMLElement>('#root') ?? document.body
    const painting = document.createElement('div')
    painting.innerHTML = markupOf(root).markup
    root.append(painting)
    onTestFinished(() => painting.remove())
    watchTaps().painted([painting])
    const cards = [...painting.querySelectorAll('article')]
    const shown = cards.find(({ textContent }) => textContent.includes(name))
    const button = shown?.querySelector<HTMLElement>('[aria-label^="Ver lead"]') ?? expect.fail('not painted')
    button.click()
    return painting
  }
  const view = page.getByRole('dialog')

  test('is done on the same card, once the painting has gone', async () => {
    await openEarly([1, 2])
    const painting = await pressPainted('Cliente 2')
    await expect.element(view).not.toBeInTheDocument()
    painting.remove()
    await expect.element(view.getByText('Cliente 2').first()).toBeVisible()
  })

  test('does nothing if the card has gone by then', async () => {
    const { db } = await openEarly([1, 2])
    const painting = await pressPainted('Cliente 2')
    await db.transaction('rw', db.leads, db.journal, db.meta, async () => {
      await db.leads.delete('lead-2')
      await noteChanged(db, ['lead-2'])
    })
    await expect.poll(() => document.querySelectorAll('#root main article[data-uid=lead-2]').length).toBe(1)
    const clicks: EventTarget[] = []
    const note = ({ target }: MouseEvent) => target !== null && clicks.push(target)
    document.addEventListener('click', note, { capture: true })
    onTestFinished(() => document.removeEventListener('click', note, { capture: true }))
    painting.remove()
    await expect.element(card('Cliente 1')).toBeVisible()
    expect(clicks).toEqual([])
    await expect.element(view).not.toBeInTheDocument()
  })
})

test('a painting has no bar of the law: its words are of a day', async () => {
  const obligations = [
    { kind: 'handover', since: '2026-11-09', until: '2026-11-16', note: '', begun_by: 'act' as const },
  ]
  await openApp('/', { leads: (user) => [ownLead(user, { obligations })] })
  await userEvent.click(page.getByRole('tab', { name: /^Negociação/ }))
  await expect.element(page.getByText('Entrega de documentos')).toBeVisible()
  const root = document.querySelector<HTMLElement>('#root')
  const { markup, cards } = markupOf(root ?? document.body)
  expect(cards).toBe(1)
  // The markup is long: it would be all of the message.
  expect(markup.includes('Entrega de documentos')).toBe(false)
})

test('a kept painting marks the look that is chosen, after a change as well', async () => {
  await openApp('/', { leads: [open(1)] })
  const root = document.querySelector<HTMLElement>('#root') ?? document.body
  const chosen = () => {
    const place = document.createElement('div')
    place.innerHTML = markupOf(root).markup
    return [...place.querySelectorAll('label:has(:checked)')].map(({ textContent }) => textContent)
  }
  await expect.element(card('Cliente 1')).toBeVisible()
  expect(chosen()).toEqual(['Cartões'])
  await userEvent.click(page.getByTitle('Lista'))
  await expect
    .poll(() => document.querySelector<HTMLInputElement>('label[title=Lista] input')?.checked)
    .toBe(true)
  expect(chosen()).toEqual(['Lista'])
})
