/** Only roles 1 and 2 see a cancelled lead; it returns when it is recovered: docs/rules.md#cancellation. */
import { expect, test } from 'vitest'
import { leadAnswerSchema } from '../../../src/contract/board.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addSavable, inviterOf } from '../support/leads.ts'
import { ADMIN, BRUNA, DEALERSHIP, INDICATOR, MANAGER } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'

describeDatabase('a cancelled lead', (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    await inviterOf(store)
  })

  test("leaves every device except administration's and management's, and returns when recovered", async () => {
    const { uid, id } = await addSavable(store, BRUNA)
    const device = (userId: number) => server.device(userId)
    const seers = [await device(ADMIN), await device(MANAGER)]
    const others = [await device(BRUNA), await device(INDICATOR), await device(DEALERSHIP)]
    const cursors = new Map<Device, string>()
    for (const one of [...seers, ...others]) {
      const page = await one.pull()
      expect(page.rows.leads.map((lead) => lead.uid)).toEqual([uid])
      cursors.set(one, page.cursor)
    }
    const [bruna] = others
    expect(await bruna?.run({ command: 'lead.cancel', args: { lead_uid: uid } })).toMatchObject({
      outcome: 'applied',
      removed: [uid],
      rows: { leads: [], clients: [] },
    })
    for (const one of seers) {
      const page = await one.pull(cursors.get(one))
      expect(page.rows.leads).toMatchObject([{ uid, state: 3, status: 6, sold: 0, cancelled: true }])
      expect(page.removed.leads).toEqual([])
      cursors.set(one, page.cursor)
    }
    for (const one of others) {
      const page = await one.pull(cursors.get(one))
      expect([page.rows.leads, page.removed.leads]).toEqual([[], [uid]])
      expect((await one.pull()).rows.leads).toEqual([])
      expect((await one.call('GET', `/leads/${id}`)).status).toBe(404)
      cursors.set(one, page.cursor)
    }
    expect(
      await bruna?.run({ command: 'lead.setServiceStatus', args: { lead_uid: uid, service_status: 1 } }),
    ).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
      removed: [uid],
    })
    expect(await seers[1]?.run({ command: 'lead.recover', args: { lead_uid: uid } })).toMatchObject({
      outcome: 'applied',
    })
    for (const one of others) {
      const page = await one.pull(cursors.get(one))
      expect(page.rows.leads).toMatchObject([
        { uid, state: 2, status: 3, cancelled: false, end_lead_date: null },
      ])
    }
  })

  test('is read by management by REST, and the cancellation answers with its message', async () => {
    const { id } = await addSavable(store, BRUNA)
    const bruna = await server.device(BRUNA)
    expect(await bruna.call('PUT', `/cancel-lead/${id}`)).toEqual({
      status: 200,
      body: { message: 'Lead Cancelado com sucesso!' },
    })
    expect((await bruna.call('PUT', `/cancel-lead/${id}`)).status).toBe(404)
    const { body } = await (await server.device(MANAGER)).call('GET', `/leads/${id}`)
    expect(leadAnswerSchema.parse(body)).toMatchObject({ cancelled: true, sold: 0 })
  })
})
