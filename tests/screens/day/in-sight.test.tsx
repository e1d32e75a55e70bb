/** 'Meu dia': the next lead is seen from its top, has the focus, and no toast lies over a choice. docs/rules.md#my-day */
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { act, item, next, now, opened, shown } from '../support/day.ts'
import { LOOKS } from '../support/looks.ts'
import { tap } from '../support/tap.ts'
import { withTelephone } from '../support/telephone.ts'

const boxOf = (element: Element) => element.getBoundingClientRect()
/** The lower edge of the app's bar. */
const edge = () => boxOf(page.getByRole('banner').element()).bottom
const isInSight = (element: Element) => {
  const { left, top, width, height } = boxOf(element)
  const hit = document.elementFromPoint(left + width / 2, top + height / 2)
  return top >= edge() && hit !== null && element.contains(hit)
}
const toBottom = () => window.scrollTo(0, document.documentElement.scrollHeight)

/** Of a low window: the page is longer than it. */
const LOW = [
  { ...LOOKS[0], size: [390, 560] },
  { ...LOOKS[1], size: [820, 420] },
  { ...LOOKS[3], size: [1366, 420] },
] as const

const isApart = (one: Element, other: Element) => {
  const [a, b] = [boxOf(one), boxOf(other)]
  return a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top
}

describe.each(LOW)('$size', ({ size: [width, height], ...look }) => {
  test('the next lead has its buttons in sight, however far the page was scrolled', async () => {
    await opened(look)
    await page.viewport(width, height)
    await shown('Ana Souza')
    toBottom()
    await expect.poll(() => isInSight(act('Ligar').element())).toBe(false)
    await userEvent.keyboard('j')
    await shown('Bento Reis')
    await expect.poll(() => isInSight(act('Ligar').element())).toBe(true)
    await expect.poll(() => isInSight(act('Adiar').element())).toBe(true)
    toBottom()
    await userEvent.click(next.getByRole('button', { name: /^Clara Dias/ }))
    await shown('Clara Dias')
    await expect.poll(() => isInSight(act('Ligar').element())).toBe(true)
  })

  test('neither a toast nor the line of the call lies over a button', async () => {
    withTelephone()
    await opened(look)
    await shown('Ana Souza')
    await userEvent.click(act('Adiar'))
    await userEvent.click(item('30 minutos, sem agendar'))
    await shown('Bento Reis')
    await tap(act('Ligar'))
    const outcomes = page.getByRole('region', { name: 'Como foi?' })
    const line = page.getByRole('group', { name: 'Última ligação' })
    await expect.element(outcomes).toBeVisible()
    await expect.element(line).toBeVisible()
    const toast = page.getByRole('status').filter({ hasText: 'volta às' })
    const buttons = now.getByRole('button').elements()
    expect(buttons.filter((button) => !isApart(button, toast.element()))).toEqual([])
    expect(boxOf(line.element()).top - boxOf(outcomes.element()).bottom).toBeGreaterThanOrEqual(8)
  })
})

test('the keyboard goes on in the lead that took the place of another', async () => {
  await opened()
  await shown('Ana Souza')
  act('Adiar').element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item('30 minutos, sem agendar')).toBeVisible()
  await userEvent.click(item('30 minutos, sem agendar'))
  await shown('Bento Reis')
  await expect.element(now).toHaveFocus()
  await userEvent.tab()
  await expect.element(act('Ligar')).toHaveFocus()
})

test('a focus elsewhere stays where it is', async () => {
  await opened()
  await shown('Ana Souza')
  const line = next.getByRole('button', { name: /^Clara Dias/ })
  line.element().focus()
  await userEvent.keyboard('j')
  await shown('Bento Reis')
  await expect.element(line).toHaveFocus()
})

test('what comes next is never drawn without its name', async () => {
  const drawn = new Set<string>()
  let isOver = false
  onTestFinished(() => {
    isOver = true
  })
  const look = () => {
    for (const line of document.querySelectorAll('[aria-label="O que vem depois"] li'))
      if (line.checkVisibility({ visibilityProperty: true })) drawn.add(line.textContent)
    if (!isOver) requestAnimationFrame(look)
  }
  look()
  await opened()
  await shown('Ana Souza')
  await expect.element(next).toMatchTextContent('Clara Dias')
  const nameless = [...drawn].filter((words) => !/Bento Reis|Clara Dias|Davi Luz/.test(words))
  expect(nameless).toEqual([])
})
