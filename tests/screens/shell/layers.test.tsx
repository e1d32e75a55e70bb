/**
 * What lies over what: each kind of layer over each, the sign-in of an ended session over all of them, and Escape closes the
 * upper one alone. docs/rules.md#layers
 */
import { describe, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { markExpired, readSession } from '../../../src/db/session/device-session.ts'
import { notify } from '../../../src/ui/notify.ts'
import { upperDialog } from '../../../src/ui/upper-dialog.ts'
import { nudgeSync } from '../../../src/workers/sync-bridge.ts'
import { type MountedApp, openApp } from '../support/app.tsx'
import { answersAllReads } from '../support/contract-answers.ts'
import { isInOrder } from '../support/in-order.ts'
import { form, field as labelled, openWorked, press } from '../support/lead-form.ts'
import { CLIENT, ownLead } from '../support/own-lead.ts'
import { takesSignIn } from '../support/sign-in.ts'

const session = page.getByRole('dialog', { name: 'Sua sessão expirou' })
const password = session.getByLabelText('Senha', { exact: true })

/** The server refuses the token; `revoked`: on purpose, and the leads leave the device. */
async function endSession({ db }: Pick<MountedApp, 'db'>, revoked = false): Promise<void> {
  await markExpired((await readSession())?.token ?? '', revoked)
  if (!revoked) return
  nudgeSync()
  await expect.poll(() => db.leads.count()).toBe(0)
}

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
  drawer: {
    name: 'Histórico',
    open: async () => {
      // From 1280 px on the history lies beside the form.
      if (window.innerWidth >= 1280) await page.viewport(1024, 768)
      await press('Histórico')
    },
  },
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
    const app = await openWorked({ role: 1, script: takesSignIn })
    await page.viewport(width, height)
    await layer.open()
    const below = named(layer.name)
    await expect.element(below).toBeVisible()
    await endSession(app)
    await expect.element(password).toBeVisible()
    await expect.poll(() => isOnTop(session.element())).toBe(true)
    await expect.poll(() => session.element().contains(document.activeElement)).toBe(true)
    await isInOrder('the sign-in of an ended session', session.element())
    await userEvent.keyboard('{Escape}')
    await expect.element(session).not.toBeInTheDocument()
    await expect.element(below).toBeVisible()
  })
})

const OPENS = {
  ...KINDS,
  discard: {
    name: 'Descartar o que foi digitado?',
    open: async () => {
      await userEvent.fill(named(/^Agendamento de Lead/).getByLabelText('Observações'), 'Ligar depois')
      await userEvent.keyboard('{Escape}')
    },
  },
} as const

/** What a user opens on the form of a lead, the lower first. */
const STACKS: readonly (readonly (keyof typeof OPENS)[])[] = [
  ['dialog'],
  ['dialog', 'discard'],
  ['question'],
  ['drawer'],
  ['dialog', 'search'],
  ['question', 'search'],
  ['drawer', 'search'],
  ['dialog', 'discard', 'search'],
]
const WAYS = {
  Escape: () => userEvent.keyboard('{Escape}'),
  Back: async () => window.history.back(),
}

describe('each over each', () => {
  describe.each(Object.entries(WAYS))('%s', (_, close) => {
    test.each(
      STACKS.map((stack) => ({ over: stack.toReversed().join(' over '), stack })),
    )('closes the upper one alone: $over', async ({ stack }) => {
      await openWorked({ role: 1 })
      for (const kind of stack) {
        await OPENS[kind].open()
        await expect.element(named(OPENS[kind].name)).toBeVisible()
        await expect.poll(() => isOnTop(named(OPENS[kind].name).element())).toBe(true)
      }
      for (const [place, kind] of [...stack.entries()].toReversed()) {
        // It has typed text, and asks.
        if (kind === 'dialog' && stack.includes('discard')) break
        await expect.poll(() => upperDialog()?.contains(document.activeElement)).toBe(true)
        await close()
        await expect.element(named(OPENS[kind].name)).not.toBeInTheDocument()
        const below = stack[place - 1]
        if (below !== undefined) await expect.element(named(OPENS[below].name)).toBeVisible()
        await expect.element(form).toBeVisible()
      }
    })
  })

  test('a search that went with its screen gives the focus back where it is opened next', async () => {
    const app = await openWorked({ role: 1 })
    await KINDS.search.open()
    await expect.element(named(KINDS.search.name)).toBeVisible()
    await app.load('/?form=lead-1')
    await expect.element(form).toBeVisible()
    for (const layer of [KINDS.dialog, KINDS.search]) {
      await layer.open()
      await expect.poll(() => upperDialog()?.contains(document.activeElement)).toBe(true)
      await expect.element(named(layer.name)).toBeVisible()
    }
    await userEvent.keyboard('{Escape}')
    await expect.element(named(KINDS.search.name)).not.toBeInTheDocument()
    await expect.poll(() => named(KINDS.dialog.name).element().contains(document.activeElement)).toBe(true)
  })

  test('a form that opens while the session is asked for lies below', async () => {
    const app = await openApp('/', { clients: [CLIENT], leads: (user) => [ownLead(user)] })
    await expect.element(page.getByRole('tab').first()).toBeVisible()
    await endSession(app)
    await expect.element(password).toBeVisible()
    await app.go('/?form=lead-1')
    await expect.element(form).toBeInTheDocument()
    await expect.poll(() => isOnTop(session.element())).toBe(true)
    await userEvent.keyboard('{Escape}')
    await expect.element(session).not.toBeInTheDocument()
    await expect.element(form).toBeVisible()
  })

  test('a toast tells of the sign-in over it', async () => {
    await endSession(await openWorked())
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
  const TEXT = 'quem@exemplo.com.br'
  const opens = (path: string) =>
    openApp(path, {
      role: 1,
      script: (peer) => {
        answersAllReads(peer)
        takesSignIn(peer)
      },
    })
  const note = named(/^Agendamento de Lead/).getByLabelText('Observações')
  const schedules = async () => {
    const app = await openWorked({ script: takesSignIn })
    await press('Agendar')
    return app
  }
  interface Form {
    readonly open: () => Promise<MountedApp>
    readonly field: Locator
  }
  /** A form of each kind. */
  const FORMS: Readonly<Record<string, Form>> = {
    'the form of a lead': {
      open: () => openWorked({ script: takesSignIn }),
      field: form.getByRole('textbox', { name: 'Informações adicionais' }),
    },
    'a dialog of a lead': { open: schedules, field: note },
    'a new lead': {
      open: () => opens('/lead'),
      field: labelled('Nome'),
    },
    'a dialog of administration': {
      open: async () => {
        const app = await opens('/concorrentes')
        await userEvent.click(page.getByRole('button', { name: /^Adicionar/ }).first())
        return app
      },
      field: page.getByRole('dialog').first().getByRole('textbox').first(),
    },
    'the own profile': {
      open: () => opens('/profile'),
      field: page.getByRole('textbox', { name: 'Novo e-mail' }),
    },
  }

  describe.each([
    { end: 'expired', revoked: false },
    { end: 'ended on purpose', revoked: true },
  ])('$end', ({ revoked }) => {
    test.each(Object.entries(FORMS))('%s: is there after the sign-in', async (_, { open, field }) => {
      const app = await open()
      await userEvent.fill(field, TEXT)
      await endSession(app, revoked)
      await expect.element(password).toBeVisible()
      await expect.poll(() => isOnTop(session.element())).toBe(true)
      expect(document.body.textContent).not.toContain('Outra pessoa o atende agora')
      await signsInAgain()
      await expect.element(field).toHaveValue(TEXT)
    })
  })

  test('who does not sign in after an end on purpose is asked before the text is lost', async () => {
    const app = await schedules()
    await userEvent.fill(note, TEXT)
    await endSession(app, true)
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
