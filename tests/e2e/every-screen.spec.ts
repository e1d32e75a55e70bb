/**
 * Every screen of an administrator, and each dialog and menu that its buttons open: no serious finding of axe (WCAG 2.2 AA), and
 * no English word in what a screen reader says, at 390 and 1440 px.
 */
import type { Page } from '@playwright/test'
import { may } from '../../src/domain/permissions/actions.ts'
import { ROUTES } from '../../src/domain/permissions/routes.ts'
import { isInOrder } from './support/axe.ts'
import { expect, SLICED, test } from './support/test.ts'

const paths = ROUTES.filter(({ action }) => may(action, 1)).map(({ path }) => path)

/** Words of the libraries' own names for their controls. */
const ENGLISH =
  /\b(?:next|previous|page|close|clear|search|toggle|open|show|hide|remove|loading|select|add|more|delete|edit|records|sort|sorted|month|year|day|hours?|minutes?|copy|value|increment|decrement|expand|collapse)\b/i

/** Everything that has words but is not on the screen as text: names, titles, placeholders, alternatives. */
const namesIn = (page: Page) =>
  page.evaluate(() => {
    const names = new Set<string>()
    for (const element of document.querySelectorAll(
      '[aria-label], [title], [placeholder], [alt], [aria-description]',
    ))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description'])
        names.add(element.getAttribute(name) ?? '')
    for (const hidden of document.querySelectorAll('.mantine-VisuallyHidden-root'))
      names.add(hidden.textContent)
    return [...names]
  })

async function isRight(page: Page, what: string): Promise<void> {
  await isInOrder(page, what)
  const english = (await namesIn(page)).filter((name) => ENGLISH.test(name))
  expect.soft(english, `${what}: English names`).toEqual([])
}

/** Buttons in the content whose name differs, without its numbers. They leave no trace unless what they open is confirmed. */
async function openersOf(page: Page): Promise<string[]> {
  const names = await page
    .getByRole('main')
    .getByRole('button')
    .evaluateAll((buttons) =>
      buttons
        .filter((button) => button.checkVisibility() && !button.matches(':disabled, [type="submit"]'))
        .map((button) => (button.getAttribute('aria-label') ?? button.textContent).trim()),
    )
  const kinds = new Map<string, string>()
  for (const name of names) {
    const kind = name.split(' ').slice(0, 2).join(' ').replaceAll(/\d+/g, '')
    if (name !== '' && !kinds.has(kind)) kinds.set(kind, name)
  }
  return [...kinds.values()].slice(0, MOST)
}

const MOST = 8
/** They do something at once. */
const ACTS = /^(?:Exportar|Baixar|Copiar|Ligar|WhatsApp|Imprimir|Filtrar|Limpar|Enviar|Atualizar|Tentar)/

async function checkOpened(page: Page, path: string, name: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('button', { name, exact: true })
    .first()
    .click({ timeout: 3000 })
    .catch(() => {})
  const opened = page.getByRole('dialog').or(page.getByRole('menu')).or(page.getByRole('listbox'))
  if (
    await opened
      .first()
      .waitFor({ timeout: 700 })
      .then(
        () => true,
        () => false,
      )
  )
    await isRight(page, `${path}: ${name}`)
  for (let times = 0; times < 3 && (await opened.count()) > 0; times++) {
    await page.keyboard.press('Escape')
    await page.waitForTimeout(150)
  }
}

for (const width of [390, 1440]) {
  test.describe(`at ${width} px`, () => {
    test.use({
      viewport: { width, height: 900 },
      hasTouch: width === 390,
      contextOptions: { reducedMotion: 'reduce' },
      serviceWorkers: 'block',
    })
    for (const path of paths)
      test(`${path} and what its buttons open`, SLICED, async ({ sharedServer, signedIn }) => {
        test.setTimeout(180_000)
        const app = await signedIn(sharedServer.url, 'admin', path)
        const { page } = app
        await expect(page.getByRole('main')).toBeVisible()
        await expect(page.locator('.mantine-Skeleton-root')).toHaveCount(0)
        await isRight(page, path)
        // An address may open a dialog itself, over everything else.
        if ((await page.getByRole('dialog').count()) > 0) return
        for (const name of await openersOf(page)) {
          if (ACTS.test(name)) continue
          await checkOpened(page, path, name)
          if (!decodeURI(page.url()).endsWith(path)) await app.goTo(path)
        }
      })
  })
}
