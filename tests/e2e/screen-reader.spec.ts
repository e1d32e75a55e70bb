/**
 * Capture and sale as a blind user does them: by keys alone, by what a screen reader says of the focused element. Every
 * step goes by role and name, and what happened is announced.
 */
import type { Page } from '@playwright/test'
import { capturableAndSavable } from './support/leads.ts'
import { Rest } from './support/rest.ts'
import { expect, test } from './support/test.ts'

test.use({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' })

interface Said {
  readonly role: string
  readonly name: string
}

/** Role and name of the focused element, as the browser gives them to a screen reader. */
async function said(page: Page): Promise<Said> {
  const cdp = await page.context().newCDPSession(page)
  const { result } = await cdp.send('Runtime.evaluate', { expression: 'document.activeElement' })
  const { nodes } = await cdp.send('Accessibility.getPartialAXTree', {
    ...(result.objectId === undefined ? {} : { objectId: result.objectId }),
    fetchRelatives: false,
  })
  await cdp.detach()
  const [node] = nodes
  return { role: String(node?.role?.value ?? ''), name: String(node?.name?.value ?? '') }
}

const MOST_KEYS = 120

/** Presses Tab until the focus is said like this. Throws when the way is too long, or meets something without a name. */
async function tabTo(page: Page, role: string, name: RegExp, key = 'Tab'): Promise<void> {
  for (let keys = 0; keys < MOST_KEYS; keys += 1) {
    const focused = await said(page)
    expect(focused.name, `what Tab meets has a name (${focused.role})`).not.toBe('')
    if (focused.role === role && name.test(focused.name)) return
    await page.keyboard.press(key)
  }
  throw new Error(`no ${role} ${String(name)} within ${MOST_KEYS} keys`)
}

/** Opens the list of the focused field and goes down to the option, which is announced by its number. */
async function pick(page: Page, label: RegExp, option: string): Promise<void> {
  await tabTo(page, 'combobox', label)
  await page.keyboard.press('ArrowDown')
  const active = () =>
    page.evaluate(() => {
      const id = document.activeElement?.getAttribute('aria-activedescendant')
      return id ? (document.getElementById(id)?.textContent ?? null) : null
    })
  for (let keys = 0; keys < 30 && (await active()) !== option; keys += 1) {
    await page.keyboard.press('ArrowDown')
    await page.waitForTimeout(30)
  }
  expect(await active()).toBe(option)
  await page.keyboard.press('Enter')
  await expect(page.locator(':focus')).toHaveValue(option)
}

async function type(page: Page, label: RegExp, text: string): Promise<void> {
  await tabTo(page, 'textbox', label)
  await page.keyboard.type(text)
}

test('a lead is captured and sold by keys, roles and names alone', async ({ sharedServer, signedIn }) => {
  test.setTimeout(180_000)
  const rest = await Rest.signIn(sharedServer.url, 'corretor')
  const target = await capturableAndSavable(rest)
  const app = await signedIn(sharedServer.url, 'corretor')
  const { page } = app
  const card = await app.find(target.id)
  await expect(card).toHaveAccessibleName(new RegExp(String(target.id)))
  await card.getByRole('button', { name: /^Capturar/ }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Capturar lead' })).toBeVisible()
  expect(await said(page)).toEqual({ role: 'button', name: 'Continuar' })
  await page.keyboard.press('Enter')

  const form = page.getByRole('dialog', { name: new RegExp(`Lead ${target.id}`) })
  await expect(form).toBeVisible()
  await expect(
    page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: 'capturad' }),
  ).toBeVisible()
  await expect.poll(() => form.evaluate((dialog) => dialog.contains(document.activeElement))).toBe(true)

  await pick(page, /^Tipo de contato/, 'Telefone')
  await pick(page, /^Status da venda/, 'Vendido')
  // What is missing is announced and leads to its field.
  await tabTo(page, 'button', /^Finalizar$/)
  await page.keyboard.press('Enter')
  await expect(form.getByRole('alert').first()).toBeVisible()
  const invalid = form.locator('[aria-invalid="true"]').first()
  await expect(invalid).toBeAttached()
  await expect(invalid).toHaveAccessibleDescription(/./)

  await pick(page, /^Forma que recebeu a resposta/, 'Telefone')
  await type(page, /^Valor da venda/, '1850')
  await type(page, /^Porcentagem da comissão/, '15')
  await pick(page, /^BackUp car/, 'Não oferecido')
  await pick(page, /^Pague Menos/, 'Não oferecido')
  await tabTo(page, 'button', /^Finalizar$/)
  await page.keyboard.press('Enter')
  // Each date that is missing is asked for in a dialog that has the focus.
  for (let asked = 0; asked < 3 && (await form.isVisible()); asked += 1) {
    const question = page.getByRole('dialog', { name: /^Informe a data/ })
    if (
      !(await question.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      ))
    )
      break
    await tabTo(page, 'button', /agora|Agora/)
    await page.keyboard.press('Enter')
    await tabTo(page, 'button', /^Continuar$/)
    await page.keyboard.press('Enter')
  }
  await expect(form).toBeHidden()
  await app.settled()
  expect(await rest.lead(target.id)).toMatchObject({ state: 3, sold: 1, sale_value_cents: 185_000 })
})
