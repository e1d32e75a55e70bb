/** The receipt of who indicated, by its code and without login: docs/rules.md#receipt */
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { beforeEach, describe, expect, test } from 'vitest'
import { receiptRoute } from '../../../src/contract/receipt.ts'
import { NO_RECEIPT } from '../../../src/domain/indication/receipt-steps.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { saoPauloDay } from '../../../src/domain/time/sao-paulo.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { byLink, CLIENT, codeOf, cpfOf, INSURANCES, send, stampFor } from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { addClient, inviterOf } from '../support/leads.ts'
import { save } from '../support/leads-of-people.ts'
import { mergesIn } from '../support/merges.ts'
import { ADMIN, BRUNA, INDICATOR, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const HOME = { insurance: 4, details: { type: 'Habitual' } }
const CODE = 'ABCD-EFGH-JKMN-PQRS'
const OTHER = 'ZZZZ-EFGH-JKMN-PQRS'
const GONE = { status: 404, message: NO_RECEIPT }

describeEachDatabase('the receipt of an indication', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let code = ''
  let stamp = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    await store.db.insertInto('insurances').values(INSURANCES).execute()
    admin = await server.confirmedDevice(ADMIN)
  })
  beforeEach(async () => {
    for (const table of ['rate_limits', 'held_indications', 'external_indications', 'data_requests'] as const)
      await store.db.deleteFrom(table).execute()
    server.forward(2 * HOUR_MS)
    code = await codeOf(await server.device(INDICATOR))
    stamp = await stampFor({ app: server.app, code })
    server.forward(MINUTE_MS)
  })

  const indicate = async (more: object = {}, key = crypto.randomUUID(), from = '10.1.0.1') => {
    const { answer } = await send(server.app, byLink(code, stamp, { ...HOME, receipt: CODE, ...more }), {
      key,
      from,
    })
    expect(answer?.status).toBe('successMail')
  }
  async function ask(typed = CODE, from = '10.9.0.1') {
    const { statusCode: status, body } = await server.app.inject({
      method: 'POST',
      url: '/api/receipt',
      payload: { code: typed },
      remoteAddress: from,
    })
    const parsed = receiptRoute.answer.safeParse(JSON.parse(body))
    if (!parsed.success) return { status, message: (JSON.parse(body) as { message: string }).message }
    const { name, steps } = parsed.data
    return { status, name, lines: steps.map(({ text }) => text), raw: body }
  }
  const lines = async (typed = CODE) => (await ask(typed)).lines ?? (await ask(typed)).message
  const lead = () =>
    store.db.selectFrom('leads').select(['uid', 'id', 'client_uid']).orderBy('id').executeTakeFirstOrThrow()
  const iso = (ms: number) => new Date(ms).toISOString()
  const change = (columns: object) => store.db.updateTable('leads').set(columns).execute()
  const clientId = async (uid: string) =>
    (await store.db.selectFrom('clients').select('id').where('uid', '=', uid).executeTakeFirstOrThrow()).id

  test('it follows the lead from the indication to the end, and back a step', async () => {
    await indicate()
    expect(await ask()).toMatchObject({ status: 200, name: 'Ana Souza', lines: ['Recebida'] })
    const { uid } = await lead()
    await change({ state: 2, status: 3, broker_id: BRUNA, first_call_date: iso(server.context.now()) })
    expect(await lines()).toEqual(['Recebida', expect.stringMatching(/^Primeiro contato /)])
    await change({ status: 4, quoted: 1, quoted_date: iso(server.context.now()) })
    expect(await lines()).toHaveLength(3)
    const cancelled = await admin.run({ command: 'lead.cancel', args: { lead_uid: uid } })
    expect(cancelled).toMatchObject({ outcome: 'applied' })
    expect(await lines()).toEqual(['Recebida', expect.any(String), 'Cotada', 'Encerrada'])
    const back = await admin.run({ command: 'lead.recover', args: { lead_uid: uid } })
    expect(back).toMatchObject({ outcome: 'applied' })
    expect(await lines()).toEqual(['Recebida', expect.any(String), 'Cotada'])
  })

  test('it has the name that was written and nothing else of anybody, also after the client was corrected', async () => {
    await indicate()
    await change({ state: 2, status: 3, broker_id: BRUNA, first_call_date: iso(server.context.now()) })
    await sql`update clients set name = 'Ana Maria de Souza'`.execute(store.db)
    const { raw = '' } = await ask()
    expect(Object.keys(JSON.parse(raw) as object)).toEqual(['name', 'steps', 'as_of', 'brokerage'])
    expect(raw).toContain('Ana Souza')
    for (const secret of ['Maria', 'Bruna', '529', '98765', 'exemplo.com', 'Paulista', 'Residencial'])
      expect(raw).not.toContain(secret)
  })

  test('the code is stored as a digest alone, and works in any way of typing it', async () => {
    await indicate()
    const { rows } = await sql<{ all: string }>`
      select (select json_agg(e)::text from external_indications e) || (select json_agg(c)::text from command_log c) as all`.execute(
      store.db,
    )
    expect(rows[0]?.all).toContain('receipt_digest')
    expect(rows[0]?.all.toLowerCase()).not.toMatch(/abcd-?efgh/)
    expect((await ask(' abcd efgh jkmn pqrs ')).status).toBe(200)
  })

  test('every code that opens nothing gets the same answer', async () => {
    await indicate()
    for (const wrong of [OTHER, '', 'x', '<script>', CODE.slice(1)]) expect(await ask(wrong)).toEqual(GONE)
    await change({ state: 3, status: 6, sold: 1, end_lead_date: iso(server.context.now() - 91 * DAY_MS) })
    expect(await ask()).toEqual(GONE)
  })

  test('without the code of an earlier page, or with a consent that names no receipt, there is none', async () => {
    await indicate({ consent: { version: '2026-12' } })
    expect(await ask()).toEqual(GONE)
    await indicate({ receipt: '', client: { ...CLIENT, cpf: cpfOf(1) } })
    await indicate({ receipt: null, client: { ...CLIENT, cpf: cpfOf(2) } })
    const rows = await store.db
      .selectFrom('external_indications')
      .select(['receipt_digest', 'client'])
      .execute()
    expect(rows).toEqual(rows.map(() => ({ receipt_digest: null, client: {} })))
    expect(rows).toHaveLength(3)
  })

  test('it ends with a request to withdraw the consent as it is written down, and returns if that is denied', async () => {
    await indicate()
    const { client_uid } = await lead()
    const today = saoPauloDay(server.context.now())
    const { body } = await admin.call('POST', '/data-requests', {
      name: 'Ana Souza',
      contact: '',
      kind: 'consent',
      came_by: 'phone',
      details: '',
      received_on: today,
      client_id: await clientId(client_uid),
    })
    expect(body).toMatchObject({ kind: 'consent' })
    expect(await ask()).toEqual(GONE)
    const answer = { answered_on: today, answer: 'Não era a titular' }
    const decide = (outcome: string) =>
      store.db
        .updateTable('data_requests')
        .set({ ...answer, answered_by: ADMIN, outcome: outcome as 'denied' })
        .execute()
    await decide('granted')
    expect(await ask()).toEqual(GONE)
    await decide('denied')
    expect((await ask()).status).toBe(200)
  })

  test('an erasure ends it, and neither name nor digest stays', async () => {
    await indicate()
    const { client_uid } = await lead()
    const erased = await admin.call('DELETE', `/clients/${await clientId(client_uid)}/personal-data`, {
      reason: '',
      keep: false,
    })
    expect(erased.status).toBe(200)
    expect(await ask()).toEqual(GONE)
    const row = await store.db.selectFrom('external_indications').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ receipt_digest: null, client: {} })
  })

  describe('a lead that got another client', () => {
    /** Returns the client that was indicated. */
    async function moved(): Promise<string> {
      await indicate()
      const { client_uid } = await lead()
      const row = await store.db.selectFrom('leads').selectAll().executeTakeFirstOrThrow()
      const { args } = save(
        row,
        { name: 'Marcos Lima', cpf: cpfOf(5) },
        { identity: 'other', other_uid: uuidv7() },
      )
      expect(await admin.run({ command: 'lead.update', args })).toMatchObject({ outcome: 'applied' })
      expect((await lead()).client_uid).not.toBe(client_uid)
      expect((await ask()).name).toBe('Ana Souza')
      return client_uid
    }
    const request = async (uid: string) =>
      admin.call('POST', '/data-requests', {
        name: 'Ana',
        contact: '',
        kind: 'consent',
        came_by: 'phone',
        details: '',
        received_on: saoPauloDay(server.context.now()),
        client_id: await clientId(uid),
      })
    const erase = async (uid: string) =>
      admin.call('DELETE', `/clients/${await clientId(uid)}/personal-data`, { reason: '', keep: false })
    const row = () => store.db.selectFrom('external_indications').selectAll().executeTakeFirstOrThrow()

    test('loses the receipt with the erasure of who was indicated, also after a merge', async () => {
      const indicated = await moved()
      const survivor = await addClient(store, {
        name: 'Ana Souza Lima',
        name_folded: 'ana souza lima',
        cpf: '',
      })
      await mergesIn(store, admin).merge(survivor, indicated)
      expect((await ask()).name).toBe('Ana Souza')
      expect((await erase(survivor)).status).toBe(200)
      expect(await ask()).toEqual(GONE)
      expect(await row()).toMatchObject({ receipt_digest: null, client: {} })
    })

    test('closes the receipt as either person withdraws the consent, also after a merge', async () => {
      const indicated = await moved()
      const survivor = await addClient(store, {
        name: 'Ana Souza Lima',
        name_folded: 'ana souza lima',
        cpf: '',
      })
      await mergesIn(store, admin).merge(survivor, indicated)
      await request(survivor)
      expect(await ask()).toEqual(GONE)
      await store.db.deleteFrom('data_requests').execute()
      expect((await ask()).status).toBe(200)
      await request((await lead()).client_uid)
      expect(await ask()).toEqual(GONE)
    })

    test('keeps the name when its next client is erased, and opens no more', async () => {
      await moved()
      expect((await erase((await lead()).client_uid)).status).toBe(200)
      expect(await ask()).toEqual(GONE)
      expect(await row()).toMatchObject({ client: { name: 'Ana Souza' } })
    })
  })

  test('after a merge of the clients it goes on with its lead, under the name that was written', async () => {
    await indicate()
    const { client_uid } = await lead()
    const survivor = await addClient(store, {
      name: 'Ana Souza Lima',
      name_folded: 'ana souza lima',
      cpf: '',
    })
    await mergesIn(store, admin).merge(survivor, client_uid)
    expect((await lead()).client_uid).toBe(survivor)
    expect(await ask()).toMatchObject({ name: 'Ana Souza', lines: ['Recebida'] })
    // The stricter reading counts: what the survivor withdraws ends the lead's receipt too.
    await admin.call('POST', '/data-requests', {
      name: 'Ana',
      contact: '',
      kind: 'consent',
      came_by: 'phone',
      details: '',
      received_on: saoPauloDay(server.context.now()),
      client_id: await clientId(survivor),
    })
    expect(await ask()).toEqual(GONE)
  })

  test('two who indicate the same person follow each their own lead, and neither learns of the other', async () => {
    await indicate()
    await indicate({ receipt: OTHER, client: { ...CLIENT, name: 'Aninha Souza' } })
    const [, second] = await store.db.selectFrom('leads').select('uid').orderBy('id').execute()
    await admin.run({ command: 'lead.cancel', args: { lead_uid: second?.uid ?? '' } })
    expect(await ask()).toMatchObject({ name: 'Ana Souza', lines: ['Recebida'] })
    expect(await ask(OTHER)).toMatchObject({ name: 'Aninha Souza', lines: ['Recebida', 'Encerrada'] })
  })

  test('a code that somebody else sends too opens the first one, and its second sender learns nothing', async () => {
    await indicate()
    await indicate({ client: { ...CLIENT, name: 'Intruso Lopes', cpf: cpfOf(3) } })
    expect(await ask()).toMatchObject({ name: 'Ana Souza' })
  })

  test('sent twice under its key, it is one lead with one receipt', async () => {
    const key = crypto.randomUUID()
    await indicate({}, key)
    await indicate({}, key)
    expect(await store.db.selectFrom('external_indications').select('id').execute()).toHaveLength(1)
    expect(await lines()).toEqual(['Recebida'])
  })

  test('an indication that is held shows as received; discarded, its code opens nothing', async () => {
    const sending = (place: number) =>
      indicate({
        receipt: place < 8 ? '' : place === 8 ? CODE : OTHER,
        client: { ...CLIENT, name: `Pessoa ${'ABCDEFGHIJ'[place]} Silva`, cpf: cpfOf(place) },
      })
    for (let place = 0; place < 10; place++) await sending(place)
    const manager = await server.device(MANAGER)
    const held = await store.db.selectFrom('held_indications').select('uid').orderBy('received_at').execute()
    expect(held).toHaveLength(2)
    expect(await ask()).toMatchObject({ name: 'Pessoa I Silva', lines: ['Recebida'] })
    const decide = (decision: string, uid = '') =>
      manager.call('POST', '/held-indications/decide', { decision, uids: [uid] })
    await decide('accept', held[0]?.uid)
    expect(await ask()).toMatchObject({ name: 'Pessoa I Silva', lines: ['Recebida'] })
    await decide('discard', held[1]?.uid)
    expect(await ask(OTHER)).toEqual(GONE)
  })

  test('a scan is stopped at its network, and other networks go on', async () => {
    await indicate()
    const answers = new Map<number, number>()
    for (let place = 0; place < 125; place++) {
      const { status } = await ask(place % 2 === 0 ? OTHER : CODE, '10.66.0.1')
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
    expect(answers.get(429)).toBe(5)
    expect((await ask()).status).toBe(200)
  })
})
