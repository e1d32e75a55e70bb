/** A lead as its history says it was, and 'Trazer de volta', over a real database. docs/rules.md#as-it-was */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readClient, readLead } from '../../../server/queries/lead-row.ts'
import { timelineRoute } from '../../../src/contract/board.ts'
import { asItWas, differences, isBroughtBack, nested } from '../../../src/domain/lead/as-it-was.ts'
import { flatRow, sameValue } from '../../../src/domain/lead/conflicts.ts'
import { runsOf } from '../../support/slice.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { BRUNA } from '../support/people.ts'
import type { Device } from '../support/server.ts'

const text = fc.constantFrom('', 'Casa', 'Carro', 'Prefere a tarde')
const save = fc.record(
  {
    product: text,
    additional_information: text,
    product_details: fc.record(
      { brand: fc.constantFrom('Fiat', 'Ford'), details: text },
      { requiredKeys: [] },
    ),
    contact_type: fc.constantFrom(null, 1, 4),
    lost_sale: fc.constantFrom(null, 1),
  },
  { requiredKeys: [] },
)
const mail = fc.option(fc.constantFrom('um@exemplo.com.br', 'dois@exemplo.com.br'), { nil: undefined })

describeDatabase('a lead as it was', (open) => {
  let store: TestStore
  let bruna: Device
  inHouseWithDevices(open, (opened) => {
    ;({ store, bruna } = opened)
  })

  const rowOf = async (uid: string) => {
    const lead = await readLead(store.db, uid)
    if (lead === null) throw new Error(`no lead ${uid}`)
    return flatRow(lead, await readClient(store.db, lead.client_uid))
  }
  const historyOf = async (id: number) =>
    timelineRoute.answer.parse((await bruna.call('GET', `/leads/${id}/timeline`)).body).data

  test('the history gives the row of each moment, and any of them is brought back by one command', async () => {
    const steps = fc.array(fc.record({ changes: save, mail }), { minLength: 1, maxLength: 6 })
    const cases = fc.sample(fc.tuple(steps, fc.nat()), runsOf(20))
    for (const [saves, chosen] of cases) {
      const { id, uid, client_uid } = await addSavable(store, BRUNA)
      const about = { lead_uid: uid, client_uid }
      const moments = [{ row: await rowOf(uid), entry: 0 }]
      for (const { changes, mail: given } of saves) {
        const args = { ...about, changes, ...(given === undefined ? {} : { client: { mail: given } }) }
        expect(await bruna.run({ command: 'lead.update', args })).toMatchObject({ outcome: 'applied' })
        moments.push({ row: await rowOf(uid), entry: (await historyOf(id))[0]?.id ?? 0 })
      }
      const now = await rowOf(uid)
      const history = await historyOf(id)
      const pastOf = (entry: number) =>
        asItWas(
          now,
          history.filter((one) => one.id > entry).map(({ changes }) => changes),
        )
      for (const { row, entry } of moments) expect(sameValue(pastOf(entry).row, row)).toBe(true)

      const { row, entry } = moments[chosen % moments.length] ?? { row: {}, entry: 0 }
      const wanted = differences(now, pastOf(entry)).filter(({ field }) => isBroughtBack(field))
      if (wanted.length === 0) continue
      const { client, ...changes } = nested(Object.fromEntries(wanted.map(({ field, was }) => [field, was])))
      const args = {
        ...about,
        changes,
        ...(client === undefined ? {} : { client }),
        reason: 'Apagado por engano',
        as_of: '2026-10-01T12:00:00.000Z',
      }
      expect(await bruna.run({ command: 'lead.bringBack', args })).toMatchObject({ outcome: 'applied' })
      expect(sameValue(await rowOf(uid), row)).toBe(true)
      expect((await historyOf(id))[0]).toMatchObject({
        command: 'lead.bringBack',
        changes: {
          reason_to_bring_back: { before: null, after: 'Apagado por engano' },
          brought_back: { before: null, after: '2026-10-01T12:00:00.000Z' },
        },
      })
    }
  })

  test('a mail that cannot be saved is not brought back either, and nothing changes', async () => {
    const { uid, client_uid } = await addSavable(store, BRUNA)
    const before = await rowOf(uid)
    const args = {
      lead_uid: uid,
      client_uid,
      changes: { product: 'Outro' },
      client: { mail: '' },
      reason: 'Engano',
      as_of: '2026-10-01T12:00:00.000Z',
    }
    expect(await bruna.run({ command: 'lead.bringBack', args })).toMatchObject({
      outcome: 'rejected',
      errors: { 'client.mail': ['Informe o e-mail do cliente'] },
    })
    expect(sameValue(await rowOf(uid), before)).toBe(true)
  })

  test('without a reason nothing is brought back', async () => {
    const { uid, client_uid } = await addSavable(store, BRUNA)
    const args = {
      lead_uid: uid,
      client_uid,
      changes: { product: 'Outro' },
      reason: ' ',
      as_of: '2026-10-01T12:00:00.000Z',
    }
    expect(await bruna.run({ command: 'lead.bringBack', args })).toMatchObject({ outcome: 'rejected' })
  })
})
