/** The calls by which administrators keep webhooks. docs/rules.md#webhooks */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealAnew } from '../../../server/device-keys/seal-anew.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { madeWebhookSchema } from '../../../src/contract/administration/webhooks.ts'
import { MOST_WEBHOOKS } from '../../../src/domain/webhooks/events.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN } from '../support/people.ts'
import { inWebhookHouse, type WebhookHouse } from '../support/webhook-house.ts'
import { isSignedWith } from '../support/webhook-peer.ts'

describeDatabase('calls of webhooks', (open) => {
  let house: WebhookHouse
  inWebhookHouse(open, (made) => {
    house = made
  })
  const BODY = {
    name: 'CRM',
    url: 'https://crm.exemplo.com.br/farol?key=chave-secreta',
    events: ['lead.sold'],
    with_client: false,
  }
  const entries = () =>
    house.store.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('entity', '=', 'webhooks')
      .orderBy('id')
      .execute()

  test('making, changing and renewing need the own password, and nothing happens without it', async () => {
    const { id } = await house.told({ url: BODY.url })
    const plain = await house.server.device(ADMIN)
    const before = await house.webhooks()
    const calls = [
      ['POST', '/webhooks', BODY],
      ['PUT', `/webhooks/${id}`, { ...BODY, name: 'Outro' }],
      ['POST', `/webhooks/${id}/secret`, undefined],
    ] as const
    for (const [method, path, body] of calls)
      expect(await plain.call(method, path, body), `${method} ${path}`).toMatchObject({
        status: 403,
        body: { code: 'confirmation_required' },
      })
    expect(await house.webhooks()).toEqual(before)
    expect((await plain.call('GET', '/webhooks')).status).toBe(200)
  })

  test('a secret is in the answer that makes it and in no other', async () => {
    const { id, secret } = await house.told()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/u)
    for (const path of ['/webhooks', `/webhooks/${id}/deliveries`, '/audit'])
      expect(JSON.stringify((await house.admin.call('GET', path)).body), path).not.toContain('whsec_')
  })

  test('a creation that is sent again under its key makes no second one, and shows another secret', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const send = (body: object) => house.admin.call('POST', '/webhooks', body, headers)
    const first = madeWebhookSchema.parse((await send(BODY)).body)
    const again = madeWebhookSchema.parse((await send(BODY)).body)
    expect(again.id).toBe(first.id)
    expect(again.secret).not.toBe(first.secret)
    expect(await house.webhooks()).toHaveLength(1)
    expect(await send({ ...BODY, name: 'Outro' })).toMatchObject({ status: 409, body: { made: first.id } })
  })

  test('a save of an earlier reading is refused with the present one untouched', async () => {
    const { id } = await house.told()
    const { revision, name, url, events, with_client } = await house.webhook()
    const save = (change: object) =>
      house.admin.call('PUT', `/webhooks/${id}`, { name, url, events, with_client, revision, ...change })
    expect((await save({ name: 'De um' })).status).toBe(200)
    expect(await save({ name: 'De outro' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await house.webhook()).name).toBe('De um')
  })

  test('what was sent and failed is no other revision: a form that was open meanwhile saves', async () => {
    const { id } = await house.told()
    const { revision, name, url, events, with_client } = await house.webhook()
    await house.admin.call('POST', `/webhooks/${id}/test`)
    house.peer.behaviour = { kind: 'answers', status: 500 }
    await house.round()
    const body = { name: `${name} 2`, url, events, with_client, revision }
    expect((await house.admin.call('PUT', `/webhooks/${id}`, body)).status).toBe(200)
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ url: '' }, 'url'],
    [{ url: 'http://crm.exemplo.com.br/' }, 'url'],
    [{ url: 'https://192.168.0.10/' }, 'url'],
    [{ events: [] }, 'events'],
    [{ events: ['lead.deleted'] }, 'events'],
  ])('%j is refused at its field', async (wrong, field) => {
    const { status, body } = await house.admin.call('POST', '/webhooks', { ...BODY, ...wrong })
    expect([400, 422]).toContain(status)
    expect(Object.keys((body as { errors: object }).errors).map((key) => key.split('.')[0])).toContain(field)
    expect(await house.webhooks()).toEqual([])
  })

  test('there are twenty at most, also where two are made at once', async () => {
    for (let count = 0; count < MOST_WEBHOOKS - 1; count++) await house.told({ name: `CRM ${count}` })
    const answers = await Promise.all([1, 2, 3].map(() => house.admin.call('POST', '/webhooks', BODY)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    expect(await house.webhooks()).toHaveLength(MOST_WEBHOOKS)
  })

  test('the audit has each change with the host, and neither path nor query nor secret', async () => {
    const before = (await entries()).length
    const { id } = await house.told({ name: 'CRM', url: BODY.url })
    const { revision, name, events, with_client } = await house.webhook()
    const moved = { name, events, with_client, revision, url: `${BODY.url}2` }
    await house.admin.call('PUT', `/webhooks/${id}`, moved)
    await house.admin.call('POST', `/webhooks/${id}/secret`)
    await house.admin.call('PUT', `/webhooks/${id}/state`, { on: false })
    await house.admin.call('DELETE', `/webhooks/${id}`)
    const mine = (await entries()).slice(before)
    expect(mine.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'update', 'delete'])
    expect(mine[0]?.after).toMatchObject({ name: 'CRM', host: 'crm.exemplo.com.br' })
    expect(mine[1]?.after).toMatchObject({ address_changed: true })
    expect(JSON.stringify(mine)).not.toMatch(/chave-secreta|farol\?|whsec_/u)
  })

  test('the log has pages and a filter', async () => {
    const { id } = await house.told()
    for (let count = 0; count < 5; count++) await house.admin.call('POST', `/webhooks/${id}/test`)
    const { body } = await house.admin.call('GET', `/webhooks/${id}/deliveries?per_page=2&page=3`)
    expect(body).toMatchObject({
      data: [{ kind: 'webhook.test', lead_id: null, state: 'waiting' }],
      meta: { total: 5 },
    })
    await house.round()
    expect(await house.log(id, '?state=waiting')).toEqual([])
    expect(await house.log(id, '?state=delivered')).toHaveLength(5)
  })

  test('what lies open or under the key before is sealed anew at the start, and what no key opens is said', async () => {
    const { id, secret } = await house.told()
    const { context } = house.server
    const own = context.deviceSecrets
    if (own === null) throw new Error('the server has no key')
    const former = deviceSecrets(randomBytes(32))
    const { db } = house.store
    const put = (text: string) =>
      db.updateTable('webhooks').set({ secret: text }).where('id', '=', id).execute()
    const arrivesSigned = async () => {
      house.peer.arrived.length = 0
      await house.admin.call('POST', `/webhooks/${id}/test`)
      await house.round()
      const [arrived] = house.peer.arrived
      return arrived !== undefined && isSignedWith(secret, arrived)
    }
    await put(secret)
    expect(await arrivesSigned()).toBe(true)
    expect(await sealAnew(house.store, { now: own, before: null })).toMatchObject({ webhooks: 1 })
    expect(await sealAnew(house.store, { now: own, before: null })).toMatchObject({ webhooks: 0 })
    expect(await arrivesSigned()).toBe(true)
    await put(former.sealWebhook(secret, id))
    expect(await arrivesSigned()).toBe(false)
    expect((await house.log(id))[0]?.problem).toBe(
      'O segredo não pôde ser lido neste servidor. Renove o segredo.',
    )
    expect(await sealAnew(house.store, { now: own, before: former })).toMatchObject({ webhooks: 1 })
    expect(await arrivesSigned()).toBe(true)
  })

  test('a delivery of another webhook is not found', async () => {
    const [one, other] = [await house.told({ name: 'A' }), await house.told({ name: 'B' })]
    await house.admin.call('POST', `/webhooks/${one.id}/test`)
    const [delivery] = await house.log(one.id)
    const path = `/webhooks/${other.id}/deliveries/${delivery?.id}/send-again`
    expect((await house.admin.call('POST', path)).status).toBe(404)
  })
})
