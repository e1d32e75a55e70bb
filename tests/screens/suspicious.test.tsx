/** 'Suspeitas': indications of a flood, brought to the board or discarded. docs/rules.md#suspicious-indications */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { decideHeldRoute, heldIndicationsRoute } from '../../src/contract/held-indications.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { unfoldMenu } from './support/menu.ts'
import type { Peer } from './support/peer.ts'

const UIDS = ['01890a5d-ac96-774b-bcce-b302099a8056', '01890a5d-ac96-774b-bcce-b302099a8057'] as const
const screen = page.getByRole('region', { name: 'Suspeitas' })

/** A server that forgets what was decided. */
function serves(peer: Peer): void {
  let waiting = UIDS.map((uid, place) => ({
    uid,
    received_at: `2026-11-18T12:0${place}:00.000Z`,
    inviter: { id: 5, name: 'Rita Moraes' },
    name: place === 0 ? 'Ana Souza' : 'Beto Lima',
    phone: '11987654321',
    insurance: 'Residencial',
  }))
  peer.answersBy(heldIndicationsRoute, () => ({ data: waiting }))
  peer.answersBy(decideHeldRoute, ({ body }) => {
    const { uids } = decideHeldRoute.body.parse(body)
    const before = waiting.length
    waiting = waiting.filter(({ uid }) => uids !== null && !uids.includes(uid))
    const decided = before - waiting.length
    return { message: 'Decidido.', decided, made: 0, refused: 0 }
  })
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list is in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/suspeitas', { ...look, role: 2, script: serves })
    await expect.element(screen.getByText('Ana Souza')).toBeVisible()
    await expect.element(screen.getByText('(11) 98765-4321').first()).toBeVisible()
    await isInOrder('/suspeitas')
    if (look.width !== 'desk') await hasTargetsForThumbs('/suspeitas')
  })
})

test('one tap brings one to the board, and one action discards all the others after a question', async () => {
  const { peer } = await openApp('/suspeitas', { role: 2, script: serves })
  await userEvent.click(screen.getByRole('button', { name: 'Levar ao Dashboard: Ana Souza' }))
  await expect.poll(() => peer.bodiesOf(decideHeldRoute)).toEqual([{ decision: 'accept', uids: [UIDS[0]] }])
  await expect.element(screen.getByText('Ana Souza')).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Descartar todas' }))
  const question = page.getByRole('dialog', { name: 'Descartar todas as indicações?' })
  expect(peer.bodiesOf(decideHeldRoute)).toHaveLength(1)
  await userEvent.click(question.getByRole('button', { name: 'Descartar todas' }))
  await expect.element(screen.getByText('Nenhuma indicação suspeita')).toBeVisible()
  expect(peer.bodiesOf(decideHeldRoute).at(-1)).toEqual({ decision: 'discard', uids: null })
})

test('a broker has neither the screen nor its line in the menu', async () => {
  const { peer } = await openApp('/suspeitas', { role: 3, script: serves })
  await unfoldMenu()
  await expect.element(page.getByRole('link', { name: 'Clientes', exact: true })).toBeVisible()
  expect(page.getByRole('link', { name: 'Suspeitas', exact: true }).elements()).toEqual([])
  expect(peer.callsOf(heldIndicationsRoute)).toEqual([])
})

test('the bell tells of them', async () => {
  await openApp('/', { role: 2, script: serves })
  await userEvent.click(page.getByRole('button', { name: /^Avisos/ }))
  const line = page.getByRole('link', { name: /Indicações suspeitas/ })
  await expect.element(line).toMatchTextContent(/2 indicações esperam por um olhar/)
  await expect.element(line).toHaveAttribute('href', '/suspeitas')
})
