/** An erasure beside commands about the same client, on connections that overlap: either comes first, and nothing stays. */
import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { describePostgres, type TestStore } from '../support/databases.ts'
import { aKnownPersonIn, besideKnownPeople, CLIENT, MARKS, tracesOf } from '../support/known-person.ts'
import { creation } from '../support/leads.ts'
import { type Device, type TestServer } from '../support/server.ts'

const ROUNDS = 8

describePostgres('an erasure beside commands', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let admin: Device
  let bruna: Device
  let referrer: Device
  besideKnownPeople(open, (opened) => {
    ;({ admin, bruna, dir, referrer, server, store } = opened)
  })

  test.each(Array.from({ length: ROUNDS }, (_, round) => round))('round %i', async (round) => {
    const { id, uid, lead_uid } = await aKnownPersonIn({ store, server, admin, bruna, referrer })
    const commands = [
      ['client.update', { client_uid: uid, changes: { mail: MARKS.mail, rg: `${MARKS.rg}${round}` } }],
      [
        'lead.update',
        { lead_uid, client_uid: uid, changes: { additional_information: `${MARKS.note} ${round}` } },
      ],
      ['lead.recordCall', { lead_uid, phone: MARKS.phone, call_uid: uuidv7() }],
      ['lead.create', { ...creation({}, CLIENT), client_uid: uid }],
      ['client.update', { client_uid: uid, changes: { address: { comp: MARKS.complement } } }],
    ] as const
    const erase = () =>
      admin.call('DELETE', `/clients/${id}/personal-data`, { reason: 'Pedido', keep: false })
    const early = round % 2 === 0 ? erase() : null
    const sent = commands.map(([command, args], place) =>
      (command === 'lead.create' ? admin : bruna).run({ command, args, key: `corrida-${round}-${place}` }),
    )
    const erased = early ?? erase()
    const outcomes = (await Promise.all(sent)).map((result) =>
      result.outcome === 'rejected' ? result.code : result.outcome,
    )
    expect((await erased).status).toBe(200)
    expect(outcomes.filter((outcome) => outcome !== 'applied' && outcome !== 'erased')).toEqual([])
    expect(await tracesOf(store, dir)).toEqual([])
  })
})
