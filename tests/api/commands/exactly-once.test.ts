/** A command runs once, whatever the network, other devices and the database do. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sessionOf } from '../../../server/session/tokens.ts'
import { push } from '../../../server/sync/push.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { ADMIN, addLead, BRUNA, DAVI, hoursAgo, inHours, workedBy } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'
import { storedLead } from '../support/stored.ts'

describeEachDatabase('exactly once', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  const capture = (uid: string) => ({
    command: 'lead.capture',
    args: { lead_uid: uid },
    key: crypto.randomUUID(),
  })
  const status = (uid: string, service_status: number | null) => ({
    command: 'lead.setServiceStatus',
    args: { lead_uid: uid, service_status },
    key: crypto.randomUUID(),
  })
  const schedule = (uid: string) => ({
    command: 'lead.schedule',
    args: { lead_uid: uid, scheduling_date: inHours(5), description: 'Ligar' },
    key: crypto.randomUUID(),
  })
  const timeline = async (uid: string) =>
    (await store.db.selectFrom('timeline').select('id').where('lead_uid', '=', uid).execute()).length
  const logged = (key: string) =>
    store.db.selectFrom('command_log').select('outcome').where('key', '=', key).executeTakeFirst()

  test('a repeated key gets the same answer and writes once', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const command = schedule(uid)
    const first = await bruna.run(command)
    await bruna.run(status(uid, 1))
    expect(await bruna.run(command)).toEqual(first)
    expect(await timeline(uid)).toBe(2)
    const history = await store.db
      .selectFrom('schedulings')
      .select('id')
      .where('lead_uid', '=', uid)
      .execute()
    expect(history).toHaveLength(1)
  })

  test('a key sent many times at once writes once, and all requests get the same answer', async () => {
    const { uid } = await addLead(store)
    const command = capture(uid)
    const results = await Promise.all(Array.from({ length: 8 }, () => bruna.run(command)))
    for (const result of results) expect(result).toEqual(results[0])
    expect(results[0]?.outcome).toBe('applied')
    expect(await timeline(uid)).toBe(1)
  })

  test('an answer comes in time: commands without a result are sent again, in order, and run once', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const waiting = [1, 2, 1, 2].map((service_status) => status(uid, service_status))
    const session = await sessionOf(server.context, bruna.token)
    if (session === null) throw new Error('the session of the test is gone')
    const hourOfPush = server.context.now()
    let calls = 0
    // Each look at the clock takes a second.
    const slow = { ...server.context, now: () => hourOfPush + 1000 * calls++ }
    const lengths: number[] = []
    for (let rest = waiting; rest.length > 0; ) {
      const request = { device_id: 'slow', app_version: '1.0.0', commands: rest.map(aCommand) }
      const { results } = await push(slow, request, session)
      expect(results.map(({ key }) => key)).toEqual(rest.slice(0, results.length).map(({ key }) => key))
      lengths.push(results.length)
      rest = rest.slice(results.length)
    }
    expect(lengths.length).toBeGreaterThan(1)
    expect(lengths.every((length) => length > 0)).toBe(true)
    expect(await timeline(uid)).toBe(4)
  })

  test('a whole batch sent again because its answer was lost changes nothing', async () => {
    const { uid } = await addLead(store)
    const first = capture(uid)
    const batch = [first, { ...schedule(uid), depends_on: first.key }]
    const answers = await bruna.push(...batch)
    const { version } = await storedLead(store, uid)
    expect(await bruna.push(...batch)).toEqual(answers)
    expect(await storedLead(store, uid)).toMatchObject({ version })
  })

  test("another user's key is refused without a word about its command", async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const command = status(uid, 1)
    await bruna.run(command)
    const stolen = await (await server.device(DAVI)).run(command)
    expect(stolen).toMatchObject({ outcome: 'rejected', code: 'forbidden', rows: { leads: [], clients: [] } })
    expect(JSON.stringify(stolen)).not.toContain(uid)
  })

  test('a key that was used for another lead is refused, and that lead does not change', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const other = await addLead(store, workedBy(BRUNA))
    const command = status(uid, 1)
    await bruna.run(command)
    expect(await bruna.run({ ...status(other.uid, 1), key: command.key })).toMatchObject({
      outcome: 'rejected',
      code: 'invalid',
    })
    expect(await storedLead(store, other.uid)).toMatchObject({ service_status: null })
  })

  test('a key that was used for another command is refused', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const command = status(uid, 1)
    await bruna.run(command)
    expect(await bruna.run({ ...schedule(uid), key: command.key })).toMatchObject({
      outcome: 'rejected',
      code: 'invalid',
    })
    expect(await storedLead(store, uid)).toMatchObject({ scheduling_status: null })
  })

  test('a stored refusal outlives its reason; a new key is judged anew', async () => {
    const { uid } = await addLead(store, { suspended_lead: true })
    const command = capture(uid)
    const refused = await bruna.run(command)
    expect(refused.outcome).toBe('rejected')
    await store.db.updateTable('leads').set({ suspended_lead: false }).where('uid', '=', uid).execute()
    expect(await bruna.run(command)).toEqual(refused)
    expect(await logged(command.key)).toEqual({ outcome: 'rejected' })
    expect(await bruna.run(capture(uid))).toMatchObject({ outcome: 'applied' })
  })

  test("a repeated answer does not remove a lead that has come into the user's scope since", async () => {
    const { uid } = await addLead(store)
    const command = capture(uid)
    const team = (technical_team_id: number | null) =>
      store.db.updateTable('users').set({ technical_team_id }).where('id', '=', BRUNA).execute()
    await team(null)
    try {
      expect(await bruna.run(command)).toMatchObject({ outcome: 'rejected', removed: [uid] })
    } finally {
      await team(1)
    }
    expect(await bruna.run(command)).toMatchObject({ outcome: 'rejected', removed: [] })
    await store.db.deleteFrom('leads').where('uid', '=', uid).execute()
    expect(await bruna.run(command)).toMatchObject({ outcome: 'rejected', removed: [uid] })
  })

  test('a repeated conflict has no values of a lead that belongs to another user by then', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await (await server.device(ADMIN)).run(status(uid, 2))
    const command = { ...status(uid, 1), base: { service_status: null } }
    const heard = await bruna.run(command)
    expect(heard).toMatchObject({ outcome: 'conflict', fields: [{ field: 'service_status', current: 2 }] })
    expect(await bruna.run(command)).toEqual(heard)
    await store.db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', uid).execute()
    expect(await bruna.run(command)).toMatchObject({ outcome: 'conflict', fields: [], removed: [uid] })
  })

  test('a command waits for its dependency and is not logged while it waits', async () => {
    const { uid } = await addLead(store)
    const first = capture(uid)
    const second = { ...status(uid, 2), base: { service_status: null }, depends_on: first.key }
    expect(await bruna.run(second)).toEqual({ key: second.key, outcome: 'blocked', depends_on: first.key })
    expect(await logged(second.key)).toBeUndefined()
    const results = await bruna.push(first, second)
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect(await storedLead(store, uid)).toMatchObject({ broker_id: BRUNA, service_status: 2 })
  })

  test('a lost capture blocks later commands on its lead, and no others', async () => {
    const lost = await addLead(store)
    const other = await addLead(store, workedBy(BRUNA))
    await (await server.device(DAVI)).run(capture(lost.uid))
    const first = capture(lost.uid)
    const results = await bruna.push(
      first,
      { ...status(lost.uid, 2), depends_on: first.key },
      status(other.uid, 2),
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['conflict', 'blocked', 'applied'])
    expect(await storedLead(store, lost.uid)).toMatchObject({ broker_id: DAVI, service_status: null })
  })

  test("another user's key does not satisfy a dependency", async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const foreign = capture((await addLead(store)).uid)
    await (await server.device(DAVI)).run(foreign)
    expect(await bruna.run({ ...status(uid, 1), depends_on: foreign.key })).toMatchObject({
      outcome: 'blocked',
    })
  })

  test('a field changed by another since the base is a conflict with both values', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await (await server.device(ADMIN)).run(status(uid, 2))
    const result = await bruna.run({ ...status(uid, 1), base: { service_status: null } })
    expect(result).toMatchObject({
      outcome: 'conflict',
      holder: null,
      fields: [{ field: 'service_status', yours: 1, current: 2 }],
      rows: { leads: [{ uid, service_status: 2 }] },
    })
    expect(await storedLead(store, uid)).toMatchObject({ service_status: 2 })
    const decided = { ...status(uid, 1), base: { service_status: 2 } }
    expect(await bruna.run(decided)).toMatchObject({ outcome: 'applied' })
  })

  test('different fields changed by two people merge', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await (await server.device(ADMIN)).run({ ...schedule(uid), base: { lead_scheduling: null } })
    const result = await bruna.run({ ...status(uid, 1), base: { service_status: null } })
    expect(result).toMatchObject({ outcome: 'applied' })
    expect(await storedLead(store, uid)).toMatchObject({ service_status: 1, scheduling_status: 0 })
  })

  test('two changes to the same value do not conflict', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await (await server.device(ADMIN)).run(status(uid, 2))
    expect(await bruna.run({ ...status(uid, 2), base: { service_status: null } })).toMatchObject({
      outcome: 'applied',
    })
    expect(await timeline(uid)).toBe(1)
  })

  test('the server retries a transaction that the database could not serialise', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    // A sequence does not roll back: the first two attempts fail, the third succeeds.
    await sql`create sequence flaky`.execute(store.db)
    await sql`
      create or replace function fail_twice()
      returns trigger
      language plpgsql
      as $$
      begin
        if nextval('flaky') <= 2 then raise exception 'deadlock' using errcode = '40P01'; end if;
        return new;
      end $$
    `.execute(store.db)
    await sql`
      create trigger flaky
      before insert on timeline
      for each row execute function fail_twice()
    `.execute(store.db)
    try {
      expect(await bruna.run(status(uid, 1))).toMatchObject({ outcome: 'applied' })
    } finally {
      // All files of a worker share the database: a backup of a later one would look for what is left here.
      await sql`drop trigger flaky on timeline`.execute(store.db)
      await sql`drop function fail_twice()`.execute(store.db)
      await sql`drop sequence flaky`.execute(store.db)
    }
    expect(await timeline(uid)).toBe(1)
  })

  test('a database that fails half-way stores nothing of that command, and the batch can be sent again', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const batch = [status(uid, 1), schedule(uid)]
    await sql`
      create or replace function refuse_schedule()
      returns trigger
      language plpgsql
      as $$
      begin
        raise exception 'disk full' using errcode = '53100';
      end $$
    `.execute(store.db)
    await sql`
      create trigger refuse
      before insert on schedulings
      for each row execute function refuse_schedule()
    `.execute(store.db)
    try {
      await expect(bruna.push(...batch)).rejects.toThrow('push answered 503')
    } finally {
      await sql`drop trigger refuse on schedulings`.execute(store.db)
    }
    expect(await storedLead(store, uid)).toMatchObject({ service_status: 1, scheduling_status: null })
    expect((await bruna.push(...batch)).map(({ outcome }) => outcome)).toEqual(['applied', 'applied'])
    expect(await timeline(uid)).toBe(2)
  })

  test('/metrics counts the outcomes', async () => {
    const { uid } = await addLead(store, { create_lead_date: hoursAgo(3) })
    server.context.metrics.registry.resetMetrics()
    await bruna.push(capture(uid), { ...status(uid, 1), depends_on: crypto.randomUUID() })
    const metrics = await server.context.metrics.commands.get()
    const counted = Object.fromEntries(metrics.values.map(({ labels, value }) => [labels.outcome, value]))
    expect(counted).toEqual({ applied: 1, blocked: 1 })
  })
})
