/** A creation that one device handed to another, on the server: docs/rules.md#hand-over */
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import { asSent } from '../../../src/contract/push-command.ts'
import type { PushCommand } from '../../../src/contract/sync.ts'
import { newSigningKey, signedBy } from '../../../src/device/hand-over/signing.ts'
import { periodOf } from '../../../src/domain/hand-over/rules.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { aBrokerage, carriedAs, type Giver, giverOn, handedBy } from '../../support/handed.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { create, creation } from '../support/leads.ts'
import { ADMIN, BRUNA, DAVI, DEALERSHIP, INDICATOR } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'

describeDatabase('a lead handed over', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let giver: Giver
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, admin, bruna } = opened)
  })
  beforeEach(async () => {
    // A rule would give the leads to its broker.
    await store.db.deleteFrom('lead_broker_config').execute()
    giver = await giverOn(admin)
  })

  const now = () => server.context.now()
  const aCreation = (): PushCommand => aCommand(create(creation(), { key: uuidv7() }))
  const uidOf = ({ args }: PushCommand) => creationUid(args)
  const leads = () =>
    store.db.selectFrom('leads').select(['uid', 'created_by', 'broker_id', 'cancelled']).execute()
  const history = (uid: string) =>
    store.db
      .selectFrom('timeline')
      .select(['command', 'user_id', 'device_id'])
      .where('lead_uid', '=', uid)
      .orderBy('id')
      .execute()
  const sends = async (device: Device, command: PushCommand, handed?: string) =>
    device.run(await carried(command, handed))
  const carried = async (command: PushCommand, handed?: string): Promise<PushCommand> =>
    carriedAs(command, handed ?? (await handedBy(giver, command, now())))

  test('is created as its author’s, with the receiver in the history, and shown to the receiver by its own scope', async () => {
    const command = aCreation()
    const result = await sends(bruna, command)
    expect(result).toMatchObject({
      outcome: 'applied',
      removed: [],
      rows: { leads: [{ uid: uidOf(command), client_name: 'Ana Souza' }], clients: [{ name: 'Ana Souza' }] },
    })
    expect(result).not.toHaveProperty('sent_by')
    expect(await leads()).toMatchObject([{ uid: uidOf(command), created_by: ADMIN }])
    expect(await history(uidOf(command))).toEqual([
      { command: 'lead.create', user_id: ADMIN, device_id: `device-${ADMIN}` },
      { command: 'lead.handOver', user_id: BRUNA, device_id: 'device-of-the-test' },
    ])
    // The rows are those that the next pull brings.
    const page = await bruna.pull()
    expect(page.rows.leads).toEqual(result.outcome === 'applied' ? result.rows.leads : null)
  })

  test('is created once, whoever sends it first, and the other learns who did', async () => {
    const first = aCreation()
    expect(await sends(bruna, first)).toMatchObject({ outcome: 'applied' })
    expect(await admin.run(first)).toMatchObject({ outcome: 'applied', sent_by: 'Bruna' })

    const second = aCreation()
    expect(await admin.run(second)).toMatchObject({ outcome: 'applied' })
    expect(await admin.run(second)).not.toHaveProperty('sent_by')
    const davi = await server.device(DAVI)
    for (const device of [bruna, davi, bruna])
      expect(await sends(device, second)).toMatchObject({ outcome: 'applied', sent_by: expect.any(String) })
    expect(await admin.run(second)).not.toHaveProperty('sent_by')
    expect((await history(uidOf(second))).map(({ command, user_id }) => [command, user_id])).toEqual([
      ['lead.create', ADMIN],
      ['lead.handOver', BRUNA],
      ['lead.handOver', DAVI],
    ])
    expect(await leads()).toHaveLength(2)
  })

  test('is created once when both devices send it at the same moment', async () => {
    const command = aCreation()
    const handed = await handedBy(giver, command, now())
    const results = await Promise.all([
      admin.run(command),
      sends(bruna, command, handed),
      sends(bruna, command, handed),
    ])
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(await leads()).toHaveLength(1)
  })

  test('lets the receiver capture it in the same request, behind it', async () => {
    const command = aCreation()
    const capture = aCommand({
      command: 'lead.capture',
      args: { lead_uid: uidOf(command) },
      depends_on: command.key,
    })
    const handed = await handedBy(giver, command, now())
    const results = await bruna.push(await carried(command, handed), capture)
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect(await leads()).toMatchObject([{ created_by: ADMIN, broker_id: BRUNA }])
  })

  test('does so too where the author’s device was first', async () => {
    const command = aCreation()
    await admin.run(command)
    const handed = await handedBy(giver, command, now())
    const capture = aCommand({
      command: 'lead.capture',
      args: { lead_uid: uidOf(command) },
      depends_on: command.key,
    })
    expect((await bruna.push(await carried(command, handed), capture)).map(({ outcome }) => outcome)).toEqual(
      ['applied', 'applied'],
    )
  })

  test('shows nothing of a lead outside the receiver’s scope', async () => {
    const command = aCommand(create(creation({ channel_id: 29 }), { key: uuidv7() }))
    expect(await sends(bruna, command)).toMatchObject({
      outcome: 'applied',
      rows: { leads: [], clients: [] },
      removed: [uidOf(command)],
    })
    expect(await leads()).toHaveLength(1)
  })

  test('carries out what was signed, whatever the request says besides', async () => {
    const command = aCreation()
    const handed = await handedBy(giver, command, now())
    const other = creation({}, { name: 'Outra Pessoa' })
    await bruna.run({ ...(await carried(command, handed)), args: other, command: 'client.create' })
    expect(await leads()).toMatchObject([{ uid: uidOf(command), created_by: ADMIN }])
  })

  test('is refused as its author’s own would be, in words for the receiver and without values', async () => {
    const command = aCommand(create(creation({}, { mail: '' }), { key: uuidv7() }))
    const result = await sends(bruna, command)
    expect(result).toMatchObject({
      outcome: 'rejected',
      author_refused: true,
      rows: { leads: [], clients: [] },
      removed: [],
    })
    expect(result).toHaveProperty(
      'message',
      expect.stringMatching(/^O lead entregue por .+ não foi aceito: /),
    )
    // The author decides about the same refusal.
    expect(await admin.run(command)).toMatchObject({
      outcome: 'rejected',
      message: expect.not.stringMatching(/entregue/),
    })
  })

  const otherRing = () => {
    const period = periodOf(now())
    return { period, seal: aBrokerage().ringPair(period).point.toString('base64url') }
  }
  const refusals: [string, (command: PushCommand) => Promise<string>, RegExp][] = [
    [
      'a signature of another key',
      async (command) => handedBy({ ...giver, signing: await newSigningKey() }, command, now()),
      /não reconhece quem entregou/,
    ],
    [
      'a certificate that the device wrote itself',
      async (command) => {
        const signing = await newSigningKey()
        const certificate = JSON.stringify({ ...JSON.parse(giver.certificate), key: signing.publicKey })
        const certified = await signedBy(signing.own, certificate)
        return handedBy({ ...giver, signing, certificate, certified }, command, now())
      },
      /não reconhece quem entregou/,
    ],
    [
      'a statement of another lead',
      async (command) =>
        handedBy(giver, command, now(), {
          statement: JSON.stringify({ ...command, handed_at: new Date(now()).toISOString() }),
        }),
      /não reconhece quem entregou/,
    ],
    [
      'another key of the ring',
      async (command) => handedBy(giver, command, now(), { key: otherRing() }),
      /não reconhece quem entregou/,
    ],
    ['a code of the future', (command) => handedBy(giver, command, now() + 6 * MINUTE_MS), /confirmado/],
    [
      'a code from before the certificate',
      (command) => handedBy(giver, command, now() - DAY_MS),
      /confirmado/,
    ],
    ['another text', async () => 'AQAB', /não reconhece quem entregou/],
  ]
  test.each(refusals)('%s is refused, and uses no key up', async (_, forge, words) => {
    const command = aCreation()
    expect(await sends(bruna, command, await forge(command))).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(words),
    })
    expect(await leads()).toEqual([])
    expect(await admin.run(command)).toMatchObject({ outcome: 'applied' })
  })

  test('a code does not create under another key than its own', async () => {
    const [one, other] = [aCreation(), aCreation()]
    expect(await sends(bruna, other, await handedBy(giver, one, now()))).toMatchObject({
      outcome: 'rejected',
    })
    expect(await leads()).toEqual([])
  })

  test('no command but a creation is handed over', async () => {
    const command = aCommand({ command: 'lead.cancel', args: { lead_uid: uuidv7() } })
    expect(await sends(bruna, command)).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/não reconhece/),
    })
  })

  test('whoever does not attend leads can’t send what was handed to it', async () => {
    const shop = await server.device(DEALERSHIP)
    expect(await sends(shop, aCreation())).toMatchObject({ outcome: 'rejected', code: 'forbidden' })
    expect(await leads()).toEqual([])
  })

  test('an author who has lost the access hands nothing over, and one who has it again does', async () => {
    const shop = await server.device(INDICATOR)
    giver = await giverOn(shop)
    const command = aCommand({
      command: 'indication.create',
      args: creation({ channel_id: 29, inviter_id: INDICATOR }),
      key: uuidv7(),
    })
    await store.db.updateTable('users').set({ status: 0 }).where('id', '=', INDICATOR).execute()
    expect(await sends(bruna, command)).toMatchObject({
      outcome: 'rejected',
      message: 'Quem entregou este lead não tem mais acesso ao Farol.',
    })
    await store.db.updateTable('users').set({ status: 1 }).where('id', '=', INDICATOR).execute()
    expect(await sends(bruna, command)).toMatchObject({ outcome: 'applied' })
    expect(await leads()).toMatchObject([{ created_by: INDICATOR }])
  })

  test('nothing is taken of a device that is to be erased', async () => {
    const command = aCreation()
    const erase_requested_at = new Date(now()).toISOString()
    const device = { user_id: ADMIN, device_id: `device-${ADMIN}`, erase_requested_at }
    await store.db
      .insertInto('devices')
      .values(device)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'device_id']).doUpdateSet({ erase_requested_at }),
      )
      .execute()
    expect(await sends(bruna, command)).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/apagado por ordem/),
    })
    await store.db.updateTable('devices').set({ erase_requested_at: null }).execute()
  })

  test('nothing is taken of a session that had ended when the code was shown', async () => {
    const device = await server.device(ADMIN)
    giver = await giverOn(device)
    const [before, after] = [aCreation(), aCreation()]
    const shown = await handedBy(giver, before, now())
    server.forward(MINUTE_MS)
    expect((await device.call('POST', '/logout')).status).toBeLessThan(300)
    server.forward(MINUTE_MS)
    expect(await sends(bruna, after)).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/já tinha saído do Farol/),
    })
    // What was shown before it ended is taken.
    expect(await sends(bruna, before, shown)).toMatchObject({ outcome: 'applied' })
    await store.db.deleteFrom('sessions').where('revoked_at', 'is not', null).execute()
    expect(await sends(bruna, aCreation())).toMatchObject({ outcome: 'rejected' })
    server.forward(-2 * MINUTE_MS)
  })

  test('who receives gets the keys that open, and who does not gets those that seal alone', async () => {
    const opens = (of: Giver) => of.ring.map(({ open }) => open !== null)
    expect(opens(await giverOn(bruna))).toEqual([true, true, true])
    for (const id of [DEALERSHIP, INDICATOR])
      expect(opens(await giverOn(await server.device(id)))).toEqual([false, false, false])
    // It hands over all the same.
    giver = await giverOn(await server.device(INDICATOR))
    const args = creation({ channel_id: 29, inviter_id: INDICATOR })
    const command = aCommand({ command: 'indication.create', args, key: uuidv7() })
    expect(await sends(bruna, command)).toMatchObject({ outcome: 'applied' })
  })

  test('a receiver who uses the key up for something else does not stop the author', async () => {
    const command = aCreation()
    await bruna.run({ ...command, args: { ...creation(), lead_uid: uuidv7() }, depends_on: uuidv7() })
    await bruna.run({ command: 'lead.cancel', args: { lead_uid: uuidv7() }, key: command.key })
    const taken = await admin.run(command)
    expect(taken).toMatchObject({ outcome: 'rejected', code: 'key_taken' })
    const own = { ...command, key: uuidv7() }
    expect(await admin.run(own)).toMatchObject({ outcome: 'applied' })
    // Now there is a lead of that uid, so no new key helps.
    expect(await admin.run(command)).toMatchObject({ outcome: 'rejected', code: 'forbidden' })
  })

  test('a server that knows no hand-overs neither creates the lead nor uses the author’s key up', async () => {
    const command = aCreation()
    const { key, command: name, args, base } = command
    const { handed: _handed, ...known } = asSent({
      key,
      command: name,
      args,
      base,
      schemaVersion: command.schema_version,
      occurredAt: command.occurred_at,
      dependsOn: null,
      handed: 'AQAB',
    })
    const results = await bruna.push(known)
    expect(results).toMatchObject([{ outcome: 'rejected' }])
    // The device has no command of this key, so that it goes on waiting.
    expect(results[0]?.key).not.toBe(key)
    expect(await leads()).toEqual([])
    expect(await admin.run(command)).toMatchObject({ outcome: 'applied' })
  })

  test('a deleted lead is not created again by a late code', async () => {
    const command = aCreation()
    const handed = await handedBy(giver, command, now())
    await admin.run(command)
    await admin.run({ command: 'lead.cancel', args: { lead_uid: uidOf(command) } })
    const result = await sends(bruna, command, handed)
    expect(result).toMatchObject({ outcome: 'applied', rows: { leads: [] }, removed: [uidOf(command)] })
    expect(await leads()).toMatchObject([{ cancelled: true }])
  })

  test('a code is taken for 30 days after it was shown', async () => {
    const [early, late] = [aCreation(), aCreation()]
    const [one, other] = [await handedBy(giver, early, now()), await handedBy(giver, late, now())]
    server.forward(29 * DAY_MS)
    const patient = await server.device(BRUNA)
    expect(await sends(patient, early, one)).toMatchObject({ outcome: 'applied' })
    server.forward(2 * DAY_MS)
    expect(await sends(patient, late, other)).toMatchObject({
      outcome: 'rejected',
      message: expect.stringMatching(/mais de 30 dias/),
    })
    server.forward(-31 * DAY_MS)
  })
})

function creationUid(args: unknown): string {
  if (typeof args === 'object' && args !== null && 'lead_uid' in args) return String(args.lead_uid)
  throw new Error('not about a lead')
}
