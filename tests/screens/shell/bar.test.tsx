/** The top bar and the board's tabs: the first download covers nothing, and counts of three digits are whole. docs/rules.md#top-bar */
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ROUTES } from '../../../src/domain/permissions/routes.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { LOOKS } from '../support/looks.ts'

/** More than the server in memory sends in one page, and three digits. */
const MANY = 104

const leads = Array.from({ length: MANY }, (_, place) =>
  aLead({ uid: `lead-${place + 1}`, id: place + 1, client_uid: `client-${place + 1}`, channel_id: 8 }),
)

const bar = page.getByRole('banner')

const overlap = (one: DOMRect, other: DOMRect) =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** The buttons of the bar below this box, by name. */
const coveredBy = (box: DOMRect) =>
  [...bar.element().querySelectorAll('button, a')]
    .filter((button) => button.checkVisibility() && overlap(box, button.getBoundingClientRect()))
    .map((button) => button.ariaLabel ?? button.textContent)

/** Counts whose digits are painted beyond the box that is drawn around them. */
const cutCounts = () =>
  [...document.querySelectorAll('[role="tab"] span, header button span, nav span')]
    .filter((count) => count.checkVisibility() && /^\d[\d.+]*$/.test(count.textContent.trim()))
    .filter((count) => {
      const digits = document.createRange()
      digits.selectNodeContents(count)
      const [ink, box] = [digits.getBoundingClientRect(), count.getBoundingClientRect()]
      return (
        ink.left < box.left - 0.5 || ink.right > box.right + 0.5 || count.scrollWidth > count.clientWidth + 1
      )
    })
    .map((count) => `${count.textContent} in ${count.parentElement?.textContent}`)

describe.each(LOOKS)('$width, $scheme', (look) => {
  test('the first download is a line of 2 px with its sentence, and covers no button', async () => {
    const held = Promise.withResolvers<void>()
    await openApp('/', {
      ...look,
      leads,
      seeded: false,
      script: ({ network }) => {
        network.onRequest = async (path) => {
          if (path === '/api/sync' && network.count('/api/sync') > 1) await held.promise
        }
      },
    })
    const words = page.getByRole('progressbar', { name: 'Leads neste aparelho' })
    await expect.element(words).toMatchTextContent(/^Baixando leads \d+ de 104$/)
    const line = words.element().nextElementSibling
    if (line === null) throw new Error('the download has no line')
    expect(line.getBoundingClientRect().height).toBe(2)
    expect(coveredBy(line.getBoundingClientRect())).toEqual([])
    expect(coveredBy(words.element().getBoundingClientRect())).toEqual([])
    held.resolve()
    await expect.element(words).not.toBeInTheDocument()
  })

  test('counts of three digits are whole', async () => {
    await openApp('/', { ...look, leads })
    const origin = page.getByRole('tab', { name: /^Origem/ })
    await expect.element(origin).toMatchTextContent(/Origem\s*104$/)
    await expect.element(bar.getByRole('button', { name: /^Notificações|^Avisos/ })).toBeVisible()
    await expect.poll(cutCounts).toEqual([])
  })
})

test('on a phone the name of every screen is whole, in two lines at most', async () => {
  await openApp('/sincronizacao', { width: 'phone', role: 1 })
  const title = bar.getByText('Sincronização', { exact: true })
  await expect.element(title).toBeVisible()
  const shown = title.element()
  const cut = ROUTES.filter(({ label }) => {
    const copy = shown.cloneNode(true)
    if (!(copy instanceof HTMLElement)) throw new Error('a title is an element')
    copy.textContent = label
    shown.after(copy)
    const isCut = copy.scrollWidth > copy.clientWidth || copy.scrollHeight > copy.clientHeight
    copy.remove()
    return isCut
  })
  // Whole where the browser can divide Portuguese words, as phones do.
  expect(cut.map(({ label }) => label)).toEqual(['Rel. de Processamentos'])
})
