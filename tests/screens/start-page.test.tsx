/** 'Agora: …' above the board, and the choice of the start page. docs/rules.md#my-day */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Lead } from '../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { iso } from '../unit/domain/fixtures.ts'
import { type MountedApp, openApp } from './support/app.tsx'
import { isInOrder } from './support/in-order.ts'
import { LOOKS } from './support/looks.ts'
import { CLIENT, ownLead } from './support/own-lead.ts'

const late = (user: SessionUser): Lead[] => [
  ownLead(user, {
    contact_date: iso('2026-11-18T09:45:00'),
    first_call_date: iso('2026-11-18T09:45:00'),
    lead_scheduling: { scheduling_date: iso('2026-11-18T09:20:00'), description: 'Ligar', status: 0 },
  }),
]
const opening = { role: 3, leads: late, clients: [CLIENT] } as const
const band = page.getByRole('link', { name: /^Agora: / })
const choice = page.getByRole('radiogroup', { name: 'Tela inicial' })

/** A start: a page without a session is left for the app's address. */
async function started(app: MountedApp): Promise<void> {
  await app.load('/redefine')
  await app.load('/')
}

test.each(LOOKS)('the board says who is next, and leads there: %o', async (look) => {
  await openApp('/', { ...opening, ...look })
  await expect
    .element(band)
    .toHaveTextContent('Agora: Ana Souza · Você prometeu ligar às 09:20 de hoje · atrasado 40 min')
  await isInOrder('the board with its band')
  await userEvent.click(band)
  await expect.poll(() => window.location.pathname).toBe('/hoje')
})

test('nothing moves when the words come', async () => {
  await openApp('/', opening)
  const tops = new Set<number>()
  await expect
    .poll(
      () => {
        const bar = document.querySelector('form')
        if (bar !== null) tops.add(Math.round(bar.getBoundingClientRect().top))
        return band.elements().length
      },
      { interval: 5 },
    )
    .toBe(1)
  expect(tops.size).toBe(1)
})

test('a manager has no band', async () => {
  await openApp('/', { ...opening, role: 2 })
  await expect.element(page.getByRole('button', { name: 'Transferir leads' })).toBeVisible()
  await expect.element(band).not.toBeInTheDocument()
})

test("'Meu dia' as the start page opens at the next start, and 'Dashboard' in the menu is the board", async () => {
  const app = await openApp('/profile', opening)
  await userEvent.click(choice.getByText('Meu dia'))
  await expect.element(choice.getByRole('radio', { name: 'Meu dia' })).toBeChecked()
  await expect.poll(() => Object.keys(localStorage)).toContain(`farol_start_${app.user.id}`)
  await started(app)
  await expect.poll(() => window.location.pathname).toBe('/hoje')
  await expect.element(page.getByRole('region', { name: 'Agora' })).toBeVisible()
  await app.go('/')
  await expect.element(band).toBeVisible()
})

test('the delivered start is the board', async () => {
  const app = await openApp('/profile', opening)
  await expect.element(choice.getByRole('radio', { name: 'Dashboard' })).toBeChecked()
  await started(app)
  await expect.element(band).toBeVisible()
  expect(window.location.pathname).toBe('/')
})
