/** Who wrote without a lead, and what becomes of messages when clients merge, move or are erased. docs/rules.md#whatsapp-strangers */
import { expect, test } from 'vitest'
import { pruneWhatsApp } from '../../../server/whatsapp/strangers.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { describeDatabase } from '../support/databases.ts'
import { addClient } from '../support/leads.ts'
import { BRUNA, DAVI } from '../support/people.ts'
import { HOUSE_NUMBER_ID, inWhatsAppHouse, type WhatsAppHouse } from '../support/whatsapp-house.ts'
import { type Said, WhatsAppPeer } from '../support/whatsapp-peer.ts'

describeDatabase('people of WhatsApp', (open) => {
  let house: WhatsAppHouse
  inWhatsAppHouse(open, (made) => {
    house = made
  })
  let count = 0
  const said = (more: Partial<Said> = {}): Said => ({
    id: `wamid.s${++count}`,
    at: Math.floor(house.now() / 1000) - 60,
    isSent: false,
    person: '5531955556666',
    text: 'Quero um seguro',
    profile: 'Carla',
    ...more,
  })

  test('an unknown number is a conversation without a lead, for its owner and management', async () => {
    await house.tell(house.peer.said(said()), house.peer.said(said()))
    const [one] = await house.strangers(house.bruna)
    expect(one).toMatchObject({
      number: '31955556666',
      name: 'Carla',
      messages: 2,
      own_number: '5531900001000',
      owner: { id: BRUNA },
    })
    const davi = await house.server.device(DAVI)
    expect(await house.strangers(davi)).toEqual([])
    expect((await davi.call('PUT', `/whatsapp/strangers/${one?.id}/ignored`)).status).toBe(404)
    expect(await house.strangers()).toHaveLength(1)
    // What the broker writes to somebody is nobody's business.
    await house.tell(house.peer.said(said({ isSent: true, person: '5531944443333' })))
    expect(await house.strangers()).toHaveLength(1)
    expect(
      JSON.stringify(await house.store.db.selectFrom('whatsapp_strangers').selectAll().execute()),
    ).not.toContain('Quero')
  })

  test('ignored, it is gone, also when the person writes again', async () => {
    await house.tell(house.peer.said(said()))
    const [one] = await house.strangers()
    for (const _ of [1, 2])
      expect((await house.bruna.call('PUT', `/whatsapp/strangers/${one?.id}/ignored`)).status).toBe(200)
    await house.tell(house.peer.said(said()))
    expect(await house.strangers()).toEqual([])
  })

  test("a client's number is no stranger's: without an open lead nothing is written, and a new client leaves the list", async () => {
    const lead = await house.lead('31955556666', { state: 3, status: 6, sold: 1 })
    await house.tell(house.peer.said(said()))
    expect(await house.strangers()).toEqual([])
    expect(await house.messages(lead.id)).toEqual([])
    await house.tell(house.peer.said(said({ person: '5531966667777' })))
    expect(await house.strangers()).toHaveLength(1)
    await addClient(house.store, { cellphone: '31966667777', phone: '' })
    expect(await house.strangers()).toEqual([])
  })

  test('after 90 days a conversation is forgotten; done events go after 30', async () => {
    const at = Math.floor((house.now() - 91 * DAY_MS) / 1000)
    await house.tell(house.peer.said(said({ at })), house.peer.said(said({ person: '5531966667777' })))
    await pruneWhatsApp(house.server.context)
    const left = await house.store.db.selectFrom('whatsapp_strangers').select('number').execute()
    expect(left).toEqual([{ number: '31966667777' }])
    expect(await house.events()).toHaveLength(2)
    const now = () => house.now() + 31 * DAY_MS
    await pruneWhatsApp({ store: house.store, now })
    expect(await house.events()).toEqual([])
  })

  test('entries follow a transfer, and the new broker makes no contact by what the former one wrote', async () => {
    const lead = await house.lead('31955556666')
    await house.store.db.updateTable('leads').set({ broker_id: DAVI }).where('uid', '=', lead.uid).execute()
    await house.tell(house.peer.said(said({ isSent: true })))
    expect(await house.messages(lead.id)).toHaveLength(1)
    expect(await house.row(lead.uid)).toMatchObject({ contact_type: null })
    // By the house's number it is the present broker's.
    const ofHouse = new WhatsAppPeer(house.server.app, HOUSE_NUMBER_ID)
    await house.tell(ofHouse.said(said({ isSent: true })))
    expect(await house.row(lead.uid)).toMatchObject({ contact_type: 4 })
  })

  test('of an erased client nothing is left, no later change brings a text back, and the number is a stranger’s', async () => {
    const lead = await house.lead('31955556666')
    const message = said({ text: 'meu endereço é segredo' })
    await house.tell(
      house.peer.said(message),
      house.peer.said(said({ person: '5531966667777', profile: 'Outra' })),
    )
    const { id } = await house.store.db
      .selectFrom('clients')
      .select('id')
      .where('uid', '=', lead.client_uid)
      .executeTakeFirstOrThrow()
    const erased = await house.admin.call('DELETE', `/clients/${id}/personal-data`)
    expect(erased.status, JSON.stringify(erased.body)).toBe(200)
    await house.tell(
      house.peer.changed({
        id: 'wamid.late',
        at: message.at + 5,
        original: message,
        text: 'segredo outra vez',
      }),
    )
    const entries = JSON.stringify(await house.timeline(lead.id))
    expect(entries).toContain('whatsapp.received')
    expect(entries).not.toContain('segredo')
    await house.tell(house.peer.said(said()))
    expect((await house.strangers()).map(({ number }) => number)).toEqual(['31955556666', '31966667777'])
    expect(await house.messages(lead.id)).toHaveLength(1)
  })
})
