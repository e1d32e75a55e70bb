/** What a substitute did without a network, after it substitutes no more: a conflict. docs/rules.md#absences */
import { beforeEach, expect, test } from 'vitest'
import { endAbsencesOf, turnAbsences } from '../../../server/absences/absences.ts'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouseWithDevices } from '../support/in-house.ts'
import { addSavable } from '../support/leads.ts'
import { inDays, makeLeave } from '../support/leaves.ts'
import { ADMIN, BRUNA, DAVI, EVA, MANAGER } from '../support/people.ts'
import type { Device, TestServer } from '../support/server.ts'

describeEachDatabase('a command of a former substitute', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let manager: Device
  inHouseWithDevices(open, async (opened) => {
    ;({ store, server, bruna } = opened)
    manager = await server.device(MANAGER)
  })
  beforeEach(async () => {
    await store.db.deleteFrom('absences').execute()
  })
  const days = (from: number) => ({ from_day: inDays(from), to_day: inDays(4) })
  const made = async (from: number) =>
    (await makeLeave(manager, { user_id: DAVI, substitute_id: BRUNA, from, to: 4 })).id
  const note = (uid: string, text: string) => ({
    command: 'lead.addNote' as const,
    args: { lead_uid: uid, note: text },
  })

  const ends: readonly [string, string, (id: number, uid: string) => Promise<unknown>][] = [
    [
      'another substitute',
      'Você não substitui mais Davi',
      (id) => manager.call('PUT', `/absences/${id}`, { ...days(0), substitute_id: EVA }),
    ],
    [
      'the team instead',
      'Você não substitui mais Davi',
      (id) => manager.call('PUT', `/absences/${id}`, { ...days(0), substitute_id: null }),
    ],
    [
      'an end on the first day',
      'A ausência de Davi terminou',
      (id) => manager.call('DELETE', `/absences/${id}`),
    ],
    [
      'a departure of who was on leave',
      'A ausência de Davi terminou',
      () =>
        store.db
          .transaction()
          .execute((tx) => endAbsencesOf(tx, { actor: { id: ADMIN }, nowMs: Date.now() }, DAVI)),
    ],
    [
      'a transfer to a third broker',
      'Este lead de Davi foi transferido',
      (_, uid) =>
        manager.call('PUT', `/lead-transfers/${crypto.randomUUID()}`, {
          leads: [uid],
          to: { kind: 'broker', broker_id: EVA },
        }),
    ],
  ]
  test.for(ends)('after %s is a conflict', async ([, words, end]) => {
    const { uid } = await addSavable(store, DAVI)
    const id = await made(0)
    expect(await bruna.run(note(uid, 'durante'))).toMatchObject({ outcome: 'applied' })
    await end(id, uid)
    // The day begins nothing of it again.
    await turnAbsences({ store, now: Date.now })
    expect(await bruna.run(note(uid, 'depois'))).toMatchObject({
      outcome: 'conflict',
      message: expect.stringContaining(words),
      removed: [uid],
    })
  })

  test('of who never substituted is about a lead that is not there', async () => {
    const { uid } = await addSavable(store, DAVI)
    const id = await made(1)
    await manager.call('DELETE', `/absences/${id}`)
    expect(await bruna.run(note(uid, 'depois'))).toMatchObject({ outcome: 'rejected', code: 'not_found' })
  })
})
