/** When a delivery is tried again, and what it says. docs/rules.md#webhooks */
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { FAILURES, failureSentence } from '../../../src/domain/webhooks/failures.ts'
import { leadFactsSchema, webhookBody } from '../../../src/domain/webhooks/payload.ts'
import { isStoppedAfter, pauseAfter, RETRY_PAUSES_MS, restAfter } from '../../../src/domain/webhooks/tries.ts'

describe('tries', () => {
  test('the pauses grow, and last a day together', () => {
    expect([...RETRY_PAUSES_MS].toSorted((a, b) => a - b)).toEqual(RETRY_PAUSES_MS)
    const all = RETRY_PAUSES_MS.reduce((sum, ms) => sum + ms, 0)
    expect(all).toBeGreaterThan(DAY_MS)
    expect(all).toBeLessThan(26 * HOUR_MS)
  })

  test('after the last try there is no other', () => {
    expect(pauseAfter(1)).toBe(5000)
    expect(pauseAfter(RETRY_PAUSES_MS.length)).toBe(9 * HOUR_MS)
    expect(pauseAfter(RETRY_PAUSES_MS.length + 1)).toBeNull()
  })

  test('an address rests longer after each failure, up to ten minutes, or as long as it asks, up to six hours', () => {
    expect([1, 2, 3, 4, 5, 6, 500].map((failures) => restAfter(failures, null))).toEqual([
      5000,
      15_000,
      MINUTE_MS,
      5 * MINUTE_MS,
      10 * MINUTE_MS,
      10 * MINUTE_MS,
      10 * MINUTE_MS,
    ])
    expect(restAfter(1, HOUR_MS)).toBe(HOUR_MS)
    expect(restAfter(5, 1000)).toBe(10 * MINUTE_MS)
    expect(restAfter(1, 400 * DAY_MS)).toBe(6 * HOUR_MS)
  })

  test('it is stopped after five days of failures alone', () => {
    expect(isStoppedAfter(0, 5 * DAY_MS - 1)).toBe(false)
    expect(isStoppedAfter(0, 5 * DAY_MS)).toBe(true)
  })
})

describe('the sentence of a failure', () => {
  test('ends with a dot, and names the status in front of it', () => {
    for (const sentence of Object.values(FAILURES)) expect(sentence).toMatch(/\.$/u)
    expect(failureSentence('refused', null)).toBe('O endereço recusou a conexão.')
    expect(failureSentence('fault', 502)).toBe('O endereço respondeu que teve um erro (código 502).')
  })
})

const FACTS = leadFactsSchema.parse({
  id: 17,
  uid: '0199b3a2-6f1c-7d3e-8a4b-2c5d6e7f8091',
  status: 3,
  status_before: 2,
  state: 2,
  channel_id: 8,
  insurance_id: 1,
  broker_id: 4,
  partner_id: null,
  sold: null,
  lost_sale: null,
  cancelled: false,
  created_at: '2026-11-18T10:00:00-03:00',
  captured_at: '2026-11-18T13:10:00+00:00',
  ended_at: null,
  occurred_at: '2026-11-18T13:20:00+00:00',
  scheduling_at: '2026-11-18T13:00:00+00:00',
})
const happened = { sequence: 9, madeAt: '2026-11-18T13:20:01.000Z', lead: FACTS, client: undefined }

describe('a body', () => {
  test('has numbers, states and instants in UTC, and no client', () => {
    expect(JSON.parse(webhookBody({ ...happened, kind: 'lead.moved' }))).toEqual({
      type: 'lead.moved',
      timestamp: '2026-11-18T13:20:01.000Z',
      data: {
        sequence: 9,
        occurred_at: '2026-11-18T13:20:00.000Z',
        lead: {
          id: 17,
          uid: FACTS.uid,
          status: 3,
          status_before: 2,
          state: 2,
          channel_id: 8,
          insurance_id: 1,
          broker_id: 4,
          partner_id: null,
          sold: null,
          lost_sale: null,
          cancelled: false,
          created_at: '2026-11-18T13:00:00.000Z',
          captured_at: '2026-11-18T13:10:00.000Z',
          ended_at: null,
        },
      },
    })
  })

  test('names the status before only where it moved, and the schedule only where it is late', () => {
    const sold = JSON.parse(webhookBody({ ...happened, kind: 'lead.sold' }))
    expect(sold.data.lead).not.toHaveProperty('status_before')
    expect(sold.data).not.toHaveProperty('scheduling_at')
    const late = JSON.parse(webhookBody({ ...happened, kind: 'schedule.late' }))
    expect(late.data.scheduling_at).toBe('2026-11-18T13:00:00.000Z')
  })

  test('has the client where an address gets it; an erased one is null', () => {
    const client = { name: 'Ana', cellphone: '31987654320', email: 'ana@exemplo.com.br' }
    expect(JSON.parse(webhookBody({ ...happened, kind: 'lead.sold', client })).data.client).toEqual(client)
    expect(JSON.parse(webhookBody({ ...happened, kind: 'lead.sold', client: null })).data.client).toBeNull()
  })

  test('of a test is about no lead', () => {
    const body = webhookBody({ ...happened, kind: 'webhook.test', lead: null })
    expect(JSON.parse(body)).toEqual({
      type: 'webhook.test',
      timestamp: happened.madeAt,
      data: { sequence: 9 },
    })
  })
})
