/** A command of impossible shape is refused alone: too deep, too many keys, too much text, invalid text. */
import { describe, expect, test } from 'vitest'
import { unfitCommand } from '../../../server/commands/unfit-command.ts'
import { pushResponseSchema } from '../../../src/contract/sync.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, workedBy } from '../support/people.ts'
import { aCommand, type Device, type GivenCommand, type TestServer } from '../support/server.ts'

const SENTENCE = /^[A-ZÀ-Ú].*\.$/

/** Marks a nesting too deep for any recursion, the test's own JSON.stringify included. */
const DEEP = '@deep@'
const deepText = `${'['.repeat(5000)}${']'.repeat(5000)}`

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value }
  return value
}

describeDatabase('the shape of a command', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  const status = (lead_uid: string): GivenCommand => ({
    command: 'lead.setServiceStatus',
    args: { lead_uid, service_status: 1 },
  })
  const push = async (...commands: GivenCommand[]) => {
    const batch = { device_id: 'device-of-the-test', app_version: '1.0.0', commands: commands.map(aCommand) }
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/sync/push',
      headers: { authorization: `Bearer ${bruna.token}`, 'content-type': 'application/json' },
      payload: JSON.stringify(batch).replaceAll(JSON.stringify(DEEP), deepText),
    })
    expect(answer.statusCode).toBe(200)
    return pushResponseSchema.parse(answer.json()).results
  }
  const refusedShapes: [string, (uid: string) => Partial<GivenCommand>][] = [
    ['nests five thousand levels', (lead_uid) => ({ args: { lead_uid, service_status: DEEP } })],
    ['nests them in its base', () => ({ base: { service_status: DEEP } })],
    [
      'has three thousand keys',
      (lead_uid) => ({
        args: {
          lead_uid,
          ...Object.fromEntries(Array.from({ length: 3000 }, (_, place) => [`k${place}`, 1])),
        },
      }),
    ],
    ['has 300 kB of text', (lead_uid) => ({ args: { lead_uid, service_status: 'x'.repeat(300_000) } })],
    ['has a NUL in a value', (lead_uid) => ({ args: { lead_uid, service_status: 'a\0b' } })],
    ['has a NUL in a key', () => ({ base: { 'a\0b': 1 } })],
    ['has a NUL in its name', () => ({ command: 'lead.set\0ServiceStatus' })],
    ['has a NUL in what it depends on', () => ({ depends_on: 'an-earlier\0key' })],
    ['has half a character', (lead_uid) => ({ args: { lead_uid, service_status: '\ud83d' } })],
    ['has a name of 65 characters', () => ({ command: 'x'.repeat(65) })],
    ['depends on a key of 65 characters', () => ({ depends_on: 'x'.repeat(65) })],
  ]
  test.each(
    refusedShapes,
  )('a command that %s is refused with a sentence, and the others of its batch are applied', async (_case, wrong) => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => addLead(store, workedBy(BRUNA))))
    if (first === undefined || second === undefined || third === undefined) throw new Error('no leads')
    const key = crypto.randomUUID()
    const results = await push(
      status(first.uid),
      { ...status(second.uid), key, ...wrong(second.uid) },
      status(third.uid),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'rejected', 'applied'])
    expect(results[1]).toMatchObject({ key, code: 'invalid', message: expect.stringMatching(SENTENCE) })
    expect(await store.db.selectFrom('command_log').select('key').where('key', '=', key).execute()).toEqual(
      [],
    )
    expect(JSON.stringify(results[1]).length).toBeLessThan(1000)
  })

  test('a command behind a refused one stays blocked', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const key = crypto.randomUUID()
    const results = await push(
      { ...status(uid), key, args: { lead_uid: uid, service_status: DEEP } },
      { ...status(uid), depends_on: key },
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'blocked'])
  })

  test.each([
    'short',
    'x'.repeat(65),
    'a device of\nthe test',
    'device\0of-the-test',
  ])('the device id %j is refused with 400', async (device_id) => {
    const body = { device_id, app_version: '1.0.0', commands: [] }
    expect(await bruna.call('POST', '/sync/push', body)).toMatchObject({
      status: 400,
      body: { code: 'invalid' },
    })
  })

  test('a REST call with the same value is refused, too', async () => {
    const { id } = await addLead(store, workedBy(BRUNA))
    const deep = await bruna.call('POST', '/leads/scheduling', {
      lead_id: id,
      scheduling_date: new Date().toISOString(),
      description: 'a\0b',
      status: 0,
    })
    expect(deep).toMatchObject({
      status: 422,
      body: { code: 'invalid', message: expect.stringMatching(SENTENCE) },
    })
  })

  test('of a refused command only its lead and client are stored', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const [unknownField, rule] = [crypto.randomUUID(), crypto.randomUUID()]
    const text = 'x'.repeat(50_000)
    const pending = { command: 'lead.pendingSell', args: { lead_uid: uid, observation: '' } }
    const results = await bruna.push(
      { ...status(uid), key: unknownField, args: { lead_uid: uid, [text]: text } },
      { ...pending, key: rule },
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected'])
    const rows = await store.db.selectFrom('command_log').select(['args', 'result']).execute()
    expect(rows.map(({ args }) => args)).toEqual([{ lead_uid: uid }, { lead_uid: uid }])
    for (const { result } of rows) expect(JSON.stringify(result)).not.toContain('xxxxx'.repeat(100))
  })

  test('a refused key still belongs to the lead of its command', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const other = await addLead(store, workedBy(BRUNA))
    const key = crypto.randomUUID()
    const refused = { ...status(uid), key, args: { lead_uid: uid, service_status: 'um' } }
    const first = await bruna.run(refused)
    expect(await bruna.run(refused)).toEqual(first)
    expect(await bruna.run({ ...status(other.uid), key })).toMatchObject({
      outcome: 'rejected',
      message: 'Esta chave já foi usada em outro pedido.',
    })
  })
})

describe('unfitCommand', () => {
  const command = (args: unknown) => ({
    command: 'lead.update',
    dependsOn: null,
    occurredAt: '',
    base: {},
    args,
  })

  test('accepts the largest command that a device makes', () => {
    const fields = Object.fromEntries(
      Array.from({ length: 80 }, (_, place) => [`field${place}`, 'á'.repeat(1000)]),
    )
    expect(unfitCommand(command({ ...fields, deep: nested(10) }))).toBeNull()
  })

  // A check that calls itself for each bracket, or that begins anew at each, would not come to its end.
  test('checks two million brackets', () => {
    expect(unfitCommand(command(nested(1_000_000)))).not.toBeNull()
  })
})
