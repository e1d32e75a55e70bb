/** Scheduling, closing and service status; and the refusals that all commands share. */
import { expect, test } from 'vitest'
import { describeEachDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA, DAVI, EVA, hoursAgo, inHours, workedBy } from '../support/people.ts'
import { type Device, type TestServer } from '../support/server.ts'
import { storedLead, storedSchedulings, storedTimeline } from '../support/stored.ts'

describeEachDatabase('commands', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    bruna = await server.device(BRUNA)
  })

  const capture = (uid: string) => ({ command: 'lead.capture', args: { lead_uid: uid } })
  const schedule = (uid: string, scheduling_date: string, description = 'Ligar') => ({
    command: 'lead.schedule',
    args: { lead_uid: uid, scheduling_date, description },
  })
  const close = (uid: string) => ({ command: 'lead.closeScheduling', args: { lead_uid: uid } })
  const status = (uid: string, service_status: number | null) => ({
    command: 'lead.setServiceStatus',
    args: { lead_uid: uid, service_status },
  })

  test('a scheduling opens and closes', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const scheduling_date = inHours(30)
    await bruna.run(schedule(uid, scheduling_date))
    const open = { scheduling_date, scheduling_description: 'Ligar' }
    expect(await storedLead(store, uid)).toMatchObject({ ...open, scheduling_status: 0 })
    await bruna.run(close(uid))
    expect(await storedLead(store, uid)).toMatchObject({ ...open, scheduling_status: 1 })
    expect(await storedSchedulings(store, uid)).toMatchObject([
      { status: 1, description: 'Ligar', closed_at: expect.any(String) },
    ])
  })

  test('a second scheduling is a further record of the history and ends the first', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    await bruna.push(schedule(uid, inHours(3), 'Primeiro'), schedule(uid, inHours(9), 'Segundo'))
    expect(await storedSchedulings(store, uid)).toMatchObject([
      { description: 'Primeiro', status: 1, closed_at: expect.any(String) },
      { description: 'Segundo', status: 0, closed_at: null },
    ])
    await bruna.run(close(uid))
    expect(await storedSchedulings(store, uid)).toMatchObject([
      { description: 'Primeiro', status: 1 },
      { description: 'Segundo', status: 1 },
    ])
  })

  test('closing a closed scheduling succeeds; closing without any scheduling is refused', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    expect(await bruna.run(close(uid))).toMatchObject({
      outcome: 'rejected',
      message: 'Este lead não tem agendamento em aberto.',
    })
    const results = await bruna.push(schedule(uid, inHours(3)), close(uid), close(uid))
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    expect(await storedTimeline(store, uid)).toHaveLength(2)
  })

  test('a scheduling is in the future at the instant of its command, not at its arrival', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const past = { scheduling_date: ['Escolha uma data e hora no futuro.'] }
    expect(await bruna.run(schedule(uid, hoursAgo(0.5)))).toMatchObject({ outcome: 'rejected', errors: past })
    const made = { ...schedule(uid, hoursAgo(0.5)), occurred_at: hoursAgo(1) }
    expect(await bruna.run(made)).toMatchObject({ outcome: 'applied' })
  })

  test('a finished lead is not scheduled', async () => {
    const { uid } = await addLead(store, {
      ...workedBy(BRUNA),
      state: 3,
      status: 6,
      end_lead_date: hoursAgo(1),
    })
    expect(await bruna.run(schedule(uid, inHours(1)))).toMatchObject({
      message: 'Este lead já foi finalizado.',
    })
  })

  test('the service status is one of the catalogue, or none', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    expect(await bruna.run(status(uid, 2))).toMatchObject({ outcome: 'applied' })
    expect(await bruna.run(status(uid, 99))).toMatchObject({
      outcome: 'rejected',
      errors: { service_status: ['Situação de atendimento desconhecida.'] },
    })
    expect(await storedLead(store, uid)).toMatchObject({ service_status: 2 })
    expect(await bruna.run(status(uid, null))).toMatchObject({ outcome: 'applied' })
    expect(await storedLead(store, uid)).toMatchObject({ service_status: null })
  })

  test('an unclaimed lead is captured before any other command', async () => {
    const { uid } = await addLead(store)
    expect(await bruna.run(status(uid, 1))).toMatchObject({ outcome: 'rejected', code: 'rule' })
    expect(await bruna.run(schedule(uid, inHours(1)))).toMatchObject({ outcome: 'rejected', code: 'rule' })
  })

  test('a broker gets the same answer for a foreign lead and for a missing one', async () => {
    const { uid } = await addLead(store, workedBy(DAVI))
    const nowhere = '01900000-0000-7000-8000-000000000000'
    const eva = await server.device(EVA)
    const asked = (lead: string) => [status(lead, 1), schedule(lead, inHours(1)), close(lead), capture(lead)]
    const answersFor = async (lead: string) => {
      const results = await eva.push(...asked(lead))
      return JSON.stringify(results.map((result) => ({ ...result, key: '' }))).replaceAll(lead, 'LEAD')
    }
    expect(await answersFor(uid)).toBe(await answersFor(nowhere))
    expect(await storedTimeline(store, uid)).toEqual([])
  })

  test('an unknown or unreadable command is refused for good, with a sentence', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    expect(await bruna.run({ command: 'lead.fly', args: {} })).toMatchObject({
      outcome: 'rejected',
      code: 'invalid',
    })
    expect(
      await bruna.run({ command: 'lead.schedule', args: { lead_uid: uid, scheduling_date: 'amanhã' } }),
    ).toMatchObject({
      outcome: 'rejected',
      code: 'invalid',
      errors: { scheduling_date: [expect.any(String)], description: [expect.any(String)] },
    })
    expect(await bruna.run(capture("'; drop table leads; --"))).toMatchObject({
      outcome: 'rejected',
      code: 'not_found',
    })
  })

  test('a text that no database stores is refused for good', async () => {
    const { uid } = await addLead(store, workedBy(BRUNA))
    const poison = { ...schedule(uid, inHours(1), 'a\u0000b'), key: crypto.randomUUID() }
    const refused = {
      outcome: 'rejected',
      code: 'invalid',
      message: 'Os dados deste pedido têm caracteres que não podem ser guardados.',
    }
    expect(await bruna.push(poison, status(uid, 1))).toMatchObject([refused, { outcome: 'applied' }])
    expect(await bruna.run(poison)).toMatchObject(refused)
  })
})
