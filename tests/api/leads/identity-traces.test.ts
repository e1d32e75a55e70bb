/** What erasure, export and merge find of a person whose lead got another client. docs/rules.md#identity-of-a-client */
import { expect, test } from 'vitest'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addClient } from '../support/leads.ts'
import { EMANUELLY, leadsOfPeople, MARCOS, save } from '../support/leads-of-people.ts'
import { mergesIn } from '../support/merges.ts'
import { ADMIN, DEALERSHIP } from '../support/people.ts'
import type { Device } from '../support/server.ts'

const BENTO = { name: 'Bento Cruz', cpf: '11144477735' }

describeEachDatabase('a lead that changed hands', (open) => {
  let store: TestStore
  let admin: Device
  let bruna: Device
  let device: (userId: number) => Promise<Device>
  let confirmed: () => Promise<Device>
  inHouseWithDevices(open, ({ server, ...opened }) => {
    ;({ store, admin, bruna } = opened)
    device = (userId) => server.device(userId)
    confirmed = () => server.confirmedDevice(ADMIN)
  })
  const { aLead, clientRow, clientOf, timelineOf } = leadsOfPeople(() => store)

  test('an erasure of the first person reaches its former lead, and the other’s export leaves it out', async () => {
    const lead = await aLead()
    await admin.run(save(lead, { mail: 'emanuelly@exemplo.com.br' }))
    await admin.run(save(lead, MARCOS))
    const [first, other] = [await clientRow(lead.client_uid), await clientRow(await clientOf(lead))]
    const owner = await confirmed()
    const read = (id: number) => owner.call('GET', `/clients/${id}/personal-data`)
    expect(JSON.stringify((await read(other.id)).body)).not.toMatch(/[Ee]manuelly|20549917403/)
    expect(JSON.stringify(await timelineOf(lead))).toContain('emanuelly@exemplo.com.br')
    const erased = await owner.call('DELETE', `/clients/${first.id}/personal-data`, {
      reason: 'Pedido da titular',
      keep: false,
    })
    expect(erased.status).toBe(200)
    expect(JSON.stringify(await timelineOf(lead))).not.toContain('emanuelly@exemplo.com.br')
    const { client_as_referred } = await store.db
      .selectFrom('leads')
      .select('client_as_referred')
      .where('uid', '=', lead.uid)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(client_as_referred)).not.toMatch(/Emanuelly|20549917403/)
    expect(await clientRow(await clientOf(lead))).toMatchObject(MARCOS)
  })

  const forgotten = (owner: Device, id: number) =>
    owner.call('DELETE', `/clients/${id}/personal-data`, { reason: 'Pedido do titular', keep: false })

  test('erasure and export of a person reach its own part of the history of a lead that had three', async () => {
    const lead = await aLead()
    const now = async () => ({ ...lead, client_uid: await clientOf(lead) })
    await admin.run(save(lead, { mail: 'emanuelly@exemplo.com.br' }))
    await admin.run(save(lead, MARCOS))
    const marcos = await clientRow(await clientOf(lead))
    const contact = { mail: 'marcos@exemplo.com.br', cellphone: '31911112222' }
    expect(await admin.run(save(await now(), contact))).toMatchObject({ outcome: 'applied' })
    expect(await admin.run(save(await now(), BENTO))).toMatchObject({ outcome: 'applied' })
    const owner = await confirmed()
    const { body } = await owner.call('GET', `/clients/${marcos.id}/personal-data`)
    expect(JSON.stringify(body)).toContain('marcos@exemplo.com.br')
    expect(JSON.stringify(body)).not.toMatch(/manuelly|Bento/)
    expect(await forgotten(owner, marcos.id)).toMatchObject({ status: 200 })
    const history = JSON.stringify(await timelineOf(lead))
    expect(history).not.toMatch(/marcos@|39053344705/)
    expect(history).toContain('emanuelly@exemplo.com.br')
    expect(history).toContain(BENTO.name)
  })

  test('rows that say whom they are about stay that person’s, whoever has the lead now', async () => {
    const lead = await aLead()
    const about = { client_name: EMANUELLY.name, client_cpf: EMANUELLY.cpf }
    const temp = (policy_number: string, lead_uid: string | null) => ({
      policy_number,
      lead_uid,
      client_info: JSON.stringify(about),
      channel_id: 1,
      reference_month: '202701',
    })
    const written = [temp('DELA', lead.uid), temp('SEM LEAD', null)]
    await store.db.insertInto('lead_temps').values(written).execute()
    const left = async () =>
      (await store.db.selectFrom('lead_temps').select('client_info').orderBy('id').execute()).map(
        ({ client_info }) => client_info,
      )
    await admin.run(save(lead, { mail: 'emanuelly@exemplo.com.br' }))
    expect(await admin.run(save(lead, MARCOS))).toMatchObject({ outcome: 'applied' })
    const [first, other] = [await clientRow(lead.client_uid), await clientRow(await clientOf(lead))]
    const owner = await confirmed()
    const { body } = await owner.call('GET', `/clients/${other.id}/personal-data`)
    expect(JSON.stringify(body)).not.toMatch(/manuelly|20549917403/)
    expect(await forgotten(owner, other.id)).toMatchObject({ status: 200 })
    expect(await left()).toEqual([about, about])
    expect(JSON.stringify(await timelineOf(lead))).toContain('emanuelly@exemplo.com.br')
    expect(await forgotten(owner, first.id)).toMatchObject({ status: 200 })
    expect(await left()).toEqual([{}])
  })

  test('an erasure reaches the former lead of a person who was merged since', async () => {
    const lead = await aLead()
    await admin.run(save(lead, { mail: 'emanuelly@exemplo.com.br' }))
    await admin.run(save(lead, MARCOS))
    const kept = await addClient(store, { name: EMANUELLY.name, cpf: '' })
    const owner = await confirmed()
    await mergesIn(store, owner).merge(kept, lead.client_uid)
    expect(await forgotten(owner, (await clientRow(kept)).id)).toMatchObject({ status: 200 })
    expect(JSON.stringify(await timelineOf(lead))).not.toContain('emanuelly@exemplo.com.br')
  })

  test('the undo of a merge shows no referrer the person whose lead it became', async () => {
    const lead = await aLead()
    const survivor = await addClient(store, { name: EMANUELLY.name, cpf: '' })
    const owner = await confirmed()
    const { merge, undo } = mergesIn(store, owner)
    const { merge: made } = await merge(survivor, lead.client_uid, { fields: ['cpf'] })
    const moved = { ...lead, client_uid: survivor }
    expect(await bruna.run(save(moved, MARCOS))).toMatchObject({ outcome: 'applied' })
    await undo(made.id)
    const { rows } = await (await device(DEALERSHIP)).pull()
    const shown = rows.leads.filter(({ uid }) => uid === lead.uid)
    expect(shown).toMatchObject([{ client_name: EMANUELLY.name, client_cpf: EMANUELLY.cpf }])
  })
})
