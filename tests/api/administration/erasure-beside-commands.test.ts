/** An erasure beside commands about the same client, on connections that overlap: either comes first, and nothing stays. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { uuidv7 } from 'uuidv7'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describePostgres, type TestStore } from '../support/databases.ts'
import { aKnownPersonIn, CLIENT, emptyElsewhere, MARKS, tracesOf } from '../support/known-person.ts'
import { creation, inviterOf } from '../support/leads.ts'
import { ADMIN, BRUNA, house, INDICATOR, withoutLeads } from '../support/people.ts'
import { type Device, startServer, type TestServer } from '../support/server.ts'

const ROUNDS = 8

describePostgres('an erasure beside commands', (open) => {
  let store: TestStore
  let server: TestServer
  let dir: string
  let admin: Device
  let bruna: Device
  let referrer: Device
  beforeAll(async () => {
    store = await open()
    await house(store)
    await inviterOf(store)
    dir = await mkdtemp(join(tmpdir(), 'farol-erasure-'))
    server = await startServer(store, { FILES_DIR: dir })
    ;[admin, bruna, referrer] = await Promise.all([
      server.confirmedDevice(ADMIN),
      server.device(BRUNA),
      server.device(INDICATOR),
    ])
    return async () => {
      await server.stop()
      await rm(dir, { recursive: true })
    }
  })
  beforeEach(async () => {
    await withoutLeads(store)
    await emptyElsewhere(store)
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
