/** 'Meu dia': one queue, one lead large, what is done leaves it. docs/rules.md#my-day */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from './support/app.tsx'
import { act, clients, item, later, leads, next, now, opened, shown } from './support/day.ts'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { pushed } from './support/pushed.ts'
import { tap } from './support/tap.ts'
import { withTelephone } from './support/telephone.ts'

const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command }) => command)

test('the queue begins with what is late, and says why', async () => {
  await opened()
  await shown('Ana Souza')
  await expect.element(now).toMatchTextContent('Você prometeu ligar às 09:20 de hoje · atrasado 40 min')
  await expect.element(now).toMatchTextContent('Fechar a cotação')
  await expect.element(next).toMatchTextContent('Bento Reis')
  await expect.element(next).toMatchTextContent('Cliente quente, sem contato desde sexta')
  await expect.element(later).toMatchTextContent('14:30Davi Luz')
  await expect.element(page.getByRole('heading', { name: '3 leads para hoje' })).toBeVisible()
})

test('without a network a call and its outcome take the lead out of the queue, and are sent later', async () => {
  withTelephone()
  const app = await opened()
  await shown('Ana Souza')
  cutNetwork(app.peer)
  await userEvent.keyboard('l')
  await userEvent.click(now.getByRole('button', { name: /Pediu retorno/ }))
  await userEvent.click(item('Hoje 17h'))
  await shown('Bento Reis')
  await expect.element(later).toMatchTextContent('17:00Ana Souza')
  await expect.element(page.getByRole('heading', { name: 'Hoje 1 de 3' })).toBeVisible()
  restoreNetwork(app.peer)
  await expect
    .poll(() => sent(app))
    .toEqual(['lead.recordCall', 'lead.callResult', 'lead.noteContact', 'lead.schedule'])
  expect(pushed(app.peer)[3]?.args).toMatchObject({
    scheduling_date: iso('2026-11-18T17:00:00'),
    description: 'Fechar a cotação',
  })
})

test('a return that is done is closed, and the next lead comes', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await userEvent.click(act('Retorno feito'))
  await shown('Bento Reis')
  await expect.poll(() => sent(app)).toEqual(['lead.closeScheduling'])
})

test('what is put off without a schedule comes back last of its kind, and nothing is written', async () => {
  const app = await opened()
  await shown('Ana Souza')
  await userEvent.click(act('Adiar'))
  await userEvent.click(item('30 minutos, sem agendar'))
  await shown('Bento Reis')
  await expect.element(next).not.toMatchTextContent('Ana Souza')
  expect(sent(app)).toEqual([])
})

test('J and K walk the queue, a line of it is chosen by a tap, and Enter opens the form', async () => {
  await opened()
  await shown('Ana Souza')
  await userEvent.keyboard('j')
  await shown('Bento Reis')
  await userEvent.keyboard('k')
  await shown('Ana Souza')
  await userEvent.click(next.getByRole('button', { name: /^Clara Dias/ }))
  await shown('Clara Dias')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
})

test('a key belongs to the control that has the focus, and to what lies over the screen', async () => {
  await opened()
  await shown('Ana Souza')
  act('Adiar').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('Outra data…')).toBeVisible()
  await userEvent.keyboard('j{Escape}')
  await expect.element(item('Outra data…')).not.toBeInTheDocument()
  await shown('Ana Souza')
  await expect.element(page.getByRole('form', { name: 'Lead' })).not.toBeInTheDocument()
})

test('a change of another user moves the queue at once', async () => {
  const { peer, user } = await opened()
  await shown('Ana Souza')
  const [first] = leads(user)
  if (first === undefined) throw new Error('no lead')
  peer.server.write({ ...first, state: 3, status: 6, sold: 0 })
  peer.poke()
  await shown('Bento Reis')
})

test('an empty day says when the next return is', async () => {
  await openApp('/hoje', { role: 3, leads: (user) => leads(user).slice(3), clients })
  await expect.element(page.getByRole('heading', { name: 'Nada atrasado' })).toBeVisible()
  await expect.element(page.getByText('O próximo é às 14:30: Davi Luz.')).toBeVisible()
})

describe.each(LOOKS)('%o', (look) => {
  test('the day is in order', async () => {
    await opened(look)
    await shown('Ana Souza')
    await isInOrder('the day')
    if (look.width !== 'desk') await hasTargetsForThumbs('the day')
    await tap(act('Adiar'))
    await expect.element(item('Outra data…')).toBeVisible()
    await isInOrder('the ways to put a lead off')
  })
})
