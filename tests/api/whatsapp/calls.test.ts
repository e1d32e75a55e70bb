/** The calls by which administrators keep the connection. docs/rules.md#whatsapp */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealAnew } from '../../../server/device-keys/seal-anew.ts'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import { readConnection } from '../../../server/whatsapp/connection.ts'
import { describeDatabase } from '../support/databases.ts'
import { ADMIN, BRUNA } from '../support/people.ts'
import {
  BODY,
  HOUSE_NUMBER_ID,
  inWhatsAppHouse,
  NUMBER_ID,
  type WhatsAppHouse,
} from '../support/whatsapp-house.ts'
import { APP_SECRET } from '../support/whatsapp-peer.ts'

describeDatabase('calls of WhatsApp', (open) => {
  let house: WhatsAppHouse
  inWhatsAppHouse(open, (made) => {
    house = made
  })
  const row = () => house.store.db.selectFrom('whatsapp_connection').selectAll().executeTakeFirstOrThrow()

  test('saving needs the own password, and no answer has a secret', async () => {
    const plain = await house.server.device(ADMIN)
    expect(await plain.call('PUT', '/whatsapp', BODY)).toMatchObject({
      status: 403,
      body: { code: 'confirmation_required' },
    })
    for (const path of ['/whatsapp', '/audit']) {
      const text = JSON.stringify((await house.admin.call('GET', path)).body)
      expect(text, path).not.toContain(BODY.token)
      expect(text, path).not.toContain(APP_SECRET)
    }
  })

  test('the database has the secrets sealed, and who sends reads them', async () => {
    const stored = JSON.stringify(await row())
    expect(stored).not.toContain(BODY.token)
    expect(stored).not.toContain(APP_SECRET)
    expect(await readConnection(house.store.db, house.server.context)).toEqual({
      token: BODY.token,
      keepsText: true,
      numbers: [
        { phoneNumberId: NUMBER_ID, displayNumber: '5531900001000', userId: BRUNA },
        { phoneNumberId: HOUSE_NUMBER_ID, displayNumber: '5531900002000', userId: null },
      ],
    })
    expect(await readConnection(house.store.db, { deviceSecrets: deviceSecrets(randomBytes(32)) })).toBeNull()
  })

  test('blank secrets stay, and the first save asks for them', async () => {
    const before = await row()
    await house.connect({ token: '', app_secret: '', keeps_text: false })
    expect(await row()).toMatchObject({
      token: before.token,
      app_secret: before.app_secret,
      keeps_text: false,
    })
    await house.admin.call('DELETE', '/whatsapp')
    expect(await house.admin.call('PUT', '/whatsapp', { ...BODY, token: '' })).toMatchObject({
      status: 422,
      body: { errors: { token: [expect.any(String)] } },
    })
  })

  test("a change does not revert a colleague's, and a number twice or an unknown owner is refused", async () => {
    const { revision } = await house.connect()
    await house.connect({ keeps_text: false })
    expect(await house.admin.call('PUT', '/whatsapp', { ...BODY, revision })).toMatchObject({ status: 409 })
    const [first] = BODY.numbers
    expect(await house.admin.call('PUT', '/whatsapp', { ...BODY, numbers: [first, first] })).toMatchObject({
      status: 400,
      body: { errors: { 'numbers.1.phone_number_id': [expect.any(String)] } },
    })
    const strange = { ...BODY, numbers: [{ ...first, user_id: 999_999 }] }
    expect(await house.admin.call('PUT', '/whatsapp', strange)).toMatchObject({
      status: 422,
      body: { errors: { 'numbers.0.user_id': [expect.any(String)] } },
    })
  })

  test('without a key the secrets lie open, and are sealed at the start that has one', async () => {
    const own = deviceSecrets(randomBytes(32))
    await house.store.db
      .updateTable('whatsapp_connection')
      .set({ token: 'plain:abc.def', app_secret: 'plain:xyz' })
      .execute()
    const keyless = await readConnection(house.store.db, { deviceSecrets: null })
    expect(keyless?.token).toBe('abc.def')
    expect(await sealAnew(house.store, { now: own, before: null })).toMatchObject({ whatsapp: 1 })
    expect(JSON.stringify(await row())).not.toContain('abc.def')
    expect((await readConnection(house.store.db, { deviceSecrets: own }))?.token).toBe('abc.def')
    const next = deviceSecrets(randomBytes(32))
    expect(await sealAnew(house.store, { now: next, before: own })).toMatchObject({ whatsapp: 1 })
    expect(await sealAnew(house.store, { now: next, before: own })).toMatchObject({ whatsapp: 0 })
    expect((await readConnection(house.store.db, { deviceSecrets: next }))?.token).toBe('abc.def')
  })
})
