/** A lost answer is asked for once more under the same key: docs/rules.md#second-factor */
import { expect, test } from 'vitest'
import { askedAgain } from '../../../src/api/asked-again.ts'
import { type CallResult, LOST_ANSWER } from '../../../src/api/call-result.ts'

const answering = (...answers: readonly CallResult<string>[]) => {
  const keys: string[] = []
  const send = (key: string) => {
    keys.push(key)
    return Promise.resolve(answers[keys.length - 1] ?? LOST_ANSWER)
  }
  return { keys, send }
}
const OK = { kind: 'ok', value: 'token' } as const

test('a lost answer is asked for again with the same key', async () => {
  const { keys, send } = answering(LOST_ANSWER, OK)
  expect(await askedAgain(['passo', '123456'], send)).toEqual(OK)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBe(keys[1])
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('the same question has the same key at the next try, another question another one', async () => {
  const { keys, send } = answering(LOST_ANSWER, LOST_ANSWER, OK, OK)
  await askedAgain(['passo', '654321'], send)
  await askedAgain(['passo', '654321'], send)
  await askedAgain(['passo', '111222'], send)
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
})

test('a refusal is an answer', async () => {
  const refusal = {
    kind: 'refused',
    status: 422,
    body: { message: 'Não.' },
    retryAfterSeconds: null,
  } as const
  const { keys, send } = answering(refusal)
  expect(await askedAgain(['outro'], send)).toEqual(refusal)
  expect(keys).toHaveLength(1)
})
