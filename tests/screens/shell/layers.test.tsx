/**
 * What lies over what: each kind of layer over each, the sign-in of an ended session over all of them, and Escape closes the
 * upper one alone. docs/rules.md#layers
 */
import { describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { markExpired, readSession } from '../../../src/db/session/device-session.ts'
import { notify } from '../../../src/ui/notify.ts'
import { upperDialog } from '../../../src/ui/upper-dialog.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'
import { isInOrder } from '../support/in-order.ts'
import { fill, form, openWorked, press, valueOf } from '../support/lead-form.ts'
import { enter, takesSignIn } from '../support/sign-in.ts'

const session = page.getByRole('dialog', { name: 'Sua sessão expirou' })
const password = session.getByLabelText('Senha', { exact: true })

/** The server refuses the token; `revoked`: on purpose. */
const endSession = async (revoked = false) => markExpired((await readSession())?.token ?? '', revoked)

async function signsInAgain(): Promise<void> {
  await userEvent.fill(password, 'farol-demo')
  await userEvent.click(session.getByRole('button', { name: 'Entrar' }))
  await expect.element(session).not.toBeInTheDocument()
}

/** Whether a press in the middle of the dialog would reach it, and not what lies over it. */
const isOnTop = (dialog: Element): boolean => {
  const { left, top, width, height } = dialog.getBoundingClientRect()
  const hit = document.elementFromPoint(left + width / 2, top + Math.min(height, window.innerHeight - top) / 2)
  return hit !== null && dialog.contains(hit)
}

const named = (name: string | RegExp) => page.getByRole('dialog', { name })

/** A layer of each kind on the form of a lead, as a user opens it. */
const KINDS = {
  form: { name: /^Lead 1 ·/, open: async () => {} },
  dialog: { name: /^Agendamento de Lead/, open: () => press('Agendar') },
  question: { name: 'Cancelar lead', open: () => press('Cancelar lead') },
  drawer: { name: 'Histórico', open: () => press('Histórico') },
  search: { name: 'Busca', open: () => userEvent.keyboard('{Control>}k{/Control}') },
} as const
const kinds = Object.entries(KINDS)
const pairs = kinds.flatMap(([lower, below]) =>
  kinds.filter(([upper]) => upper !== lower && upper !== 'form').map(([upper, above]) => ({ lower, below, upper, above })),
)

describe.each([
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
])('$width px', ({ width, height }) => {
  test.each(kinds)('the sign-in of an ended session lies over a %s, and Escape closes it alone', async (_, layer) => {
    await openWorked({ role: 1, script: takesSignIn })
    await page.viewport(width, height)
    await layer.open()
    const below = named(layer.name)
    await expect.element(below).toBeVisible()
    await endSession()
    await expect.element(password).toBeVisible()
    await expect.poll(() => isOnTop(session.element())).toBe(true)
    await expect.poll(() => session.element().contains(document.activeElement)).toBe(true)
    await isInOrder('the sign-in of an ended session', session.element())
    await userEvent.keyboard('{Escape}')
    await expect.element(session).not.toBeInTheDocument()
    await expect.element(below).toBeVisible()
  })
})
