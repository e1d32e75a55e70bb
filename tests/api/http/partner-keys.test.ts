/** Keys of dealerships' systems: what each delivers, how it is made and ended, and what the audit keeps of it. */
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type MadeKey,
  newPartnerKeyRoute,
  partnerKeysRoute,
  renewPartnerKeyRoute,
} from '../../../src/contract/administration/partner-keys.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const OWN = 24
const OTHER = 977
const SHARED_KEY = 'chave-de-todas-as-lojas'

describeDatabase("keys of dealerships' systems", (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  inHouse(
    open,
    async (opened) => {
      ;({ store, server } = opened)
      admin = await server.confirmedDevice(ADMIN)
      const other = { id: OTHER, name: 'Outra concessionária', code_wf: 'WF977' }
      await store.db.insertInto('partners').values(other).execute()
    },
    { ELECTIVE_LEAD_KEY: SHARED_KEY },
  )
  beforeEach(async () => {
    await store.db.deleteFrom('elective_leads').execute()
    await store.db.deleteFrom('partner_keys').execute()
  })

  const make = async (name = 'Sistema da loja'): Promise<MadeKey> =>
    newPartnerKeyRoute.answer.parse((await admin.call('POST', `/partners/${OWN}/keys`, { name })).body)
  const keys = async () =>
    partnerKeysRoute.answer.parse((await admin.call('GET', `/partners/${OWN}/keys`)).body)
  const deliver = async (key: string, body: object = { partner_id: OWN }) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/elective-lead',
      headers: { authorization: `Bearer ${key}` },
      payload: { inviter_login: 'loja', proposal: '7001', ...body },
    })
    return answer.statusCode
  }
  const delivered = () => store.db.selectFrom('elective_leads').select('partner_id').execute()

  describe('wrong keys', () => {
    const statusesOf = async (count: number, key: (at: number) => string, from: string) => {
      const answers: { status: number; wait: unknown }[] = []
      for (let at = 0; at < count; at++) {
        const answer = await server.app.inject({
          method: 'POST',
          url: '/api/elective-lead',
          remoteAddress: from,
          headers: { authorization: `Bearer ${key(at)}` },
          payload: { inviter_login: 'loja', proposal: `${at}`, partner_id: OWN },
        })
        answers.push({ status: answer.statusCode, wait: answer.headers['retry-after'] })
      }
      return answers
    }

    test('with the same beginning wait after the eighth, as wrong passwords do', async () => {
      await make()
      const answers = await statusesOf(9, (at) => `farol_abcdefghij-${at}`, '10.4.0.1')
      expect(answers.slice(0, 8).every(({ status }) => status === 401)).toBe(true)
      expect(answers[8]).toMatchObject({ status: 429, wait: expect.stringMatching(/^[1-9]\d*$/) })
      expect(server.security.at(-1)).toMatchObject({ event: 'key_limited', route: '/api/elective-lead' })
      expect((await statusesOf(1, () => 'farol_abcdefghij-9', '10.4.0.2'))[0]?.status).toBe(401)
    })

    test('of any beginning wait after the twentieth of one network; the right key of a dealership does not', async () => {
      const { key } = await make()
      const answers = await statusesOf(22, (at) => `${at}-outra-chave-qualquer`, '10.4.1.1')
      expect(answers.map(({ status }) => status).indexOf(429)).toBe(20)
      // It was never used before, so this process does not know it.
      expect((await statusesOf(1, () => key, '10.4.1.1'))[0]?.status).toBe(200)
      // A key that people chose is not found out by trying.
      expect((await statusesOf(1, () => SHARED_KEY, '10.4.1.1'))[0]?.status).toBe(429)
      server.forward(16 * MINUTE_MS)
      expect((await statusesOf(1, () => SHARED_KEY, '10.4.1.1'))[0]?.status).not.toBe(429)
      server.forward(-16 * MINUTE_MS)
    })

    test('with the beginning of the right key hold it up no more', async () => {
      const { key } = await make()
      const near = (at: number) => `${key.slice(0, -4)}${String(at).padStart(4, '0')}`
      const answers = await statusesOf(12, near, '10.4.3.1')
      expect(answers.at(-1)?.status).toBe(429)
      expect((await statusesOf(1, () => key, '10.4.3.1'))[0]?.status).toBe(200)
    })

    test('hold up no system whose key was right, however many it delivers at once', async () => {
      const { key } = await make()
      expect((await statusesOf(1, () => key, '10.4.2.1'))[0]?.status).toBe(200)
      await statusesOf(30, (at) => `${at}-de-um-vizinho-na-rede`, '10.4.2.1')
      const burst = await Promise.all(
        Array.from({ length: 30 }, async () => (await statusesOf(1, () => key, '10.4.2.1'))[0]?.status),
      )
      expect(burst.every((status) => status === 200)).toBe(true)
      // An ended key is a wrong one.
      await store.db.updateTable('partner_keys').set({ revoked_at: new Date().toISOString() }).execute()
      const ended = await statusesOf(2, () => key, '10.4.2.1')
      expect(ended.every(({ status }) => status === 401 || status === 429)).toBe(true)
    })
  })

  test("a key delivers its dealership's proposals, named or not, and no other's", async () => {
    const { key } = await make()
    expect(await deliver(key)).toBe(200)
    expect(await deliver(key, { proposal: '7002' })).toBe(200)
    expect(await deliver(key, { partner_id: OTHER, proposal: '7003' })).toBe(403)
    expect(await deliver(key, { code_wf: 'WF977', proposal: '7003' })).toBe(403)
    expect(await delivered()).toEqual([{ partner_id: OWN }, { partner_id: OWN }])
  })

  test('a key of a dealership that is not active delivers nothing, until it is active again', async () => {
    const { key } = await make()
    const setActive = (active: boolean) =>
      store.db.updateTable('partners').set({ active }).where('id', '=', OWN).execute()
    await setActive(false)
    expect(await deliver(key)).toBe(401)
    expect(await delivered()).toEqual([])
    await setActive(true)
    expect(await deliver(key)).toBe(200)
  })

  test("another dealership's waiting proposal is not replaced", async () => {
    expect(await deliver(SHARED_KEY, { partner_id: OTHER })).toBe(200)
    const { key } = await make()
    expect(await deliver(key, { partner_id: OTHER, inviter_login: 'invasor' })).toBe(403)
    const rows = await store.db.selectFrom('elective_leads').select('inviter_login').execute()
    expect(rows).toEqual([{ inviter_login: 'loja' }])
  })

  test("the environment's key speaks only for dealerships that never had a key", async () => {
    expect(await deliver(SHARED_KEY)).toBe(200)
    const { id } = await make()
    expect(await deliver(SHARED_KEY)).toBe(403)
    await admin.call('DELETE', `/partner-keys/${id}`)
    expect(await deliver(SHARED_KEY)).toBe(403)
    expect(await deliver(SHARED_KEY, { partner_id: OTHER })).toBe(200)
  })

  test('the key is answered once and kept as a hash; its last use shows', async () => {
    const { key, ...made } = await make('Loja de Contagem')
    expect(await keys()).toEqual([{ ...made, last_used_at: null }])
    await deliver(key)
    expect(await keys()).toEqual([{ ...made, last_used_at: expect.any(String) }])
    const rows = await store.db.selectFrom('partner_keys').selectAll().execute()
    const audited = await store.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([rows, audited])).toContain('Loja de Contagem')
    expect(JSON.stringify([rows, audited])).not.toContain(key)
  })

  test('a renewed key replaces the old one at once; an ended one delivers nothing', async () => {
    const first = await make()
    const { body } = await admin.call('POST', `/partner-keys/${first.id}/renew`)
    const second = renewPartnerKeyRoute.answer.parse(body)
    expect(second).toMatchObject({ name: first.name, revoked_at: null })
    expect(await deliver(first.key)).toBe(401)
    expect(await deliver(second.key)).toBe(200)
    expect(await admin.call('DELETE', `/partner-keys/${second.id}`)).toEqual({
      status: 200,
      body: { message: 'Chave encerrada' },
    })
    expect(await deliver(second.key)).toBe(401)
    expect((await keys()).map(({ revoked_at }) => revoked_at !== null)).toEqual([true, true])
    for (const path of [`/partner-keys/${second.id}/renew`, `/partner-keys/${first.id}/renew`])
      expect((await admin.call('POST', path)).status).toBe(404)
  })

  test('a name is required, and the dealership must exist', async () => {
    expect(await admin.call('POST', `/partners/${OWN}/keys`, { name: ' ' })).toMatchObject({
      status: 400,
      body: { errors: { name: ['Campo Obrigatório'] } },
    })
    expect((await admin.call('POST', '/partners/4711/keys', { name: 'Loja' })).status).toBe(404)
  })
})
