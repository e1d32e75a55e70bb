/** The call for which the form shows the fields of the contact. docs/rules.md#the-form-of-a-lead-in-work */
import { expect, test } from 'vitest'
import { isNewCall } from '../../../../src/features/lead/calls/new-call.ts'

const call = { call_uid: 'a', called_at: '2026-11-18T10:00:00.000Z' }
const at = (time: string) => Date.parse(time)

test.each([
  ['a call of a minute ago', undefined, '2026-11-18T10:01:00Z', true],
  ['a call after another one', 'b', '2026-11-18T10:01:00Z', true],
  ['a call before the last tick of the clock', undefined, '2026-11-18T09:59:40Z', true],
  ['a call whose fields were shown', 'a', '2026-11-18T10:01:00Z', false],
  ['an unanswered call of three days ago', undefined, '2026-11-21T10:00:00Z', false],
])('%s', (_case, shown, now, isNew) => {
  expect(isNewCall(call, shown, at(now))).toBe(isNew)
})
