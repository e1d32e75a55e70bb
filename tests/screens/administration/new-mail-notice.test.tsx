/** The bell: a new e-mail of an administrator's account. docs/rules.md#notices */
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { administratorEmailsRoute } from '../../../src/contract/administration/administrator-emails.ts'
import type { RoleId } from '../../../src/domain/session/session-user.ts'
import { openApp } from '../support/app.tsx'

const openBell = async (role: RoleId) => {
  const app = await openApp('/seguros', {
    role,
    user: { id: 5001 },
    script: (peer) =>
      peer.answers(administratorEmailsRoute, {
        data: [
          {
            id: 1,
            at: '2026-11-18T12:00:00.000Z',
            what: 'asked',
            email: 'novo@exemplo.com.br',
            user: { id: 5001, name: 'Bia Lima' },
            by: { id: 2, name: 'Gustavo Prado' },
          },
        ],
      }),
  })
  await userEvent.click(page.getByRole('button', { name: /avisos/i }))
  return app
}

test('the bell of an administrator reports a new e-mail that a colleague asked for', async () => {
  await openBell(1)
  await expect.element(page.getByText('O seu e-mail no Farol')).toBeVisible()
  await expect.element(page.getByText('Troca pedida para novo@exemplo.com.br')).toBeVisible()
})

test('the bell of a manager neither asks nor tells of administrators', async () => {
  const { peer } = await openBell(2)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  expect(peer.callsOf(administratorEmailsRoute)).toEqual([])
})
