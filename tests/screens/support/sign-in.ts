/** The sign-in screen as a user fills it in. */
import { page, userEvent } from 'vitest/browser'
import { loginRoute } from '../../../src/contract/session.ts'
import type { Peer } from './peer.ts'

export const enter = page.getByRole('button', { name: 'Entrar', exact: true })

/** The peer answers a sign-in with the token that it admits for its user. */
export const takesSignIn = (peer: Peer): void =>
  peer.answers(loginRoute, { data: { token: `token-${peer.server.user.id}` } })

export async function signsIn(login = 'bia', password = 'farol-demo'): Promise<void> {
  await userEvent.fill(page.getByLabelText('Login'), login)
  await userEvent.fill(page.getByLabelText('Senha', { exact: true }), password)
  await userEvent.click(enter)
}
