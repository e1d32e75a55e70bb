/** Toasts: each sentence is seen, and once. */
import { notificationsStore } from '@mantine/notifications'
import { expect, test, vi } from 'vitest'
import { notify } from '../../../src/ui/notify.ts'

const ids = () => notificationsStore.getState().notifications.map(({ id }) => id)
const shown = () => notificationsStore.getState().notifications.map(({ message }) => message)

test('all the warnings of one tap are seen at once, also as the first toasts of all; said again, each takes its own place', async () => {
  const missing = ['CPF', 'nome', 'telefone/celular', 'e-mail', 'CEP', 'data de aniversário']
  const warnings = missing.map((what) => `Preencha o ${what} do cliente`)
  for (const warning of warnings) notify.warning(warning)
  await vi.waitFor(() => expect(shown()).toEqual(warnings))
  const first = ids()
  for (const warning of warnings) notify.warning(warning)
  await vi.waitFor(() => expect(ids().filter((id) => first.includes(id))).toEqual([]))
  expect(shown()).toEqual(warnings)
  expect(notificationsStore.getState().queue).toEqual([])
})
