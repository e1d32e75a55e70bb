/** The two calls that Meta makes: the challenge, and signed events. docs/rules.md#whatsapp */
import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeDatabase } from '../support/databases.ts'
import { inWhatsAppHouse, type WhatsAppHouse } from '../support/whatsapp-house.ts'
import { APP_SECRET, type Said, WhatsAppPeer } from '../support/whatsapp-peer.ts'

describeDatabase('the webhook of WhatsApp', (open) => {
  let house: WhatsAppHouse
  inWhatsAppHouse(open, (made) => {
    house = made
  })
  let count = 0
  const said = (): Said => ({
    id: `wamid.w${++count}`,
    at: Math.floor(house.now() / 1000) - 60,
    isSent: false,
    person: '5531987654321',
    text: 'Oi',
  })

  test('the challenge comes back for the right token alone, and the screen knows since when', async () => {
    const { verify_token, verified_at } = await house.connect()
    expect(verified_at).toBeNull()
    expect(await house.peer.verify('outro-código')).toMatchObject({ status: 403 })
    expect(await house.peer.verify(verify_token)).toEqual({ status: 200, text: '1158201444' })
    expect((await house.peer.verify(verify_token, '<script>')).status).toBe(400)
    expect((await house.connection())?.verified_at).not.toBeNull()
  })

  test('a signed body is stored before it is answered, and once', async () => {
    const body = house.peer.said(said())
    expect(await house.peer.send(body)).toBe(200)
    expect(await house.peer.send(body)).toBe(200)
    expect(await house.events()).toMatchObject([{ state: 'waiting' }])
  })

  test('a wrong signature, none, one of other bytes: 401, and nothing is stored', async () => {
    const bytes = JSON.stringify(house.peer.said(said()))
    const ofOthers = createHmac('sha256', APP_SECRET).update(`${bytes} `).digest('hex')
    const wrong = [
      { 'x-hub-signature-256': `sha256=${ofOthers}` },
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': `sha1=${ofOthers.slice(0, 40)}` },
      { 'x-hub-signature-256': 'sha256=zz' },
    ]
    for (const headers of wrong) expect(await house.peer.sendBytes(bytes, headers)).toBe(401)
    // Cut on its way: the signature is of other bytes.
    const signature = `sha256=${createHmac('sha256', APP_SECRET).update(bytes).digest('hex')}`
    expect(await house.peer.sendBytes(bytes.slice(0, -9), { 'x-hub-signature-256': signature })).toBe(401)
    expect(await house.events()).toEqual([])
    expect((await house.connection())?.last_problem).toContain('assinatura errada')
  })

  test('what is too big is refused, also where it is signed', async () => {
    expect(await house.peer.sendBytes(JSON.stringify({ object: 'x'.repeat(3_200_000) }))).toBe(413)
    expect(await house.events()).toEqual([])
  })

  test('a signed body that is nothing of WhatsApp is taken and noted, so that Meta does not send it for days', async () => {
    for (const body of [
      {},
      { object: 'page', entry: [] },
      { object: 'whatsapp_business_account', entry: [1] },
    ])
      expect(await house.peer.send(body)).toBe(200)
    expect((await house.connection())?.last_problem).toContain('não entende')
    expect(await house.events()).toEqual([])
  })

  test('a message that can not be read takes no other of its body along', async () => {
    const good = said()
    const body = house.peer.body('messages', {
      messages: [
        { id: 7 },
        {
          id: good.id,
          timestamp: String(good.at),
          from: good.person,
          type: 'text',
          text: { body: 'a\u0000b\ud800' },
        },
      ],
    })
    expect(await house.peer.send(body)).toBe(200)
    await house.work()
    expect(await house.events()).toMatchObject([{ state: 'done' }])
    expect((await house.connection())?.last_problem).toContain('não entende')
  })

  test('another account and another number are noted, and leave nothing', async () => {
    expect(await house.peer.send(house.peer.body('messages', {}, '999999'))).toBe(200)
    expect((await house.connection())?.last_problem).toContain('outra conta')
    const stranger = new WhatsAppPeer(house.server.app, '5555555555')
    expect(await stranger.send(stranger.said(said()))).toBe(200)
    expect((await house.connection())?.last_problem).toContain('não está na lista')
    expect(await house.events()).toEqual([])
  })

  test('what Meta tells of the account is on the screen; a partner that was removed ends the connection', async () => {
    await house.peer.send(house.peer.account('ACCOUNT_RESTRICTION'))
    expect(await house.connection()).toMatchObject({
      state: 'on',
      last_problem: 'A Meta restringiu a conta do WhatsApp.',
    })
    await house.peer.send(house.peer.account('PARTNER_REMOVED'))
    expect(await house.connection()).toMatchObject({ state: 'removed' })
    // Saved again, it is on again.
    expect(await house.connect()).toMatchObject({ state: 'on', last_problem: null })
  })

  test('without a connection nothing is taken, and no code is right', async () => {
    const { verify_token } = await house.connect()
    expect((await house.admin.call('DELETE', '/whatsapp')).status).toBe(200)
    expect(await house.peer.send(house.peer.said(said()))).toBe(404)
    expect(await house.peer.verify(verify_token)).toMatchObject({ status: 403 })
    expect(await house.connection()).toBeNull()
  })
})
