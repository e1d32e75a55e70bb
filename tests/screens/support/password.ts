/** 'Confirme com a sua senha' before a mounted screen: calls that need a confirmation, and the answer to the question. */
import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { confirmRoute } from '../../../src/contract/session.ts'
import { CONFIRM_WITH_PASSWORD, CONFIRMATION_HEADER } from '../../../src/domain/session/confirmation.ts'
import type { Asked, Peer } from './peer.ts'
import { Refused } from './refused.ts'

export const PASSWORD = 'farol-demo'
const CONFIRMATION = 'confirmation-of-this-tab'

/** The peer knows the password. */
export const knowsPassword = (peer: Peer): void =>
  peer.answersBy(confirmRoute, ({ body }) => {
    if (JSON.stringify(body) === JSON.stringify({ own_password: PASSWORD }))
      return { data: { confirmation: CONFIRMATION } }
    const message = 'A sua senha não confere.'
    throw new Refused({ status: 422, code: 'rule', message, errors: { own_password: [message] } })
  })

/** Refuses a call without the confirmation, as the server does before it acts. */
export function needsConfirmation({ headers }: Asked): void {
  if (headers.get(CONFIRMATION_HEADER) === CONFIRMATION) return
  const message = `${CONFIRM_WITH_PASSWORD} para continuar.`
  throw new Refused({ status: 403, code: 'confirmation_required', message })
}

export const confirmDialog: Locator = page.getByRole('dialog', { name: CONFIRM_WITH_PASSWORD })
export const passwordField: Locator = confirmDialog.getByLabelText('Sua senha')

export async function confirm(): Promise<void> {
  await passwordField.fill(PASSWORD)
  await userEvent.keyboard('{Enter}')
  await expect.element(confirmDialog).not.toBeInTheDocument()
}
