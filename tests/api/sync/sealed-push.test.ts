/** A push that a device sealed while it was open, sent while it is locked. docs/sync-protocol.md#sealed-push */
import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { deviceSecrets } from '../../../server/device-keys/secrets.ts'
import type { SealedContent } from '../../../src/contract/sealed-push.ts'
import { pushResponseSchema } from '../../../src/contract/sync.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { sealPush } from '../../../src/sync/sealed-push.ts'
import { describeDatabase, type TestStore } from '../support/databases.ts'
import { inHouse } from '../support/in-house.ts'
import { addLead, BRUNA } from '../support/people.ts'
import { aCommand, type Device, type TestServer } from '../support/server.ts'

describeDatabase('the sealed push', (open) => {
  let store: TestStore
  let server: TestServer
  let bruna: Device
  let content: SealedContent
  inHouse(open, (opened) => {
    ;({ store, server } = opened)
  })
  beforeEach(async () => {
    bruna = await server.device(BRUNA)
    const { uid } = await addLead(store)
    content = {
      token: bruna.token,
      sealed_at: new Date(server.context.now()).toISOString(),
      push: {
        device_id: 'device-of-the-test',
        app_version: '1.0.0',
        commands: [aCommand({ command: 'lead.capture', args: { lead_uid: uid } })],
      },
    }
  })

  const serverKey = () => server.context.deviceSecrets?.pushes.publicKey ?? ''
  const seal = (more: Partial<SealedContent> = {}, key = serverKey()) =>
    sealPush({ ...content, ...more }, key)
  /** Its sender is not signed in. */
  const send = (sealed: string) => bruna.call('POST', '/sync/sealed', { sealed }, { authorization: '' })
  const outcomes = (body: unknown) => pushResponseSchema.parse(body).results.map(({ outcome }) => outcome)
  const captured = async () =>
    (await store.db.selectFrom('leads').select('broker_id').execute()).map(({ broker_id }) => broker_id)

  test('is carried out as the user’s own push, and once, however often it is sent', async () => {
    const sealed = await seal()
    const first = await send(sealed)
    expect(first.status, JSON.stringify(first.body)).toBe(200)
    expect(outcomes(first.body)).toEqual(['applied'])
    expect(await captured()).toEqual([BRUNA])
    const again = await send(sealed)
    expect(pushResponseSchema.parse(again.body).results).toEqual(pushResponseSchema.parse(first.body).results)
    // The unlocked device learns the same answer under the same key.
    expect(await bruna.push(...content.push.commands)).toEqual(pushResponseSchema.parse(first.body).results)
  })

  test('tells neither token nor commands', async () => {
    const text = Buffer.from(await seal(), 'base64url').toString('latin1')
    expect(text).not.toContain(bruna.token)
    expect(text).not.toContain('lead.capture')
    expect(await seal()).not.toBe(await seal())
  })

  test('opens for this server alone, and only as it was sealed', async () => {
    const other = deviceSecrets(randomBytes(32)).pushes.publicKey
    const sealed = Buffer.from(await seal(), 'base64url')
    const changed = (at: number) => {
      const bytes = Buffer.from(sealed)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      return bytes.toString('base64url')
    }
    const wrong = [
      await seal({}, other),
      ...[0, 1, 40, 60, sealed.length - 1].map(changed),
      sealed.subarray(0, 40).toString('base64url'),
      // A key of the sender that makes the shared secret zero.
      Buffer.concat([Buffer.from([1]), Buffer.alloc(32), sealed.subarray(33)]).toString('base64url'),
      '',
    ]
    for (const text of wrong)
      expect(await send(text)).toMatchObject({ status: 400, body: { code: 'invalid' } })
    expect(await captured()).toEqual([null])
  })

  test('lives seven days, and not longer by a date in the future', async () => {
    const at = (days: number) => new Date(server.context.now() + days * DAY_MS).toISOString()
    expect((await send(await seal({ sealed_at: at(-6.9) }))).status).toBe(200)
    for (const days of [-7.1, 2])
      expect(await send(await seal({ sealed_at: at(days) }))).toMatchObject({
        status: 422,
        body: { errors: { sealed: [expect.stringContaining('7 dias')] } },
      })
  })

  test('has the rights of its token, which an ended session takes away', async () => {
    expect((await send(await seal({ token: 'nenhum' }))).status).toBe(401)
    const sealed = await seal()
    await bruna.call('POST', '/logout')
    expect(await send(sealed)).toMatchObject({ status: 401, body: { code: 'session', revoked: true } })
    expect(await captured()).toEqual([null])
  })

  test('holds a push and nothing else', async () => {
    const { push: _, ...rest } = content
    const sealed = await sealPush(
      Object.assign(rest, { push: { ...content.push, commands: [] } }),
      serverKey(),
    )
    expect(outcomes((await send(sealed)).body)).toEqual([])
    const foreign = await sealPush({ ...content, token: '' }, serverKey())
    expect((await send(foreign)).status).toBe(400)
  })
})
