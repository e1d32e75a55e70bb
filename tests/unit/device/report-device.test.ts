/** What a device reports as waiting. docs/rules.md#devices */
import { expect, test } from 'vitest'
import { waitingIn } from '../../../src/device/report-device.ts'

const attach = {
  command: 'lead.attachFile',
  args: {
    lead_uid: '0190a0b0-0000-7000-8000-000000000001',
    file_uid: '0190a0b0-0000-4000-8000-000000000002',
    name: 'apolice.pdf',
    size: 10,
  },
  queuedAt: 200,
}
const change = { command: 'lead.save', args: {}, queuedAt: 100 }

test('a document counts once, and not as a change besides', () => {
  expect(waitingIn([attach])).toEqual({ changes: 0, files: 1, since: 200 })
  expect(waitingIn([attach, change, change])).toEqual({ changes: 2, files: 1, since: 100 })
  expect(waitingIn([])).toEqual({ changes: 0, files: 0, since: null })
})
