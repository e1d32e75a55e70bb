/** Secrets, the client, internal addresses and the log of webhooks. docs/rules.md#webhooks */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { callerOf } from '../../../server/webhooks/sender.ts'
import { pruneWebhooks } from '../../../server/webhooks/waiting.ts'
import { madeWebhookSchema } from '../../../src/contract/administration/webhooks.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase } from '../support/databases.ts'
import { addSavable } from '../support/leads.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { inWebhookHouse, type WebhookHouse } from '../support/webhook-house.ts'
import { isSignedWith, OK } from '../support/webhook-peer.ts'

describeDatabase('what webhooks keep and say', (open) => {
  let house: WebhookHouse
  inWebhookHouse(open, (made) => {
    house = made
  })

  const moved = (uid?: string) => house.moved(uid)
  const test_ = (id: string) => house.admin.call('POST', `/webhooks/${id}/test`)
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
    // The session would have ended.
    house.forward(-house.ahead)
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
