/** What an icon alone means, for a finger: src/ui/Hints.tsx */
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { aClient } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { ownLead } from './support/own-lead.ts'

const HANDOVER = {
  kind: 'handover',
  since: '2026-11-09',
  until: '2026-11-16',
  note: '',
  begun_by: 'act' as const,
}

const press = (element: Element, type: string, pointerType = 'touch') =>
  element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType }))
/** As a browser makes it of a tap. */
const clickAfter = (element: Element) =>
  element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }))

async function openedButton(): Promise<Element> {
  await openApp('/prazos-da-lei', {
    clients: [aClient()],
    leads: (user) => [ownLead(user, { obligations: [HANDOVER] })],
  })
  const button = page.getByRole('button', { name: /^Registrar entrega/ })
  await expect.element(button).toBeVisible()
  return button.element()
}

test('a finger that stays on an icon reads its words, and does nothing else', async () => {
  const button = await openedButton()
  press(button, 'pointerdown')
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('Registrar entrega')
  press(button, 'pointerup')
  clickAfter(button)
  await expect.element(page.getByRole('tooltip')).toBeVisible()
  expect(page.getByRole('dialog').elements()).toEqual([])
  await expect.element(page.getByRole('tooltip'), { timeout: 5000 }).not.toBeInTheDocument()
})

test('a tap acts', async () => {
  const button = await openedButton()
  press(button, 'pointerdown')
  press(button, 'pointerup')
  clickAfter(button)
  await expect.element(page.getByRole('dialog', { name: /^Registrar entrega/ })).toBeVisible()
  expect(page.getByRole('tooltip').elements()).toEqual([])
})
