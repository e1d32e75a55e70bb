/** 'Ligar' of the day with two numbers: by key, by tap. docs/rules.md#my-day */
import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type MountedApp } from '../support/app.tsx'
import { act, clients, item, leads, opened, shown } from '../support/day.ts'
import { LOOKS } from '../support/looks.ts'
import { pushed } from '../support/pushed.ts'
import { withTelephone } from '../support/telephone.ts'

const sent = ({ peer }: MountedApp) => pushed(peer).map(({ command }) => command)

const MOBILE = 'Celular: (31) 98877-6651'
const HOME = 'Telefone: (31) 3344-5566'

describe.each(LOOKS)('%o', (look) => {
  test('L opens the choice of two numbers on the first, and Enter calls it', async () => {
    withTelephone()
    const app = await opened({
      ...look,
      leads: (user) =>
        leads(user).map((lead) => ({ ...lead, client_cellphone: '31988776651', client_phone: '3133445566' })),
      clients: clients.map((client) => ({ ...client, cellphone: '31988776651', phone: '3133445566' })),
    })
    await shown('Ana Souza')
    await userEvent.keyboard('l')
    await expect.element(item(HOME)).toBeVisible()
    await expect.element(item(MOBILE)).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent(app)).toEqual(['lead.recordCall'])
  })
})

test('A and the key of an outcome that asks for a time open their menus', async () => {
  withTelephone()
  await opened()
  await shown('Ana Souza')
  await userEvent.keyboard('a')
  await expect.element(item('Outra data…')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(item('Outra data…')).not.toBeInTheDocument()
  await userEvent.keyboard('l')
  await expect.element(act(/Pediu retorno/)).toBeVisible()
  await userEvent.keyboard('2')
  await expect.element(item('Hoje 17h')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(item('Hoje 17h')).not.toBeInTheDocument()
})
