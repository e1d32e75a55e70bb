/**
 * What a toast says of a save as the server answers it: at once, late, never, or with a refusal.
 * docs/rules.md#waiting-changes
 */
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PATIENCE_MS, WAITING } from '../../src/device/tell-commands.ts'
import { isInOrder } from './support/in-order.ts'
import { fill, openWorked, press } from './support/lead-form.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { notesToasts, wordsOf } from './support/toasts.ts'

/** The form of a worked lead, with a text typed in it. */
async function typed() {
  const app = await openWorked()
  await fill({ 'Informações adicionais': 'Prefere WhatsApp' })
  return { ...app, shown: notesToasts() }
}
const DONE = 'Lead salvo com sucesso!'

describe('with a network', () => {
  test('the words of a success come at once, and stay when the server accepts', async () => {
    const { peer, db, shown } = await typed()
    await press('Salvar')
    await expect.poll(() => wordsOf(shown)).toEqual([DONE])
    await expect.poll(() => db.outbox.count()).toBe(0)
    expect(peer.server.applied).toHaveLength(1)
    expect(wordsOf(shown)).toEqual([DONE])
  })

  test('a server that is silent for two seconds is told of, and its late answer changes nothing', async () => {
    const { peer, db, shown } = await typed()
    const answer = Promise.withResolvers<void>()
    peer.network.onRequest = (path) => (path.endsWith('/push') ? answer.promise : undefined)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await press('Salvar')
    await expect.poll(() => wordsOf(shown)).toEqual([DONE])
    vi.advanceTimersByTime(PATIENCE_MS)
    await expect.poll(() => wordsOf(shown)).toEqual([DONE, WAITING])
    await expect.element(page.getByText(WAITING)).toBeVisible()
    answer.resolve()
    await expect.poll(() => db.outbox.count()).toBe(0)
    expect(wordsOf(shown)).toEqual([DONE, WAITING])
    expect(peer.server.applied).toHaveLength(1)
  })

  test('a lost answer is told as waiting, and the command is applied once', async () => {
    const { peer, db, shown } = await typed()
    peer.network.fault = (path) => (path.endsWith('/push') ? 'lost answer' : null)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    await press('Salvar')
    await expect.poll(() => wordsOf(shown)).toEqual([DONE])
    vi.advanceTimersByTime(PATIENCE_MS)
    await expect.poll(() => wordsOf(shown)).toEqual([DONE, WAITING])
    peer.network.fault = () => null
    restoreNetwork(peer)
    await expect.poll(() => db.outbox.count()).toBe(0)
    expect(peer.server.applied).toHaveLength(1)
  })

  test('a refusal takes the words of the success back, with its reason', async () => {
    const { peer, db, shown } = await typed()
    peer.server.refusal = () => ({ message: 'O lead já foi finalizado.', errors: {} })
    await press('Salvar')
    await expect.poll(async () => (await db.outbox.toArray()).map(({ state }) => state)).toEqual(['rejected'])
    await expect
      .poll(() => wordsOf(shown).at(-1))
      .toBe('Falha ao criar lead! verifique os campos preenchidos. O lead já foi finalizado.')
  })
})

describe.each([
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
])('$width px', ({ width, height }) => {
  test('what waits is told in order', async () => {
    const { peer } = await typed()
    await page.viewport(width, height)
    cutNetwork(peer)
    await press('Salvar')
    await expect.element(page.getByText(WAITING)).toBeVisible()
    await isInOrder('what waits')
  })
})
