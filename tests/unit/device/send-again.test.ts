/** A correction that the device can't store. */
import { expect, test, vi } from 'vitest'
import { sendAgain } from '../../../src/device/send-again.ts'
import { toasts } from '../../../src/ui/notify.ts'

vi.mock('../../../src/db/open.ts', () => ({ openMirror: () => ({}) }))
vi.mock('../../../src/db/outbox/resolve-outbox.ts', () => ({
  replaceArgs: () => Promise.reject(new Error('the database is closed')),
}))
vi.mock('../../../src/workers/sync-bridge.ts', () => ({}))

test('an error of the store is shown, and the form may send again', async () => {
  expect(await sendAgain(1, 'key', {})).toBeNull()
  expect(toasts.get()).toMatchObject({
    kind: 'error',
    message: 'Houve um Problema: the database is closed',
  })
})
