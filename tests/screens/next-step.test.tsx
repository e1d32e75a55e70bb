/** Every open lead without a next step says so and asks for one; times of one tap, and the question about the hours. docs/rules.md#my-day */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../src/domain/lead/lead.ts'
import { iso } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { hasTargetsForThumbs, isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { cutNetwork, restoreNetwork } from './support/network.ts'
import { CLIENT, ownLead } from './support/own-lead.ts'
import { pushed } from './support/pushed.ts'
import { tap } from './support/tap.ts'

const step = page.getByRole('group', { name: 'Próximo passo' })
const dialog = page.getByRole('dialog', { name: 'Agendamento de Lead' })
const moment = dialog.getByRole('textbox', { name: /Data/ }).first()

const opened = (path: string, changes: Partial<Lead> = {}, look: Parameters<typeof openApp>[1] = {}) =>
  openApp(path, { role: 3, clients: [CLIENT], leads: (user) => [ownLead(user, changes)], ...look })

describe.each(LOOKS)('%o', (look) => {
  test('the view asks for a next step, and one tap answers', async () => {
    const { peer } = await opened('/?lead=1', {}, look)
    await expect.element(step).toMatchTextContent('Sem próximo passo. Quando falar de novo?')
    await isInOrder('the view that asks')
    if (look.width !== 'desk') await hasTargetsForThumbs('the view that asks')
    await tap(step.getByRole('button', { name: 'Hoje 17h' }))
    await expect.element(step).not.toBeInTheDocument()
    await expect
      .poll(() => pushed(peer))
      .toMatchObject([{ command: 'lead.schedule', args: { scheduling_date: iso('2026-11-18T17:00:00') } }])
  })
})

test('the form asks as well, also without a network', async () => {
  const { peer } = await opened('/?form=lead-1')
  await expect.element(step).toBeVisible()
  cutNetwork(peer)
  await userEvent.click(step.getByRole('button', { name: 'Amanhã 9h' }))
  await expect.element(step).not.toBeInTheDocument()
  await expect.element(page.getByRole('form', { name: 'Lead' })).toBeVisible()
  restoreNetwork(peer)
  await expect.poll(() => pushed(peer).map(({ command }) => command)).toEqual(['lead.schedule'])
})

test('a colleague is not asked for the lead of another', async () => {
  await opened('/?lead=1', { broker_id: 3 }, { role: 2 })
  await expect.element(page.getByRole('dialog', { name: /^Lead 1/ })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Agendar' }).first()).toBeVisible()
  await expect.element(step).not.toBeInTheDocument()
})

describe('the scheduling', () => {
  const returns: Partial<Lead> = {
    lead_scheduling: { scheduling_date: iso('2026-11-18T16:00:00'), description: 'Ligar', status: 0 },
  }
  const inDialog = async (changes: Partial<Lead>) => {
    const app = await opened('/?lead=1', changes)
    await userEvent.click(
      page.getByRole('dialog', { name: /^Lead 1/ }).getByRole('button', { name: 'Agendar' }),
    )
    await expect.element(dialog).toBeVisible()
    return app
  }
  const type = async (text: string) => {
    await userEvent.fill(moment, text)
    await userEvent.keyboard('{Tab}')
  }

  test('that is closed leaves the lead without a next step, which asks', async () => {
    await inDialog(returns)
    await expect.element(step).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Encerrar Agendamento' }))
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(step).toBeVisible()
  })

  test('has the quick times', async () => {
    const { peer } = await inDialog(returns)
    await userEvent.click(dialog.getByRole('button', { name: 'Segunda 9h' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Agendar' }))
    await expect
      .poll(() => pushed(peer)[0]?.args)
      .toMatchObject({
        scheduling_date: iso('2026-11-23T09:00:00'),
        description: 'Ligar',
      })
  })

  test('asks once about a time outside the business hours', async () => {
    const { peer } = await inDialog(returns)
    await type('21/11/2026 10:00')
    await userEvent.click(dialog.getByRole('button', { name: 'Agendar' }))
    await expect
      .element(dialog.getByRole('alert'))
      .toHaveTextContent('Sábado, 21/11 às 10:00 fica fora do horário de atendimento. Agendar assim mesmo?')
    expect(pushed(peer)).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Agendar assim mesmo' }))
    await expect
      .poll(() => pushed(peer)[0]?.args)
      .toMatchObject({ scheduling_date: iso('2026-11-21T10:00:00') })
  })

  test('forgets the question with another time', async () => {
    const { peer } = await inDialog(returns)
    await type('21/11/2026 10:00')
    await userEvent.click(dialog.getByRole('button', { name: 'Agendar' }))
    await expect.element(dialog.getByRole('alert')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Hoje 17h' }))
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await userEvent.click(dialog.getByRole('button', { name: 'Agendar' }))
    await expect
      .poll(() => pushed(peer)[0]?.args)
      .toMatchObject({ scheduling_date: iso('2026-11-18T17:00:00') })
  })
})
