/** How events reach a receiver that fails in every way: at least once, in order, and given up after a day. docs/rules.md#webhooks */
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deliverWebhooks } from '../../../server/webhooks/delivery.ts'
import { callerOf } from '../../../server/webhooks/sender.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { RETRY_PAUSES_MS } from '../../../src/domain/webhooks/tries.ts'
import { describeDatabase } from '../support/databases.ts'
import { inWebhookHouse, type WebhookHouse } from '../support/webhook-house.ts'
import { type Behaviour, isSignedWith, OK } from '../support/webhook-peer.ts'

describeDatabase('deliveries of webhooks', (open) => {
  let house: WebhookHouse
  inWebhookHouse(open, (made) => {
    house = made
  })

  const moved = (uid?: string) => house.moved(uid)
  const mails = async () =>
    (await house.store.db.selectFrom('mails').select('subject').execute()).map(({ subject }) => subject)

  test('an event arrives signed, with the three headers, and once', async () => {
    const { id, secret } = await house.told()
    await moved()
    await house.round()
    await house.round(house.other)
    const [arrived, ...more] = house.peer.arrived
    expect(more).toEqual([])
    if (arrived === undefined) throw new Error('nothing arrived')
    expect(isSignedWith(secret, arrived)).toBe(true)
    expect(Math.abs(arrived.timestamp * 1000 - house.server.context.now())).toBeLessThan(MINUTE_MS)
    expect(arrived.headers['content-type']).toBe('application/json')
    expect(arrived.path).toBe('/farol?key=k')
    expect(await house.log(id)).toMatchObject([
      {
        kind: 'lead.moved',
        state: 'delivered',
        status: 200,
        tries: 1,
        problem: null,
        message_id: arrived.id,
      },
    ])
  })

  const FAULTS: readonly (readonly [string, Behaviour, string])[] = [
    ['is silent', { kind: 'silent' }, 'O endereço não respondeu por inteiro em 10 segundos.'],
    ['trickles its body', { kind: 'trickles' }, 'O endereço não respondeu por inteiro em 10 segundos.'],
    ['answers 500', { kind: 'answers', status: 500 }, 'O endereço respondeu que teve um erro (código 500).'],
    [
      'answers 429',
      { kind: 'answers', status: 429, headers: { 'retry-after': '120' } },
      'O endereço pediu para esperar (código 429).',
    ],
    [
      'leads elsewhere',
      { kind: 'answers', status: 302, headers: { location: '/outro' } },
      'O endereço respondeu com um redirecionamento, que o Farol não segue (código 302).',
    ],
    ['hangs up', { kind: 'hangs-up' }, 'A conexão caiu antes do fim da resposta.'],
    ['breaks off', { kind: 'breaks-off' }, 'A conexão caiu antes do fim da resposta.'],
    ['speaks no HTTP', { kind: 'babbles' }, 'A conexão caiu antes do fim da resposta.'],
    ['answers 404', { kind: 'answers', status: 404 }, 'O endereço recusou a mensagem (código 404).'],
  ]

  describe.each(FAULTS)('a receiver that %s', (_words, fault, problem) => {
    test('gets the event again, with the same id, until it takes it', async () => {
      const { id } = await house.told()
      await moved()
      house.peer.behaviour = fault
      await house.round()
      expect(await house.log(id)).toMatchObject([{ state: 'waiting', tries: 1, problem }])
      expect(house.peer.arrived).toHaveLength(1)
      // Not before its time.
      await house.after(3000)
      expect(house.peer.arrived).toHaveLength(1)
      house.peer.behaviour = OK
      await house.after(3 * MINUTE_MS)
      expect(await house.log(id)).toMatchObject([
        { state: 'delivered', tries: 2, status: 200, problem: null },
      ])
      expect(new Set(house.peer.arrived.map((one) => one.id)).size).toBe(1)
      expect(await house.webhook()).toMatchObject({ state: 'on', failing_since: null, waiting: 0 })
    })
  })

  test('a receiver that refuses the connection, or has no certificate, is told so', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const address = closed.address()
    await new Promise((resolve) => closed.close(resolve))
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const refusing = await house.told({ name: 'A', url: `http://127.0.0.1:${port}/` })
    const plain = await house.told({ name: 'B', url: house.peer.url.replace('http:', 'https:') })
    await moved()
    await house.round()
    expect(await house.log(refusing.id)).toMatchObject([{ problem: 'O endereço recusou a conexão.' }])
    expect(await house.log(plain.id)).toMatchObject([{ problem: 'O certificado do endereço não é aceito.' }])
    expect(house.peer.arrived).toEqual([])
  })

  test('a receiver that floods counts by its status, and is read no further', async () => {
    const { id } = await house.told()
    await moved()
    house.peer.behaviour = { kind: 'floods' }
    await house.round()
    expect(await house.log(id)).toMatchObject([{ state: 'delivered', status: 200 }])
    await expect.poll(() => house.peer.atOnce.now).toBe(0)
  })

  test('one that answers after the time gets the event twice under one id', async () => {
    await house.told()
    await moved()
    let answer = () => {}
    house.peer.behaviour = {
      kind: 'late',
      until: new Promise((resolve) => {
        answer = resolve
      }),
    }
    await house.round()
    answer()
    house.peer.behaviour = OK
    await house.after(MINUTE_MS)
    await house.after(MINUTE_MS)
    expect(house.peer.arrived).toHaveLength(2)
    expect(new Set(house.peer.arrived.map(({ id }) => id)).size).toBe(1)
  })

  test('Retry-After is waited for', async () => {
    await house.told()
    await moved()
    await moved()
    house.peer.behaviour = { kind: 'answers', status: 429, headers: { 'retry-after': '7200' } }
    await house.round()
    house.peer.behaviour = OK
    await house.after(HOUR_MS)
    expect(house.peer.arrived).toHaveLength(1)
    await house.after(HOUR_MS + 1000)
    expect(house.peer.arrived).toHaveLength(3)
  })

  test('one that answers 410 is switched off, nothing more is sent, and administrators are told', async () => {
    const { id } = await house.told()
    await moved()
    await moved()
    house.peer.behaviour = { kind: 'answers', status: 410 }
    await house.round()
    expect(house.peer.arrived).toHaveLength(1)
    expect(await house.webhook()).toMatchObject({ state: 'gone', waiting: 0, failed: 2 })
    expect(await mails()).toEqual(['O webhook CRM foi parado'])
    await moved()
    await house.after(DAY_MS)
    expect(house.peer.arrived).toHaveLength(1)
    const entries = await house.store.db
      .selectFrom('audit_log')
      .select(['user_id', 'after'])
      .where('entity', '=', 'webhooks')
      .where('entity_id', '=', id)
      .where('action', '=', 'update')
      .execute()
    expect(entries).toEqual([{ user_id: null, after: { state: 'gone' } }])
  })

  test('the tries are spread over a day, then the event is given up, and said', async () => {
    const { id } = await house.told()
    house.peer.behaviour = { kind: 'answers', status: 500 }
    await moved()
    await house.round()
    const pauses: number[] = []
    for (const pause of RETRY_PAUSES_MS) {
      const before = house.peer.arrived.length
      // The address itself may rest for up to ten minutes.
      await house.after(Math.max(pause, 10 * MINUTE_MS) + 1000)
      pauses.push(house.peer.arrived.length - before)
    }
    expect(pauses).toEqual(RETRY_PAUSES_MS.map(() => 1))
    expect(await house.log(id)).toMatchObject([
      { state: 'failed', tries: RETRY_PAUSES_MS.length + 1, next_try_at: null, status: 500 },
    ])
    expect(await house.webhook()).toMatchObject({ state: 'on', failed: 1, waiting: 0 })
    await house.after(DAY_MS)
    expect(house.peer.arrived).toHaveLength(RETRY_PAUSES_MS.length + 1)
  })

  test('after five days of failures alone the address is stopped and what waits is not sent', async () => {
    await house.told()
    house.peer.behaviour = { kind: 'answers', status: 503 }
    for (let day = 0; day < 6; day++) {
      await moved()
      await house.after(DAY_MS)
      await house.after(11 * MINUTE_MS)
    }
    expect(await house.webhook()).toMatchObject({ state: 'failing', waiting: 0 })
    expect(await mails()).toEqual(['O webhook CRM foi parado'])
    const before = house.peer.arrived.length
    house.peer.behaviour = OK
    await house.after(DAY_MS)
    expect(house.peer.arrived).toHaveLength(before)
  })

  test('one success ends the count of days', async () => {
    await house.told()
    for (let day = 0; day < 8; day++) {
      house.peer.behaviour = day === 4 ? OK : { kind: 'answers', status: 503 }
      await moved()
      await house.round()
      await house.after(DAY_MS)
    }
    expect(await house.webhook()).toMatchObject({ state: 'on' })
  })

  test('an address that fails rests, and holds up no other', async () => {
    const dead = await house.told({ name: 'A', url: 'http://127.0.0.1:9/' })
    await house.told({ name: 'B' })
    for (let count = 0; count < 20; count++) await moved()
    await house.round()
    expect(house.peer.arrived).toHaveLength(20)
    const log = await house.log(dead.id)
    expect(log.filter(({ tries }) => tries > 0)).toHaveLength(1)
    await house.round()
    expect((await house.log(dead.id)).filter(({ tries }) => tries > 0)).toHaveLength(1)
  })

  test('events of one lead keep their order over failures; those of others go on', async () => {
    await house.told()
    const lead = await moved()
    let refused = 0
    house.peer.behaviour = () => {
      refused += 1
      return refused === 1 ? { kind: 'answers', status: 400 } : OK
    }
    await house.round()
    await moved(lead)
    const other = await moved()
    await house.after(5100)
    const bodies = house.peer.arrived.map(({ body }) => JSON.parse(body).data)
    expect(bodies.map(({ lead: { uid } }) => uid)).toEqual([lead, lead, lead, other])
    expect(bodies[0].sequence).toBe(bodies[1].sequence)
    expect(bodies[2].sequence).toBeGreaterThan(bodies[1].sequence)
  })

  test('two processes never send to one address at once, and lose and double nothing', async () => {
    await house.told()
    for (let count = 0; count < 15; count++) await moved()
    await Promise.all([house.round(), house.round(house.other), house.round(), house.round(house.other)])
    await house.round()
    expect(house.peer.arrived).toHaveLength(15)
    expect(new Set(house.peer.arrived.map(({ id }) => id)).size).toBe(15)
    expect(house.peer.atOnce.most).toBe(1)
  })

  test('a process that was killed in the middle leaves the event to another, after a minute', async () => {
    await house.told()
    await moved()
    const { store } = house
    await sql`
      update webhooks set held_by = gen_random_uuid(),
        held_until = ${new Date(house.server.context.now() + MINUTE_MS).toISOString()}`.execute(store.db)
    await house.round()
    expect(house.peer.arrived).toEqual([])
    await house.after(MINUTE_MS + 1000)
    expect(house.peer.arrived).toHaveLength(1)
  })

  test('a server that stops breaks its call off, which is no failure of the address', async () => {
    const { id } = await house.told()
    await moved()
    house.peer.behaviour = { kind: 'silent' }
    const end = new AbortController()
    const { context } = house.server
    const running = deliverWebhooks(context, {
      callAddress: callerOf({ ...context.config.webhooks, timeoutMs: 60_000 }),
      stop: end.signal,
    })
    await expect.poll(() => house.peer.arrived.length).toBe(1)
    end.abort()
    await running
    expect(await house.log(id)).toMatchObject([{ state: 'waiting', tries: 0, problem: null }])
    house.peer.behaviour = OK
    await house.round()
    expect(house.peer.arrived).toHaveLength(2)
  })
})
