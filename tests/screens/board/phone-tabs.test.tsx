/** The tabs and results of the board on a phone: the chosen one is in sight, and the pinned one covers none. */
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { afterPaint } from '../../../src/ui/after-paint.ts'
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

interface Frame {
  /** The counters are still to come. */
  readonly waits: boolean
  /** Where each tab lies, from left to right. */
  readonly places: string
}

/** Each frame from the first one on that shows tabs without counters. `onFirst` acts in that frame. */
function framesFromFirst(onFirst: (row: Element) => void = () => {}): readonly Frame[] {
  const frames: Frame[] = []
  let handle = 0
  const look = () => {
    handle = requestAnimationFrame(look)
    const row = document.querySelector('[role="tablist"]')
    const waits = row?.querySelector('[data-empty]') !== null
    if (row === null || (frames.length === 0 && !waits)) return
    if (frames.length === 0 && row.parentElement !== null) onFirst(row.parentElement)
    const tabs = [...row.querySelectorAll('[role="tab"]')]
    const places = tabs.map((tab) => Math.round(tab.getBoundingClientRect().left)).join(' ')
    frames.push({ waits, places })
  }
  look()
  onTestFinished(() => cancelAnimationFrame(handle))
  return frames
}

test('counters that come after the first painting move no tab', async () => {
  const app = await openApp('/', {
    width: 'phone',
    leads: (user) =>
      Array.from({ length: 120 }, (_, place) => workedLead(user, { id: place + 1, uid: `uid-${place}` })),
  })
  await expect.element(page.getByRole('tab', { name: /^Negociação ?120$/ })).toBeVisible()
  const frames = framesFromFirst()
  await app.load('/')
  await expect.poll(() => frames.at(-1)?.waits).toBe(false)
  expect([...new Set(frames.map(({ places }) => places))]).toHaveLength(1)
})

test('who has scrolled to a tab before the counters come finds it there', async () => {
  const app = await openApp('/', { width: 'phone', leads: (user) => [workedLead(user)] })
  await expect.element(page.getByRole('tab', { name: /^Negociação ?1$/ })).toBeVisible()
  const frames = framesFromFirst((row) => {
    row.scrollLeft = 150
  })
  await app.load('/')
  await expect.poll(() => frames.at(-1)?.waits).toBe(false)
  // What scrolls does so after a painting.
  await afterPaint()
  await afterPaint()
  expect(page.getByRole('tablist').element().parentElement?.scrollLeft).toBe(150)
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
