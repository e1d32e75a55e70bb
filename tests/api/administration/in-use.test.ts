/** A row that others name is not deleted, whatever happens at the same time. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { describeDatabase, describePostgres } from '../support/databases.ts'
import { addSavable } from '../support/leads.ts'
import { untilWaiting } from '../support/lock-waits.ts'
import { addLead, BRUNA } from '../support/people.ts'
import { aClientRow, aLeadRow } from '../support/rows.ts'
import { RULE } from './lists.ts'
import { inAdministration, type Office } from './office.ts'

let store: Office['store']
let admin: Office['admin']
let created: Office['created']
let remove: Office['remove']
let exists: Office['exists']
let entriesOf: Office['entriesOf']

const inUse = (users: string) => ({
  status: 409,
  body: {
    code: 'in_use',
    message: `${users}. Em vez de remover, desative: sai das escolhas novas e continua nos registros antigos.`,
  },
})

describeDatabase('a row in use', (open) => {
  inAdministration(open, (office) => {
    ;({ store, admin, created, remove, exists, entriesOf } = office)
  })

  test('a line, a dealership and a competitor that leads name stay, and the answer counts the leads', async () => {
    const insurance = await created({ path: '/insurances', body: { name: 'Drone', type: 1 } })
    const partner = await created({ path: '/partners', body: { name: 'Loja' } })
    const competitor = await created({ path: '/competitor-brokers', body: { name: 'Rival' } })
    const names = { insurance_id: insurance, partner_id: partner, competitor_broker: competitor }
    await addLead(store, names)
    await addLead(store, { ...names, old_competitor_broker: competitor })
    expect(await remove('/insurances', insurance)).toMatchObject(inUse('O seguro está em uso por 2 leads'))
    expect(await remove('/partners', partner)).toMatchObject(
      inUse('A concessionária está em uso por 2 leads'),
    )
    expect(await remove('/competitor-brokers', competitor)).toMatchObject(
      inUse('O concorrente está em uso por 2 leads'),
    )
    expect(await exists('insurances', insurance)).toBe(true)
    expect(await exists('partners', partner)).toBe(true)
    expect(await exists('competitor_brokers', competitor)).toBe(true)
  })

  test('whatever else names a row is counted in the same sentence', async () => {
    const rule = await created({ path: '/lead-broker-config', body: RULE })
    await addLead(store)
    expect(await remove('/insurances', 1)).toMatchObject(
      inUse('O seguro está em uso por 1 lead e 1 regra de lead e corretor'),
    )
    expect(await remove('/partners', 24)).toMatchObject(inUse('A concessionária está em uso por 1 usuário'))
    expect(await remove('/technical-team', 1)).toMatchObject(inUse('A equipe está em uso por 2 usuários'))
    const parent = await created({ path: '/channels', body: { name: 'Acima', status_flow: [1, 6] } })
    const child = { name: 'Abaixo', status_flow: [1, 6], parent_id: parent }
    const below = await created({ path: '/channels', body: child })
    const team = await created({
      path: '/technical-team',
      body: { description: 'Norte', channels: [parent] },
    })
    expect(await remove('/channels', parent)).toMatchObject(
      inUse('O canal está em uso por 1 equipe técnica e 1 canal'),
    )
    for (const [path, id] of [
      ['/technical-team', team],
      ['/channels', below],
      ['/channels', parent],
      ['/lead-broker-config', rule],
    ] as const)
      expect((await remove(path, id)).status, path).toBe(200)
  })

  test('a table that no list counts keeps the row as well', async () => {
    const id = await created({ path: '/insurances', body: { name: 'Drone alugado', type: 1 } })
    await sql`create table kept_elsewhere (insurance_id int references insurances(id))`.execute(store.db)
    try {
      await sql`insert into kept_elsewhere values (${id})`.execute(store.db)
      expect(await remove('/insurances', id)).toMatchObject(
        inUse('O seguro está em uso por outros registros'),
      )
      expect(await exists('insurances', id)).toBe(true)
      expect(await entriesOf('insurances', id)).toHaveLength(1)
    } finally {
      await sql`drop table kept_elsewhere`.execute(store.db)
    }
  })

  test('of two deletions at once one deletes and the other finds nothing', async () => {
    const id = await created({ path: '/competitor-brokers', body: { name: 'Dupla' } })
    const answers = await Promise.all([remove('/competitor-brokers', id), remove('/competitor-brokers', id)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]))
    const deletions = (await entriesOf('competitor_brokers', id)).filter(({ action }) => action === 'delete')
    expect(deletions).toHaveLength(1)
  })
})

describePostgres('a row in use, two transactions at once', (open) => {
  inAdministration(open, (office) => {
    ;({ store, admin, created, remove, exists, entriesOf } = office)
  })

  test('a lead that begins to name the row first keeps it', async () => {
    const id = await created({ path: '/insurances', body: { name: 'Drone', type: 1 } })
    const deletion = await store.db.transaction().execute(async (tx) => {
      const client = aClientRow()
      await tx.insertInto('clients').values(client).execute()
      await tx
        .insertInto('leads')
        .values(aLeadRow({ client_uid: client.uid, insurance_id: id }))
        .execute()
      const answer = remove('/insurances', id)
      await untilWaiting(store)
      return { answer }
    })
    expect(await deletion.answer).toMatchObject(inUse('O seguro está em uso por 1 lead'))
    expect(await exists('insurances', id)).toBe(true)
  })

  test('a lead that begins to name a row while it is deleted is refused by that field', async () => {
    const id = await created({ path: '/competitor-brokers', body: { name: 'Rival' } })
    const lead = await addSavable(store, BRUNA)
    const save = await store.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('competitor_brokers').where('id', '=', id).execute()
      const body = { competitor_broker: id, sold: 0, lost_sale: 5, inviter_phone: '11987654321' }
      const answer = admin.call('PUT', `/leads/${lead.id}`, body)
      await untilWaiting(store)
      return { answer }
    })
    expect(await save.answer).toMatchObject({
      status: 422,
      body: { errors: { competitor_broker: ['Valor desconhecido'] } },
    })
  })
})
