/** The renewed policy: fields of the lead, from every writer: docs/rules.md#two-policies. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { up as renewedPolicy } from '../../../server/db/migrations/0014-renewed-policy.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable, create, creation } from '../support/leads.ts'
import { BRUNA } from '../support/people.ts'
import { type Device } from '../support/server.ts'

const POLICY = { old_insurer: 'Porto Seguro', old_end_of_validity: '2026-12-20' } as const

describeDatabase('the renewed policy', (open) => {
  let store: TestStore
  let admin: Device
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, admin, bruna } = opened)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('leads').execute()
  })

  test('is part of a creation and reaches every device of staff', async () => {
    const args = creation(POLICY)
    expect(await admin.run(create(args))).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ ...POLICY, end_of_validity: null }] },
    })
    const [mirrored] = (await admin.pull()).rows.leads
    expect(mirrored).toMatchObject(POLICY)
  })

  test('is optional in a creation queued by an app of an earlier version', async () => {
    const { lead, ...rest } = creation()
    const { old_insurer: _insurer, old_end_of_validity: _end, ...older } = lead
    expect(await admin.run({ command: 'lead.create', args: { ...rest, lead: older } })).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ old_insurer: null, old_end_of_validity: null }] },
    })
  })

  test('is saved by the form and by REST, and recorded in the history', async () => {
    const { uid, id } = await addSavable(store, BRUNA)
    const client_uid = (await bruna.pull()).rows.leads.find((lead) => lead.uid === uid)?.client_uid
    const args = { lead_uid: uid, client_uid, changes: { old_insurer: 'Mapfre' } }
    expect(await bruna.run({ command: 'lead.update', args })).toMatchObject({
      outcome: 'applied',
      rows: { leads: [{ old_insurer: 'Mapfre', old_end_of_validity: null }] },
    })
    expect(await bruna.call('PUT', `/leads/${id}`, POLICY)).toMatchObject({ status: 200 })
    expect(await bruna.call('GET', `/leads/${id}`)).toMatchObject({ body: POLICY })
    const timeline = JSON.stringify((await bruna.call('GET', `/leads/${id}/timeline`)).body)
    expect(timeline).toContain('"old_insurer":{"before":"Mapfre","after":"Porto Seguro"}')
  })

  test('takes the end of a renewal that an app of an earlier version has queued', async () => {
    await sql`insert into channels (id, name) values (27, 'Renovação') on conflict do nothing`.execute(
      store.db,
    )
    const queued = async (channel_id: number, schema_version?: number) => {
      const { uid, client_uid } = await addSavable(store, BRUNA, {
        channel_id,
        old_end_of_validity: '2026-12-20',
      })
      const changes = { end_of_validity: '2027-01-15' }
      const args = { lead_uid: uid, client_uid, changes }
      return bruna.run({
        command: 'lead.update',
        args,
        base: { end_of_validity: channel_id === 27 ? '2026-12-20' : null },
        ...(schema_version === undefined ? {} : { schema_version }),
      })
    }
    const renewed = { old_end_of_validity: '2027-01-15', end_of_validity: null }
    const sold = { old_end_of_validity: '2026-12-20', end_of_validity: '2027-01-15' }
    expect(await queued(27, 1)).toMatchObject({ outcome: 'applied', rows: { leads: [renewed] } })
    expect(await queued(1, 1)).toMatchObject({ outcome: 'applied', rows: { leads: [sold] } })
    expect(await queued(27)).toMatchObject({ outcome: 'conflict' })

    const { lead, ...rest } = creation({ channel_id: 27, end_of_validity: '2027-01-15' })
    const { old_insurer: _insurer, old_end_of_validity: _end, ...older } = lead
    const begun = { command: 'lead.create', args: { ...rest, lead: older }, schema_version: 1 } as const
    expect(await admin.run(begun)).toMatchObject({ outcome: 'applied', rows: { leads: [renewed] } })
  })

  test('gets the data of the former table and of renewals under other channel names', async () => {
    const { db } = store
    await sql`
      alter table leads drop column old_insurer, drop column old_end_of_validity;
    `.execute(db)
    await sql`
      insert into channels (id, name)
      values (27, 'Renovação'), (28, 'Renovação 2')
      on conflict do nothing
    `.execute(db)
    const listed = await addSavable(store, BRUNA)
    const typed = await addSavable(store, BRUNA)
    const both = await addSavable(store, BRUNA)
    const sold = await addSavable(store, BRUNA)
    const unknown = await addSavable(store, BRUNA)
    const ends = async (uid: string, day: string, channel: number) =>
      sql`update leads set end_of_validity = ${day}, channel_id = ${channel} where uid = ${uid}`.execute(db)
    await sql`update leads set channel_id = 27 where uid = ${listed.uid}`.execute(db)
    await ends(both.uid, '2027-02-10', 28)
    await ends(unknown.uid, '2027-03-01', 1)
    await ends(typed.uid, '2027-01-15', 27)
    await ends(sold.uid, '2027-11-20', 1)
    await sql`insert into renewals (lead_uid, policy_number, insurer, end_of_validity)
      values (${listed.uid}, '4711', 'Porto Seguro', '2026-12-20'), (${both.uid}, null, 'Allianz', '2026-12-01'),
        (${sold.uid}, null, 'HDI', '2026-11-20'), (${unknown.uid}, null, 'Mapfre', null)`.execute(db)
    await renewedPolicy(db)
    const { rows } = await sql<{ uid: string }>`
      select uid, old_insurer, old_end_of_validity, end_of_validity from leads`.execute(db)
    const of = (lead: { uid: string }) => rows.find(({ uid }) => uid === lead.uid)
    expect(of(listed)).toMatchObject({ ...POLICY, end_of_validity: null })
    expect(of(typed)).toMatchObject({
      old_insurer: null,
      old_end_of_validity: '2027-01-15',
      end_of_validity: null,
    })
    // The user typed these over the imported ones.
    expect(of(both)).toMatchObject({
      old_insurer: 'Allianz',
      old_end_of_validity: '2027-02-10',
      end_of_validity: null,
    })
    // The end of a sold policy is not the end of the renewed one.
    expect(of(unknown)).toMatchObject({ old_end_of_validity: null, end_of_validity: '2027-03-01' })
    expect(
      (await sql`select policy_number from renewals where lead_uid = ${listed.uid}`.execute(db)).rows,
    ).toEqual([{ policy_number: '4711' }])
    expect(of(sold)).toMatchObject({
      old_insurer: 'HDI',
      old_end_of_validity: '2026-11-20',
      end_of_validity: '2027-11-20',
    })
  })
})
