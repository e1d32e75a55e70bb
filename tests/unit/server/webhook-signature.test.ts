/** The signature of standardwebhooks.com. docs/webhooks.md */
import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newWebhookSecret, signedHeaders } from '../../../server/webhooks/signature.ts'

/** The vector that the specification's own libraries are tested with. */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const SIGNED = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1614265330, body: '{"test": 2432232314}' }

describe('the signature of a delivery', () => {
  test('is the one of the published vector', () => {
    expect(signedHeaders([SECRET], SIGNED)).toEqual({
      'webhook-id': SIGNED.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('has one part for each secret, the newer first', () => {
    const newer = newWebhookSecret()
    const parts = signedHeaders([newer, SECRET], SIGNED)['webhook-signature']?.split(' ') ?? []
    expect(parts).toHaveLength(2)
    expect(parts[1]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
    expect(parts[0]).not.toBe(parts[1])
  })

  test('changes with id, time and body', () => {
    const of = (more: object) => signedHeaders([SECRET], { ...SIGNED, ...more })['webhook-signature']
    const all = [of({}), of({ id: 'msg_other' }), of({ timestamp: 1 }), of({ body: '{"test": 1}' })]
    expect(new Set(all).size).toBe(4)
  })

  test('a new secret has 32 bytes behind its prefix, and another each time', () => {
    const [one, two] = [newWebhookSecret(), newWebhookSecret()]
    expect(one).not.toBe(two)
    expect(one.startsWith('whsec_')).toBe(true)
    const key = Buffer.from(one.slice('whsec_'.length), 'base64')
    expect(key).toHaveLength(32)
    const text = `${SIGNED.id}.${SIGNED.timestamp}.${SIGNED.body}`
    const expected = `v1,${createHmac('sha256', key).update(text).digest('base64')}`
    expect(signedHeaders([one], SIGNED)['webhook-signature']).toBe(expected)
  })
})
