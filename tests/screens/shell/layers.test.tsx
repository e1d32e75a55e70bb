/**
 * What lies over what: each kind of layer over each, the sign-in of an ended session over all of them, and Escape closes the
 * upper one alone. docs/rules.md#layers
 */
import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { markExpired, readSession } from '../../../src/db/session/device-session.ts'
import { notify } from '../../../src/ui/notify.ts'
import { upperDialog } from '../../../src/ui/upper-dialog.ts'
import { openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'
import { isInOrder } from '../support/in-order.ts'
import { form, openWorked, press } from '../support/lead-form.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { takesSignIn } from '../support/sign-in.ts'

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
  const hit = document.elementFromPoint(
    left + width / 2,
    top + Math.min(height, window.innerHeight - top) / 2,
  )
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
describe.each([
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
])('$width px', ({ width, height }) => {
  test.each(
    kinds,
  )('the sign-in of an ended session lies over a %s, and Escape closes it alone', async (_, layer) => {
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

describe('each over each', () => {
  /** What a user opens from it, the lower first. The form lies at the bottom. */
  const STACKS = [
    ['dialog', ['dialog']],
    ['question over a dialog', ['dialog', 'discard']],
    ['question', ['question']],
    ['drawer', ['drawer']],
    ['search over a dialog', ['dialog', 'search']],
    ['search over a question', ['question', 'search']],
    ['search over a drawer', ['drawer', 'search']],
    ['search over a question over a dialog', ['dialog', 'discard', 'search']],
  ] as const
  const OPENS = {
    ...KINDS,
    discard: {
      name: 'Descartar o que foi digitado?',
      open: async () => {
        await userEvent.fill(named(/^Agendamento de Lead/).getByLabelText('Observações'), 'Ligar depois')
        await userEvent.keyboard('{Escape}')
      },
    },
  }

  test.each(
    STACKS,
  )('%s: the upper one is on top, and Escape and Back close one at a time', async (_, stack) => {
    for (const closes of [() => userEvent.keyboard('{Escape}'), () => window.history.back()]) {
      await openWorked({ role: 1 })
      for (const kind of stack) {
        await OPENS[kind].open()
        await expect.element(named(OPENS[kind].name)).toBeVisible()
        await expect.poll(() => isOnTop(named(OPENS[kind].name).element())).toBe(true)
      }
      for (const [place, kind] of [...stack.entries()].toReversed()) {
        await expect.poll(() => upperDialog()?.contains(document.activeElement)).toBe(true)
        // A dialog with typed text asks; the question that it asks was tested.
        if (kind === 'dialog' && stack.length > 1 && stack[1] === 'discard') break
        await closes()
        await expect.element(named(OPENS[kind].name)).not.toBeInTheDocument()
        const below = stack[place - 1]
        if (below !== undefined) await expect.element(named(OPENS[below].name)).toBeVisible()
        await expect.element(form).toBeVisible()
      }
    }
  })

  test('a form that opens while the session is asked for lies below', async () => {
    const { go } = await openApp('/', { clients: [CLIENT], leads: (user) => [ownLead(user)] })
    await expect.element(page.getByRole('tab').first()).toBeVisible()
    await endSession()
    await expect.element(password).toBeVisible()
    await go('/?form=lead-1')
    await expect.element(form).toBeInTheDocument()
    await expect.poll(() => isOnTop(session.element())).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(session).not.toBeInTheDocument()
    await expect.element(form).toBeVisible()
  })

  test('a toast tells of the sign-in over it', async () => {
    await openWorked()
    await endSession()
    await expect.element(password).toBeVisible()
    notify.error('Erro no servidor')
    const toast = page.getByText('Erro no servidor')
    await expect.element(toast).toBeVisible()
    await expect.poll(() => isOnTop(toast.element())).toBe(true)
  })

  test('an open menu closes by its own Escape, and the form stays', async () => {
    await openWorked()
    await userEvent.click(form.getByRole('button', { name: /^(Mais|Ações)$/ }))
    await expect.element(page.getByRole('menuitem').first()).toBeVisible()
    await expect.poll(() => document.activeElement?.closest('[role="menu"]')).not.toBeFalsy()
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('menuitem').first()).not.toBeInTheDocument()
    await expect.element(form).toBeVisible()
  })
})

describe('what is typed when the session ends', () => {
  const TEXT = 'Prefere ligação à tarde'
  /** A text typed in each kind of form, and where it stands. */
  const FORMS: Readonly<Record<string, () => Promise<Locator>>> = {
    'the form of a lead': async () => {
      await openWorked({ script: takesSignIn })
      return form.getByRole('textbox', { name: 'Informações adicionais' })
    },
    'a dialog of a lead': async () => {
      await openWorked({ script: takesSignIn })
      await press('Agendar')
      return named(/^Agendamento de Lead/).getByLabelText('Observações')
    },
    'a new lead': async () => {
      await openApp('/lead', { role: 1, script: takesSignIn })
      return form.getByRole('textbox', { name: 'Nome', exact: true })
    },
    'a dialog of administration': async () => {
      await openApp('/concorrentes', {
        role: 1,
        script: (peer) => {
          answersAllReads(peer)
          takesSignIn(peer)
        },
      })
      await userEvent.click(page.getByRole('button', { name: /^(Novo|Nova|Adicionar|Criar)/ }).first())
      return page.getByRole('dialog').getByRole('textbox').first()
    },
    'the own profile': async () => {
      await openApp('/profile', {
        role: 1,
        script: (peer) => {
          answersAllReads(peer)
          takesSignIn(peer)
        },
      })
      return page.getByRole('textbox', { name: /^E-mail/ }).first()
    },
  }

  test.each(
    Object.entries(FORMS),
  )('%s: is there after the sign-in, also where the server ended it', async (_, open) => {
    for (const revoked of [false, true]) {
      const field = await open()
      await userEvent.fill(field, TEXT)
      await endSession(revoked)
      await expect.element(password).toBeVisible()
      await expect.poll(() => isOnTop(session.element())).toBe(true)
      expect(document.body.textContent).not.toContain('Outra pessoa o atende agora')
      await signsInAgain()
      await expect.element(field).toHaveValue(TEXT)
    }
  })

  test('on purpose: who does not sign in is asked before the text is lost', async () => {
    await openWorked({ script: takesSignIn })
    await press('Agendar')
    const note = named(/^Agendamento de Lead/).getByLabelText('Observações')
    await userEvent.fill(note, TEXT)
    await endSession(true)
    await expect.element(password).toBeVisible()
    await userEvent.keyboard('{Escape}')
    const question = named('Descartar o que foi digitado?')
    await expect.element(question).toBeVisible()
    await expect.poll(() => isOnTop(question.element())).toBe(true)
    await userEvent.click(question.getByRole('button', { name: 'Voltar' }))
    await signsInAgain()
    await expect.element(note).toHaveValue(TEXT)
  })
})
