/**
 * Every screen of an administrator, and each dialog and menu that its buttons open: no serious finding of axe (WCAG 2.2 AA), and
 * no English word in what a screen reader says, on a phone and at a desk. docs/testing.md#what-each-suite-proves
 */
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { may } from '../../src/domain/permissions/actions.ts'
import { ROUTES } from '../../src/domain/permissions/routes.ts'
import type { SessionUser } from '../../src/domain/session/session-user.ts'
import { aClient, aLead } from '../unit/domain/fixtures.ts'
import { openApp } from './support/app.tsx'
import { answersAllReads } from './support/contract-answers.ts'
import { isInOrder } from './support/in-order.ts'
import { saysNoEnglish } from './support/words.ts'

const paths = ROUTES.filter(({ action }) => may(action, 1)).map(({ path }) => path)

const leads = ({ id }: SessionUser) => [
  aLead({ channel_id: 8 }),
  aLead({ uid: 'lead-2', id: 2, client_uid: 'client-2', channel_id: 8, state: 2, status: 2, broker_id: id }),
]

/** A dialog, a menu or a list of options lies over the screen. */
const OVER = '[role="dialog"], [role="menu"], [role="listbox"]'
const over = () => document.querySelector(OVER)

const nameOf = (button: Element) => (button.getAttribute('aria-label') ?? button.textContent).trim()

const buttons = () =>
  [...document.querySelectorAll<HTMLElement>('main button')].filter(
    (button) => button.checkVisibility() && !button.matches(':disabled, [type="submit"]'),
  )

/** They say by their role or state that they open nothing over the screen. */
const STAYS = '[aria-pressed], [aria-expanded]:not([aria-haspopup]), [role="tab"], [role="switch"], th button'
