/** How events reach a receiver that fails in every way: at least once, in order, and given up after a day. docs/rules.md#webhooks */
import { createServer } from 'node:net'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { deliverWebhooks } from '../../../server/webhooks/delivery.ts'
import { callerOf } from '../../../server/webhooks/sender.ts'
import { pruneWebhooks } from '../../../server/webhooks/waiting.ts'
import { madeWebhookSchema } from '../../../src/contract/administration/webhooks.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { RETRY_PAUSES_MS } from '../../../src/domain/webhooks/tries.ts'
import { describeDatabase } from '../support/databases.ts'
import { addSavable } from '../support/leads.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { inWebhookHouse, type WebhookHouse } from '../support/webhook-house.ts'
import { type Behaviour, isSignedWith, OK } from '../support/webhook-peer.ts'

describeDatabase('deliveries of webhooks', (open) => {
  let house: WebhookHouse
  inWebhookHouse(open, (made) => {
    house = made
  })

  /** A lead that moves: one event. */
  async function moved(uid?: string): Promise<string> {
    const lead = uid ?? (await addSavable(house.store, BRUNA)).uid
    await sql`
      insert into timeline (lead_uid, user_id, command, changes, occurred_at, received_at)
      values (${lead}, ${BRUNA}, 'lead.advance', '{"status": {"before": 2, "after": 3}}',
        ${new Date(house.server.context.now()).toISOString()}, ${new Date(house.server.context.now()).toISOString()})`.execute(
      house.store.db,
    )
    return lead
  }
  const test_ = (id: string) => house.admin.call('POST', `/webhooks/${id}/test`)
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
    expect(Math.abs(arrived.timestamp * 1000 - house.server.context.now())).toBeLessThan(5000)
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

  test('a renewed secret signs beside the one before for a day', async () => {
    const { id, secret } = await house.told()
    const answer = await house.admin.call('POST', `/webhooks/${id}/secret`)
    const renewed = madeWebhookSchema.parse(answer.body)
    const again = madeWebhookSchema.parse((await house.admin.call('POST', `/webhooks/${id}/secret`)).body)
    await moved()
    await house.round()
    const [first] = house.peer.arrived
    if (first === undefined) throw new Error('nothing arrived')
    expect([secret, renewed.secret, again.secret].map((one) => isSignedWith(one, first))).toEqual([
      true,
      true,
      true,
    ])
    house.forward(DAY_MS + 1000)
    await moved()
    await house.round()
    const last = house.peer.arrived.at(-1)
    if (last === undefined) throw new Error('nothing arrived')
    expect([secret, renewed.secret, again.secret].map((one) => isSignedWith(one, last))).toEqual([
      false,
      false,
      true,
    ])
  })

  test('a secret is sealed in the database', async () => {
    const { secret } = await house.told()
    const { rows } = await sql<{
      all: string
    }>`select string_agg(w::text, '') as all from webhooks w`.execute(house.store.db)
    expect(rows[0]?.all).not.toContain(secret.slice('whsec_'.length))
  })

  test("'Enviar de novo' sends under the same id, also what was delivered", async () => {
    const { id } = await house.told()
    await moved()
    await house.round()
    const [delivered] = await house.log(id)
    const path = `/webhooks/${id}/deliveries/${delivered?.id}/send-again`
    expect((await house.admin.call('POST', path)).status).toBe(200)
    await house.round()
    expect(house.peer.arrived.map((one) => one.id)).toEqual([delivered?.message_id, delivered?.message_id])
    await house.admin.call('PUT', `/webhooks/${id}/state`, { on: false })
    expect(await house.admin.call('POST', path)).toMatchObject({ status: 422, body: { code: 'rule' } })
    expect((await test_(id)).status).toBe(422)
  })

  test("'Enviar teste' goes out at once, also where the address rests", async () => {
    const { id } = await house.told()
    house.peer.behaviour = { kind: 'answers', status: 500 }
    await moved()
    await house.round()
    house.peer.behaviour = OK
    expect((await test_(id)).status).toBe(200)
    await house.round()
    expect(house.arrived()).toEqual(['lead.moved', 'webhook.test'])
  })

  test('the client leaves only where it was ticked, without document and address; an erased one never', async () => {
    await house.told({ name: 'A' })
    await house.told({ name: 'B', with_client: true, url: `${house.peer.url}/com-cliente` })
    const lead = await addSavable(house.store, BRUNA)
    await moved(lead.uid)
    await house.round()
    const bodies = () => new Map(house.peer.arrived.map(({ path, body }) => [path, JSON.parse(body).data]))
    const client = await house.store.db
      .selectFrom('clients')
      .select(['name', 'cellphone', 'mail as email'])
      .where('uid', '=', lead.client_uid)
      .executeTakeFirstOrThrow()
    expect(bodies().get('/farol?key=k')).not.toHaveProperty('client')
    expect(bodies().get('/com-cliente').client).toEqual(client)
    await moved(lead.uid)
    const { id } = await house.store.db
      .selectFrom('clients')
      .select('id')
      .where('uid', '=', lead.client_uid)
      .executeTakeFirstOrThrow()
    const erased = await house.admin.call('DELETE', `/clients/${id}/personal-data`, {
      reason: 'Pedido',
      keep: false,
    })
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    await house.round()
    expect(bodies().get('/com-cliente').client).toBeNull()
    const { rows } = await sql<{ all: string }>`
      select string_agg(d::text, '') as all from webhook_deliveries d`.execute(house.store.db)
    expect(rows[0]?.all).not.toContain(client.name)
  })

  test('an internal address is refused when it is saved, and where its name leads there when it is called', async () => {
    const refused = await house.admin.call('POST', '/webhooks', {
      name: 'CRM',
      url: 'https://169.254.169.254/latest',
      events: ['lead.sold'],
      with_client: false,
    })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: { url: [expect.stringContaining('interna')] } },
    })
    const signal = new AbortController().signal
    const call = { url: 'https://crm.exemplo.com.br/', headers: {}, body: '{}' }
    const asked: string[] = []
    const leadsTo = (...addresses: string[]) =>
      callerOf({
        loopback: false,
        resolve: (name, found) => {
          asked.push(name)
          found(
            null,
            addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
          )
        },
      })(call, signal)
    for (const addresses of [['10.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:10.0.0.1'], ['fe80::1'], []])
      expect(await leadsTo(...addresses), addresses.join()).toMatchObject({
        kind: 'failed',
        failure: 'private',
      })
    expect(asked).toEqual(Array.from({ length: 5 }, () => 'crm.exemplo.com.br'))
    // The setting was taken back since.
    const own = { ...call, url: `${house.peer.url}/` }
    expect(await callerOf({ loopback: false })(own, signal)).toMatchObject({ failure: 'private' })
    expect(house.peer.arrived).toEqual([])
  })

  test('the log goes after thirty days, and what waits stays', async () => {
    const { id } = await house.told()
    await moved()
    await house.round()
    house.forward(31 * DAY_MS)
    await moved()
    await pruneWebhooks(house.server.context)
    expect(await house.log(id)).toMatchObject([{ state: 'waiting' }])
    expect(await house.log(id, '?state=delivered')).toEqual([])
  })

  test('a removed webhook takes its log along, also in the middle of a call', async () => {
    const { id } = await house.told()
    await moved()
    let answer = () => {}
    const until = new Promise<void>((resolve) => {
      answer = resolve
    })
    house.peer.behaviour = { kind: 'late', until }
    const running = house.round()
    await expect.poll(() => house.peer.arrived.length).toBe(1)
    expect((await house.admin.call('DELETE', `/webhooks/${id}`)).status).toBe(200)
    answer()
    await running
    expect(await house.outbox()).toEqual([])
    expect((await house.admin.call('GET', `/webhooks/${id}/deliveries`)).status).toBe(404)
  })

  test('the mail of a stop goes to administrators alone', async () => {
    await house.told()
    await moved()
    house.peer.behaviour = { kind: 'answers', status: 410 }
    await house.round()
    const to = await house.store.db.selectFrom('mails').select('user_id').execute()
    expect(to).toEqual([{ user_id: ADMIN }])
  })
})
