/** Calls that need a confirmation: who is asked, when, and what becomes of the call. docs/rules.md#own-password */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { CallResult } from '../../../src/api/call-result.ts'
import {
  confirmationsAreShown,
  onConfirmation,
  presentConfirmation,
  withConfirmation,
} from '../../../src/api/confirmation.ts'

const REQUIRED: CallResult<string> = {
  kind: 'refused',
  status: 403,
  body: { message: 'Confirme com a sua senha para continuar.', code: 'confirmation_required' },
  retryAfterSeconds: null,
}

/** A server that takes one confirmation, and what it was sent. */
function server(valid: string) {
  const sent: (string | null)[] = []
  const send = async (confirmation: string | null): Promise<CallResult<string>> => {
    sent.push(confirmation)
    return confirmation === valid ? { kind: 'ok', value: 'feito' } : REQUIRED
  }
  return { sent, send }
}

const asked = () => vi.waitFor(() => expect(presentConfirmation()).not.toBeNull())

describe('a call that needs a confirmation', () => {
  let gone = () => {}
  /** Each test has a session of its own: a confirmation is held for its session. */
  let session = 0
  const token = () => `token ${session}`
  beforeEach(() => {
    session++
    gone = confirmationsAreShown()
  })
  afterEach(() => gone())

  test('asks, and is sent again with the answer; the next one brings it at once', async () => {
    const { sent, send } = server('um')
    const result = withConfirmation({ token: token() }, send)
    await asked()
    expect(presentConfirmation()?.token).toBe(token())
    presentConfirmation()?.answer('um')
    expect(await result).toEqual({ kind: 'ok', value: 'feito' })
    expect(presentConfirmation()).toBeNull()
    expect(await withConfirmation({ token: token() }, send)).toEqual({ kind: 'ok', value: 'feito' })
    expect(sent).toEqual([null, 'um', 'um'])
  })

  test('is refused as the server refused it when the user does not confirm', async () => {
    const { sent, send } = server('um')
    const result = withConfirmation({ token: token() }, send)
    await asked()
    const question = presentConfirmation()
    question?.answer(null)
    expect(await result).toBe(REQUIRED)
    // A late answer to a question that is closed counts for nothing.
    question?.answer('um')
    const next = withConfirmation({ token: token() }, send)
    await asked()
    presentConfirmation()?.answer(null)
    await next
    expect(sent).toEqual([null, null])
  })

  test('asks anew once the confirmation has ended', async () => {
    const first = server('um')
    const one = withConfirmation({ token: token() }, first.send)
    await asked()
    presentConfirmation()?.answer('um')
    await one
    const second = server('dois')
    const two = withConfirmation({ token: token() }, second.send)
    await asked()
    presentConfirmation()?.answer('dois')
    expect(await two).toEqual({ kind: 'ok', value: 'feito' })
    expect(second.sent).toEqual(['um', 'dois'])
  })

  test('shares its question with the calls that wait at the same time', async () => {
    const { sent, send } = server('um')
    const listener = vi.fn()
    const stop = onConfirmation(listener)
    const both = Promise.all([
      withConfirmation({ token: token() }, send),
      withConfirmation({ token: token() }, send),
    ])
    await asked()
    presentConfirmation()?.answer('um')
    expect((await both).map(({ kind }) => kind)).toEqual(['ok', 'ok'])
    stop()
    // One question was put and one was taken away.
    expect(listener).toHaveBeenCalledTimes(2)
    expect(sent).toEqual([null, null, 'um', 'um'])
  })

  test('takes its question away when its screen is left', async () => {
    const left = new AbortController()
    const { send } = server('um')
    const result = withConfirmation({ token: token(), signal: left.signal }, send)
    await asked()
    left.abort()
    expect(presentConfirmation()).toBeNull()
    expect(await result).toBe(REQUIRED)
  })

  test('never uses the confirmation of another session', async () => {
    const { send } = server('um')
    const result = withConfirmation({ token: token() }, send)
    await asked()
    presentConfirmation()?.answer('um')
    await result
    const other = server('um')
    const second = withConfirmation({ token: 'token of another' }, other.send)
    await asked()
    presentConfirmation()?.answer(null)
    await second
    expect(other.sent).toEqual([null])
  })

  test('does not wait for a dialog that is not on the page', async () => {
    gone()
    const { send } = server('um')
    expect(await withConfirmation({ token: token() }, send)).toBe(REQUIRED)
  })

  test('any other answer is returned as it is', async () => {
    const offline: CallResult<string> = { kind: 'unreachable' }
    expect(await withConfirmation({ token: token() }, async () => offline)).toBe(offline)
    expect(presentConfirmation()).toBeNull()
  })
})
