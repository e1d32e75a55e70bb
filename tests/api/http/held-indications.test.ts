/** A flood by a link waits for a look instead of reaching the board: docs/rules.md#suspicious-indications */
import { beforeEach, expect, test } from 'vitest'
import { pruneHeld } from '../../../server/indication/held.ts'
import {
  decideHeldRoute,
  type HeldDecision,
  heldIndicationsRoute,
} from '../../../src/contract/held-indications.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { byLink, CLIENT, codeOf, cpfOf, INSURANCES, send, stampFor } from '../support/external.ts'
import { inHouse } from '../support/in-house.ts'
import { inviterOf } from '../support/leads.ts'
import { ADMIN, INDICATOR, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

const person = (place: number) => ({
  ...CLIENT,
  name: `Pessoa ${String.fromCodePoint(65 + (place % 26))} Silva`,
  cpf: cpfOf(place),
  mail: `pessoa${place}@exemplo.com.br`,
  phone: `(11) 9${String(80_000_000 + place).padStart(8, '0')}`,
})
const HOME = { type: 'Habitual' }

describeEachDatabase('a flood by a link', (open) => {
  let store: TestStore
  let server: TestServer
  let manager: Device
  let code = ''
  let stamp = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
    await store.db.insertInto('insurances').values(INSURANCES).execute()
    manager = await server.device(MANAGER)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('rate_limits').execute()
    await store.db.deleteFrom('held_indications').execute()
    server.forward(2 * HOUR_MS)
    code = await codeOf(await server.device(INDICATOR))
    stamp = await stampFor({ app: server.app, code })
    server.forward(MINUTE_MS)
  })

  const leads = async () => (await store.db.selectFrom('leads').select('uid').execute()).length
  const held = async (device = manager) =>
    heldIndicationsRoute.answer.parse((await device.call('GET', '/held-indications')).body).data
  const decide = async (decision: HeldDecision) =>
    decideHeldRoute.answer.parse((await manager.call('POST', '/held-indications/decide', decision)).body)
  const sending = (place: number, from = '10.1.0.1', key = `k${place}`.padEnd(12, 'x')) =>
    send(server.app, byLink(code, stamp, { client: person(place), insurance: 4, details: HOME }), {
      from,
      key,
    })

  test('keys of one sending bring no crowd in: eight people reach the board, the others wait', async () => {
    const hex = 'ab'.repeat(16)
    for (let place = 0; place < 36; place++) {
      const { status, answer } = await sending(
        place,
        '10.1.0.1',
        `${hex.slice(0, 30)}0${Math.floor(place / 9)}-${place % 9}`,
      )
      expect(status).toBe(200)
      expect(answer, 'the sender learns nothing of it').toMatchObject({ status: 'successMail' })
    }
    expect(await leads()).toBe(8)
    const waiting = await held()
    expect(waiting).toHaveLength(28)
    expect(waiting[0]).toMatchObject({ inviter: { id: INDICATOR }, insurance: 'Residencial' })
    const again = await sending(35, '10.1.0.1', `${hex.slice(0, 30)}03-8`)
    expect(again.answer?.status).toBe('successMail')
    expect(await held()).toHaveLength(28)
  })

  test('one action discards them all, and what was discarded comes in no more', async () => {
    for (let place = 0; place < 12; place++) await sending(place)
    expect(await held()).toHaveLength(4)
    expect(await decide({ decision: 'discard', uids: null })).toMatchObject({ decided: 4, made: 0 })
    expect(await held()).toEqual([])
    server.forward(2 * HOUR_MS)
    await store.db.deleteFrom('rate_limits').execute()
    expect((await sending(11)).answer?.status).toBe('successMail')
    expect([await leads(), (await held()).length]).toEqual([8, 0])
    expect(JSON.stringify(await store.db.selectFrom('held_indications').selectAll().execute())).not.toContain(
      'Pessoa',
    )
  })

  test('what is brought to the board is a lead once, with its consent and deadlines from the look on', async () => {
    for (let place = 0; place < 10; place++) await sending(place)
    const [one, other] = await held()
    server.forward(3 * HOUR_MS)
    expect(await decide({ decision: 'accept', uids: [one?.uid ?? ''] })).toMatchObject({
      decided: 1,
      made: 1,
      refused: 0,
    })
    expect(await leads()).toBe(9)
    expect((await held()).map(({ uid }) => uid)).toEqual([other?.uid])
    const both = await Promise.all([
      decide({ decision: 'accept', uids: null }),
      decide({ decision: 'accept', uids: null }),
    ])
    expect(both.reduce((sum, { made }) => sum + made, 0)).toBe(1)
    expect(await leads()).toBe(10)
    const consents = await store.db.selectFrom('external_indications').select('consent_version').execute()
    expect(consents).toHaveLength(10)
    const looked = server.context.now()
    const dates = await store.db
      .selectFrom('leads')
      .select('proposal_date')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    for (const { proposal_date: date } of dates)
      expect(Math.abs(looked - Date.parse(date ?? ''))).toBeLessThan(MINUTE_MS)
  })

  test('nine lines of one person are one, from one place', async () => {
    for (let line = 0; line < 9; line++)
      await send(server.app, byLink(code, stamp, { client: person(1), insurance: 4, details: HOME }), {
        key: `linha-${line}-xxxx`,
      })
    expect(await held()).toEqual([])
    expect(await leads()).toBe(9)
  })

  test('a crowd from many places is a flood of the link', async () => {
    for (let place = 0; place < 34; place++) await sending(place, `10.${place}.0.1`)
    expect([await leads(), (await held()).length]).toEqual([30, 4])
  })

  test('what nobody looked at goes after thirty days', async () => {
    for (let place = 0; place < 9; place++) await sending(place)
    expect(await held(await server.device(ADMIN))).toHaveLength(1)
    server.forward(31 * DAY_MS)
    await pruneHeld(server.context)
    expect(await held(await server.device(MANAGER))).toEqual([])
  })
})
