/** A sign-in on a device that the login never had. docs/rules.md#new-devices */
import { beforeEach, expect, test } from 'vitest'
import { newDevicesRoute } from '../../../src/contract/session.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { PASSWORD, signedIn, withoutFactors, withPassword } from '../support/factor-accounts.ts'
import { inHouse } from '../support/in-house.ts'
import { BRUNA, DAVI } from '../support/people.ts'
import { Device, type TestServer } from '../support/server.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

describeDatabase('a sign-in on a new device', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let login = ''
  inHouse(open, async (opened) => {
    ;({ store, server } = opened)
    login = await withPassword(store, BRUNA)
    bruna = await server.device(BRUNA)
  })
  beforeEach(() => withoutFactors(store))

  const signIn = async (device_id?: string) => {
    const answer = await bruna.call(
      'POST',
      '/login',
      { login, password: PASSWORD, device_id },
      { 'user-agent': CHROME },
    )
    return new Device(server.app, store, signedIn(answer).token ?? '')
  }
  const mails = () => store.db.selectFrom('mails').select(['purpose', 'recipient', 'body_text']).execute()
  const told = async (device: Device) =>
    newDevicesRoute.answer.parse((await device.call('GET', '/sessions/new-devices')).body).data

  test('its owner gets a mail and the bell of the other devices has it, once', async () => {
    const there = await signIn('tablet-novo')
    expect(await mails()).toMatchObject([
      {
        purpose: 'new_device',
        recipient: `pessoa-${BRUNA}@exemplo.com.br`,
        body_text: expect.stringMatching(/Chrome no Windows, em \d\d\/\d\d às \d\d:\d\d/),
      },
    ])
    expect(await told(bruna)).toMatchObject([{ device_name: 'Chrome no Windows' }])
    expect(await told(there), 'on the device itself').toEqual([])
    expect(await told(await server.device(DAVI)), 'somebody else').toEqual([])
    await signIn('tablet-novo')
    expect(await mails()).toHaveLength(1)
    expect(await told(bruna)).toHaveLength(1)
  })

  test('the first sign-in of an account is no news', async () => {
    const before = await told(await server.device(BRUNA))
    await store.db.deleteFrom('sessions').where('user_id', '=', BRUNA).execute()
    await signIn('o-primeiro')
    expect(await mails()).toEqual([])
    expect(await told(await server.device(BRUNA))).toEqual(before)
    await signIn('o-segundo')
    expect(await mails()).toHaveLength(1)
  })

  test('a sign-in without the id of a device is reported as well', async () => {
    await signIn()
    await signIn()
    expect(await mails()).toHaveLength(2)
    server.forward(31 * DAY_MS)
    expect(await told(await server.device(BRUNA)), 'after 30 days').toEqual([])
  })
})
