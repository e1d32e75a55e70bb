/** What becomes of a message by Meta's error: docs/rules.md#messages-sent */
import { expect, test } from 'vitest'
import { sendFailureOf, sendPauseMs } from '../../../../src/domain/whatsapp/send-failures.ts'

test.each([
  [131026, 'stop', /não está no WhatsApp/],
  [131047, 'stop', /24 horas/],
  [131049, 'stop', /espere um dia/],
  [131050, 'stop', /pediu/],
  [130429, 'retry', /demais/],
  [190, 'stop', /ligá-lo de novo/],
  [132001, 'stop', /modelo/],
  [999_999, 'stop', /erro 999999/],
] as const)('%i: %s', (code, act, words) => {
  expect(sendFailureOf(code)).toMatchObject({ act, words: expect.stringMatching(words) })
})

test('pauses grow, and are never shorter than Meta asks for', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7].map((tries) => sendPauseMs(tries, null))
  expect(pauses).toEqual(pauses.toSorted((one, other) => one - other))
  expect(sendPauseMs(1, 500_000)).toBe(500_000)
  expect(sendPauseMs(9, 1)).toBe(3_600_000)
})
