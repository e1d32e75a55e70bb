/** Where a creation that was handed over names a client who changed meanwhile: its author decides. docs/rules.md#hand-over */
import { uuidv7 } from 'uuidv7'
import { beforeEach, expect, test } from 'vitest'
import type { PushCommand } from '../../../src/contract/sync.ts'
import { carriedAs, type Giver, giverOn, handedBy } from '../../support/handed.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient, create, creation } from '../support/leads.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'

describeDatabase('a conflict of a lead handed over', (open) => {
  let store: TestStore
  let server: TestServer
  let admin: Device
  let bruna: Device
  let giver: Giver
  inHouseWithDevices(open, (opened) => {
    ;({ store, server, admin, bruna } = opened)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('lead_broker_config').execute()
    giver = await giverOn(admin)
  })

  const codeOf = (command: PushCommand) => handedBy(giver, command, server.context.now())
  const receives = (command: PushCommand, handed: string) => bruna.run(carriedAs(command, handed))
  const leads = () => store.db.selectFrom('leads').select(['uid', 'created_by']).execute()
  const history = async (uid: string) =>
    (
      await store.db
        .selectFrom('timeline')
        .select(['command', 'user_id'])
        .where('lead_uid', '=', uid)
        .orderBy('id')
        .execute()
    ).map(({ command, user_id }) => [command, user_id])

  /** It names a client whose name a colleague has changed meanwhile: with another document and name it would be another client. */
  const aContested = async () => {
    const known = await addClient(store)
    const late = { ...creation({}, { name: 'Ana Prado' }), client_uid: known }
    const command = aCommand(create(late, { key: uuidv7(), base: { 'client.name': 'Ana Antiga' } }))
    return { command, uid: late.lead_uid, handed: await codeOf(command) }
  }
  /** What the author's device sends for 'Manter o meu'. */
  const mine = (command: PushCommand): PushCommand => ({
    ...command,
    key: uuidv7(),
    base: { 'client.name': 'Ana Souza' },
  })

  test.each([
    'the author',
    'the receiver',
  ] as const)('a conflict that %s meets first is the author’s to decide, and the receiver’s retry brings the decided lead', async (who) => {
    const { command, uid, handed } = await aContested()
    const retries = () => receives(command, handed)
    const waits = {
      outcome: 'rejected',
      code: 'rule',
      message: expect.stringMatching(/o cadastro deste cliente mudou no servidor$/),
      rows: { leads: [], clients: [] },
    }
    if (who === 'the receiver') expect(await retries()).toMatchObject(waits)
    expect(await admin.run(command)).toMatchObject({
      outcome: 'conflict',
      fields: [{ field: 'client.name', yours: 'Ana Prado', current: 'Ana Souza' }],
    })
    // Before the decision no retry makes anything, and none may be sent as the receiver's own.
    for (let tries = 0; tries < 2; tries++) {
      const result = await retries()
      expect(result).toMatchObject(waits)
      expect(result).not.toHaveProperty('author_refused')
    }
    expect(await leads()).toEqual([])
    expect(await admin.run(mine(command))).toMatchObject({ outcome: 'applied' })
    for (let tries = 0; tries < 2; tries++)
      expect(await retries()).toMatchObject({
        outcome: 'applied',
        rows: { leads: [{ uid, client_name: 'Ana Prado' }] },
      })
    expect(await leads()).toMatchObject([{ uid, created_by: ADMIN }])
    expect(await history(uid)).toEqual([
      ['lead.create', ADMIN],
      ['lead.handOver', BRUNA],
    ])
  })

  test('the receiver’s retry and the author’s decision at the same moment make one lead', async () => {
    const { command, uid, handed } = await aContested()
    await admin.run(command)
    const [decided] = await Promise.all([admin.run(mine(command)), receives(command, handed)])
    expect(decided).toMatchObject({ outcome: 'applied' })
    expect(await receives(command, handed)).toMatchObject({ outcome: 'applied' })
    expect(await leads()).toHaveLength(1)
    expect(await history(uid)).toEqual([
      ['lead.create', ADMIN],
      ['lead.handOver', BRUNA],
    ])
  })

  test('a creation by a known document with another name joins the client and meets no conflict', async () => {
    const known = await addClient(store)
    const args = creation({}, { name: 'Bia Costa' })
    const command = aCommand(create(args, { key: uuidv7() }))
    expect(await receives(command, await codeOf(command))).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ uid: args.lead_uid, client_uid: known, client_name: 'Ana Souza' }] },
    })
  })
})
