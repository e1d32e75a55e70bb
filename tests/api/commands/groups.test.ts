/** A group of commands is applied whole or not at all, exactly once: docs/sync-protocol.md#groups */
import { expect, test } from 'vitest'
import { sessionOf } from '../../../server/session/tokens.ts'
import { push } from '../../../server/sync/push.ts'
import type { PushCommand } from '../../../src/contract/sync.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, DAVI, hoursAgo, inHours, workedBy } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

const PAST = 'Escolha uma data e hora no futuro.'

describeEachDatabase('groups', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  type Given = readonly [command: string, args: object, base?: Readonly<Record<string, unknown>>]

  /** The commands as a device sends them: one behind the other, under one id. */
  function aGroup(uid: string, ...given: readonly Given[]): PushCommand[] {
    const group = crypto.randomUUID()
    const commands: PushCommand[] = []
    for (const [command, args, base = {}] of given)
      commands.push(
        aCommand({
          command,
          args: { lead_uid: uid, ...args },
          base,
          key: crypto.randomUUID(),
          depends_on: commands.at(-1)?.key ?? null,
          group,
        }),
      )
    return commands
  }
  const contact: Given = [
    'lead.noteContact',
    { contact_type: 1, contact_date: hoursAgo(0) },
    { contact_type: null, contact_date: null },
  ]
  const status: Given = ['lead.setServiceStatus', { service_status: 2 }, { service_status: null }]
  const schedule = (at = inHours(2)): Given => [
    'lead.schedule',
    { scheduling_date: at, description: 'Ligar' },
    { lead_scheduling: null },
  ]
  const NOTHING = { contact_type: null, service_status: null, scheduling_status: null }

  const timeline = async (uid: string) =>
    (await store.db.selectFrom('timeline').select('command').where('lead_uid', '=', uid).execute()).map(
      ({ command }) => command,
    )
  const logged = (keys: readonly string[]) =>
    store.db.selectFrom('command_log').select('outcome').where('key', 'in', keys).execute()
  const keysOf = (group: readonly PushCommand[]) => group.map(({ key }) => key)
  const reasons = (results: readonly unknown[]) =>
    results.map((result) => JSON.parse(JSON.stringify(result))).map(({ message }) => message)

  test('all commands of a group are written by one transaction', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const results = await bruna.push(...aGroup(uid, contact, status, schedule()))
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(await storedLead(store, uid)).toMatchObject({
      contact_type: 1,
      service_status: 2,
      scheduling_status: 0,
    })
    const versions = results.flatMap((result) =>
      result.outcome === 'applied' ? result.rows.leads.map(({ version }) => version) : [],
    )
    expect(versions).toHaveLength(3)
    expect(new Set(versions).size).toBe(1)
    expect(await timeline(uid)).toEqual(['lead.noteContact', 'lead.setServiceStatus', 'lead.schedule'])
  })

  test.each([
    0, 1, 2,
  ])('command %i refused refuses all, with its reason, and writes nothing', async (place) => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const before = await storedLead(store, uid)
    const good = [contact, status]
    const group = aGroup(uid, ...good.slice(0, place), schedule(hoursAgo(1)), ...good.slice(place))
    const results = await bruna.push(...group)
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(reasons(results)).toEqual([PAST, PAST, PAST])
    const cause = group[place]?.key
    expect(results.map((result) => ('refused_with' in result ? result.refused_with : null))).toEqual(
      group.map(({ key }) => (key === cause ? null : cause)),
    )
    expect(results[place]).toMatchObject({ errors: { scheduling_date: [PAST] } })
    expect(await storedLead(store, uid)).toEqual(before)
    expect(await timeline(uid)).toEqual([])
    expect(await logged(keysOf(group))).toEqual(Array(3).fill({ outcome: 'rejected' }))
  })

  test('the row of a refusal is the one of the database, not that of the commands which were undone', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const { version } = await storedLead(store, uid)
    const results = await bruna.push(...aGroup(uid, status, schedule(hoursAgo(1))))
    expect(results[1]).toMatchObject({ rows: { leads: [{ uid, version, service_status: null }] } })
  })

  test("a colleague's change of one field is a conflict that refuses all", async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await (await server.device(ADMIN)).run(
      aCommand({ command: status[0], args: { lead_uid: uid, ...status[1] } }),
    )
    const [first, second, third] = aGroup(
      uid,
      contact,
      ['lead.setServiceStatus', { service_status: 1 }],
      schedule(),
    )
    if (first === undefined || second === undefined || third === undefined) throw new Error('no group')
    const results = await bruna.push(first, { ...second, base: { service_status: null } }, third)
    expect(results).toMatchObject([
      { outcome: 'rejected', refused_with: second.key },
      { outcome: 'conflict', fields: [{ field: 'service_status', yours: 1, current: 2 }] },
      { outcome: 'rejected', refused_with: second.key },
    ])
    expect(await storedLead(store, uid)).toMatchObject({ ...NOTHING, service_status: 2 })
  })

  test('a group sent again gets the same answers, whether it was applied or refused', async () => {
    const applied = await addLead(store, workedBy(BRUNA))
    const refused = await addLead(store, workedBy(BRUNA))
    const groups = [
      ...aGroup(applied.uid, contact, schedule()),
      ...aGroup(refused.uid, contact, schedule(hoursAgo(1))),
    ]
    const first = await bruna.push(...groups)
    await bruna.run(aCommand({ command: status[0], args: { lead_uid: applied.uid, ...status[1] } }))
    expect(await bruna.push(...groups)).toEqual(first)
    expect(await timeline(applied.uid)).toHaveLength(3)
    expect(await timeline(refused.uid)).toEqual([])
  })

  test('a group sent many times at once is applied once, and all requests get the same answers', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const group = aGroup(uid, contact, status, schedule())
    const answers = await Promise.all(Array.from({ length: 6 }, () => bruna.push(...group)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(await timeline(uid)).toHaveLength(3)
  })

  test('a group waits whole for the command before it, and is not logged while it waits', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const before = aCommand({ command: 'lead.negotiate', args: { lead_uid: uid }, key: crypto.randomUUID() })
    const [first, ...others] = aGroup(uid, contact, schedule())
    if (first === undefined) throw new Error('no group')
    const group = [{ ...first, depends_on: before.key }, ...others]
    expect((await bruna.push(...group)).map(({ outcome }) => outcome)).toEqual(['blocked', 'blocked'])
    expect(await logged(keysOf(group))).toEqual([])
    const results = await bruna.push(before, ...group)
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
  })

  test('an answer in time never has a part of a group', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const session = await sessionOf(server.context, bruna.token)
    if (session === null) throw new Error('the session of the test is gone')
    const hourOfPush = server.context.now()
    let calls = 0
    // Each look at the clock takes two seconds.
    const slow = { ...server.context, now: () => hourOfPush + 2000 * calls++ }
    const one = aGroup(uid, contact, status)
    const two = aGroup(uid, schedule(), [
      'lead.setServiceStatus',
      { service_status: 1 },
      { service_status: 2 },
    ])
    const request = { device_id: 'slow-device', app_version: '1.0.0', commands: [...one, ...two] }
    const { results } = await push(slow, request, session)
    expect(results.map(({ key }) => key)).toEqual(keysOf(one))
  })

  test('a group of a lead that is not the user’s says no more than a single command', async () => {
    const { uid } = await addLead(store, workedBy(DAVI))
    const results = await bruna.push(...aGroup(uid, contact, schedule()))
    expect(results).toMatchObject([
      { outcome: 'rejected', code: 'not_found', removed: [uid], rows: { leads: [] } },
      { outcome: 'rejected', code: 'not_found', rows: { leads: [] } },
    ])
    expect(await storedLead(store, uid)).toMatchObject(NOTHING)
  })

  test('what is left of a group whose others were applied by an older server is executed alone', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const [first] = await bruna.push(...aGroup(uid, schedule()))
    expect(first).toMatchObject({ outcome: 'applied' })
    expect(await storedLead(store, uid)).toMatchObject({ scheduling_status: 0 })
  })

  test('two leads, a creation or too many commands are no group, and nothing is written', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const other = await addLead(store, workedBy(BRUNA))
    const group = crypto.randomUUID()
    const under = (command: PushCommand) => ({ ...command, group })
    const unfit = [
      [...aGroup(uid, contact), ...aGroup(other.uid, schedule())].map(under),
      aGroup(uid, contact, ['lead.finish', { client_uid: uid, changes: {} }]),
      aGroup(uid, contact, status, schedule(), ['lead.negotiate', {}], ['lead.advance', {}]),
      aGroup(uid, contact, ['lead.schedule', { scheduling_date: inHours(2), description: 'nul \0' }]),
    ]
    for (const commands of unfit) {
      const results = await bruna.push(...commands)
      expect(results).toHaveLength(commands.length)
      for (const result of results) expect(result).toMatchObject({ outcome: 'rejected', code: 'invalid' })
      // One of them has the reason: the user is asked once.
      const causes = results.filter((result) => !('refused_with' in result))
      expect(causes).toHaveLength(1)
      for (const result of results)
        expect('refused_with' in result ? result.refused_with : causes[0]?.key).toBe(causes[0]?.key)
    }
    expect(await storedLead(store, uid)).toMatchObject(NOTHING)
    expect(await storedLead(store, other.uid)).toMatchObject(NOTHING)
  })

  test('a key that was used for another command refuses the whole group', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const single = aCommand({
      command: status[0],
      args: { lead_uid: uid, ...status[1] },
      key: crypto.randomUUID(),
    })
    await bruna.run(single)
    const [first, second] = aGroup(uid, contact, schedule())
    if (first === undefined || second === undefined) throw new Error('no group')
    const results = await bruna.push(first, { ...second, key: single.key })
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'rejected'])
    expect(await storedLead(store, uid)).toMatchObject({ ...NOTHING, service_status: 2 })
  })
})
