/** The tabs and results of the board on a phone: the chosen one is in sight, and the pinned one covers none. */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { openApp } from '../support/app.tsx'
import { completeClient, workedLead } from '../support/lead-form.ts'

const pinned = page.getByRole('tab', { name: /^Agendamentos/ })
const chosen = page.getByRole('tab', { selected: true })

test.each([
  'light',
  'dark',
] as const)('a chosen tab is in sight beside the pinned one: %s', async (scheme) => {
  const app = await openApp('/', {
    width: 'phone',
    scheme,
    clients: [completeClient()],
    leads: (user) => [workedLead(user)],
  })
  for (const name of ['Finalizados', 'Origem', 'Whatsapp/Ligou']) {
    const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
    await userEvent.click(tab)
    await expect.element(tab).toHaveAttribute('aria-selected', 'true')
    await expect.element(tab).toBeInViewport({ ratio: 1 })
    await expect.element(pinned).toBeInViewport({ ratio: 1 })
    await expect
      .poll(() => chosen.element().getBoundingClientRect().right)
      .toBeLessThanOrEqual(pinned.element().getBoundingClientRect().left)
  }
  await app.load(window.location.pathname + window.location.search)
  await expect.element(chosen).toBeInViewport({ ratio: 1 })
  const tabs = page.getByRole('tablist').element()
  const place = tabs.parentElement?.parentElement ?? tabs
  expect(getComputedStyle(place, '::before').backgroundImage).toContain(
    getComputedStyle(place).backgroundColor,
  )
})

test('results begin with the tab that has the lead', async () => {
  await openApp('/', { width: 'phone', clients: [completeClient()], leads: (user) => [workedLead(user)] })
  await userEvent.click(page.getByRole('button', { name: 'Filtros' }))
  await userEvent.fill(page.getByLabelText('Número do lead'), '1')
  await userEvent.click(page.getByRole('button', { name: 'Filtrar' }))
  await expect.element(page.getByRole('heading', { name: 'Resultados' })).toBeVisible()
  const results = page
    .getByRole('button', { name: /\(\d+\)$/, pressed: false })
    .filter({ hasNotText: /Filtros/ })
  await expect.element(results.first()).toHaveTextContent('Negociação (1)')
  await expect.element(results.first()).toBeInViewport({ ratio: 1 })
})
