/** An inviter's phone, changed from the lead form: its permissions, and its change on every device. */
import { expect, test } from 'vitest'
import { userEntrySchema } from '../../../src/domain/catalogue/catalogue.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { Mirror, pullAll } from '../support/mirror.ts'
import { ADMIN, BRUNA, DAVI, DEALERSHIP, INDICATOR, MANAGER } from '../support/people.ts'
import { type TestServer } from '../support/server.ts'

describeDatabase("an inviter's phone", (open) => {
  let store: TestStore
  let server: TestServer
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })

  const change = async (user: number, id: number, phone: string) =>
    (await server.confirmedDevice(user)).call('PUT', `/users/${id}/phone`, { phone })
  const phoneOf = async (id: number) =>
    (await store.db.selectFrom('users').select('phone').where('id', '=', id).executeTakeFirst())?.phone

  test('is stored without its mask, returned and mirrored', async () => {
    const { status, body } = await change(BRUNA, INDICATOR, '(31) 98888-7777')
    expect(status).toBe(200)
    expect(userEntrySchema.parse(body)).toMatchObject({ id: INDICATOR, phone: '31988887777', role_id: 5 })
    const mirror = new Mirror()
    await pullAll(await server.device(DAVI), mirror)
    expect(mirror.catalogues.get(`user ${INDICATOR}`)?.value).toMatchObject({ phone: '31988887777' })
  })

  test.each([
    [MANAGER, BRUNA, 200],
    [BRUNA, BRUNA, 403],
    [ADMIN, ADMIN, 403],
    [BRUNA, DEALERSHIP, 200],
    [BRUNA, DAVI, 403],
    [BRUNA, ADMIN, 403],
    [INDICATOR, INDICATOR, 403],
    [ADMIN, 999_999, 404],
  ])('user %i changing the one of user %i gets %i', async (user, id, expected) => {
    await store.db.updateTable('users').set({ phone: '3133334444' }).where('id', '=', id).execute()
    const before = await phoneOf(id)
    expect((await change(user, id, '31977776666')).status).toBe(expected)
    expect(await phoneOf(id)).toBe(expected === 200 ? '31977776666' : before)
  })

  test('can be set by its owner only while there is none, and with the password', async () => {
    await store.db.updateTable('users').set({ phone: '' }).where('id', '=', BRUNA).execute()
    const path = `/users/${BRUNA}/phone`
    const required = { status: 403, body: { code: 'confirmation_required' } }
    const token = await server.device(BRUNA)
    expect(await token.call('PUT', path, { phone: '31977776666' })).toMatchObject(required)
    const confirmed = await server.confirmedDevice(BRUNA)
    expect((await confirmed.call('PUT', path, { phone: '31977776666' })).status).toBe(200)
    const again = await confirmed.call('PUT', path, { phone: '31966665555' })
    expect(again).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await phoneOf(BRUNA)).toBe('31977776666')
  })

  test('can be set by a broker for staff without a phone', async () => {
    await store.db.updateTable('users').set({ phone: '' }).where('id', '=', DAVI).execute()
    expect((await change(BRUNA, DAVI, '31977776666')).status).toBe(200)
  })

  test.each(['123', '00988887777'])('cannot be %j', async (phone) => {
    const before = await phoneOf(INDICATOR)
    expect(await change(BRUNA, INDICATOR, phone)).toMatchObject({
      status: 400,
      body: { errors: { phone: ['Telefone inválido'] } },
    })
    expect(await phoneOf(INDICATOR)).toBe(before)
  })
})
