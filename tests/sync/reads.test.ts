/** Look-ups in the mirror by forms and dialogs, and the timelines of the pull. */

import { expect, test } from 'vitest'
import { clientByCpf, clientsWithContact, leadByNumber } from '../../src/db/mirror/searches.ts'
import { timelinesOf } from '../../src/db/mirror/timelines.ts'
import { queueOf } from '../../src/db/outbox/lead-queue.ts'
import { aSyncedWorld, aWorld, capture, create, leadNumber, setStatus, uuid } from './support/world.ts'

test('a client is found by its document in any format, also before it is sent', async () => {
  const world = await aWorld({ leads: 0 })
  world.server.write({ ...leadNumber(1), client_cpf: '52998224725' })
  await world.device.cycle()
  const { db } = world.device
  expect(await clientByCpf(db, '529.982.247-25')).toMatchObject({ uid: uuid('client', 5001) })
  expect(await clientByCpf(db, '111.444.777-35')).toBeUndefined()
  expect(await clientByCpf(db, '')).toBeUndefined()
  await create(world, 1, { client: { cpf: '11144477735' } })
  expect(await clientByCpf(db, '111.444.777-35')).toMatchObject({ uid: uuid('client', 1), version: 0 })
})

test('clients are found by a phone of either field and by a mail, also before they are sent', async () => {
  const world = await aWorld({ leads: 0 })
  const { db } = world.device
  const contact = { cellphone: '31998765432', phone: '', mail: 'Maria@Exemplo.com' }
  await create(world, 1, { client: contact })
  await create(world, 2, { client: { cellphone: '', phone: '3198765432', mail: 'joao@exemplo.com' } })
  const found = async (phones: string[], mail = '') =>
    (await clientsWithContact(db, { phones, mail })).map(({ uid }) => uid).toSorted()
  const [maria, joao] = [uuid('client', 1), uuid('client', 2)]
  expect(await found(['31998765432'])).toEqual([maria, joao].toSorted())
  expect(await found(['3198765432'])).toEqual([joao])
  expect(await found([], 'maria@exemplo.com')).toEqual([maria])
  expect(await found(['31998765432'], 'maria@exemplo.com')).toEqual([maria, joao].toSorted())
  expect(await found(['31998765433'], 'outra@exemplo.com')).toEqual([])
})

test('a lead is found by its number', async () => {
  const world = await aSyncedWorld()
  expect(await leadByNumber(world.device.db, 3)).toMatchObject({ uid: 'lead-3' })
  expect(await leadByNumber(world.device.db, 99)).toBeUndefined()
})

test('queueOf returns the commands of one lead in order', async () => {
  const world = await aSyncedWorld()
  const first = await capture(world, 'lead-1')
  await capture(world, 'lead-2')
  const second = await setStatus(world, 'lead-1', 2)
  expect((await queueOf(world.device.db, 'lead-1')).map(({ key }) => key)).toEqual([first.key, second.key])
})

test('the pull stores the timelines of own leads, and they are deleted with their leads', async () => {
  const world = await aSyncedWorld()
  const { db } = world.device
  const timeline = async () => (await timelinesOf(db, ['lead-1']))[0]
  expect(await timeline()).toBeUndefined()
  await capture(world, 'lead-1')
  await world.device.cycle()
  expect(await timeline()).toMatchObject([{ id: world.server.leads.get('lead-1')?.version }])
  world.server.change('lead-1', { broker_id: 77 })
  await world.device.cycle()
  expect(await timeline()).toBeUndefined()
})
