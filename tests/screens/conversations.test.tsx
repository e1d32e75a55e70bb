/** 'Conversas sem lead': who wrote by WhatsApp and is no client. docs/rules.md#whatsapp-strangers */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ignoreStrangerRoute, type Stranger, strangersRoute } from '../../src/contract/whatsapp.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import type { Peer } from './support/peer.ts'

const screen = page.getByRole('region', { name: 'Conversas sem lead' })

const aStranger = (id: number, more: Partial<Stranger> = {}): Stranger => ({
  id,
  number: '11987654321',
  name: 'Carla',
  messages: 3,
  first_at: '2026-11-17T12:00:00.000Z',
  last_at: '2026-11-18T12:00:00.000Z',
  own_number: '5511912345678',
  owner: null,
  ...more,
})

function serves(peer: Peer): void {
  let rows = [aStranger(31), aStranger(32, { number: null, name: '', owner: { id: 4, name: 'Bruna Lima' } })]
  peer.answersBy(strangersRoute, () => ({ data: rows }))
  peer.answersBy(ignoreStrangerRoute, ({ path }) => {
    rows = rows.filter(({ id }) => !path.includes(`/${id}/`))
    return { message: 'Conversa ignorada' }
  })
}

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the list is in order, with targets for thumbs where there are thumbs', async () => {
    await openApp('/conversas', { ...look, role: 2, script: serves })
    await expect.element(screen.getByText('(11) 98765-4321')).toBeVisible()
    await expect.element(screen.getByText('Número oculto')).toBeVisible()
    await isInOrder('/conversas')
    if (look.width !== 'desk') await hasTargetsForThumbs('/conversas')
  })
})

test("'Criar lead' opens the form with name and mobile, and the address has no person", async () => {
  await openApp('/conversas', { role: 1, script: serves })
  await userEvent.click(screen.getByRole('button', { name: 'Criar lead de Carla' }))
  await expect.element(page.getByRole('combobox', { name: 'Nome' })).toHaveValue('Carla')
  await expect.element(page.getByRole('textbox', { name: 'Celular' })).toHaveValue('11987654321')
  expect(location.search).toBe('?conversa=31')
})

test('a conversation is ignored after a question', async () => {
  const { peer } = await openApp('/conversas', { role: 3, script: serves })
  await userEvent.click(screen.getByRole('button', { name: 'Ignorar Carla' }))
  const question = page.getByRole('dialog', { name: 'Ignorar Carla?' })
  expect(peer.bodiesOf(ignoreStrangerRoute)).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Ignorar conversa' }))
  await expect.element(screen.getByText('Carla')).not.toBeInTheDocument()
  await expect.element(screen.getByText('Número oculto')).toBeVisible()
})
