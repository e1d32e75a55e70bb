/** What comes in by WhatsApp: whose it is, what it writes, and what it does not. docs/rules.md#whatsapp */
import { expect, test } from 'vitest'
import { wholeMinute } from '../../../src/domain/time/sao-paulo.ts'
import { describeDatabase } from '../support/databases.ts'
import { addClient } from '../support/leads.ts'
import { BRUNA, DAVI } from '../support/people.ts'
import { HOUSE_NUMBER_ID, inWhatsAppHouse, type WhatsAppHouse } from '../support/whatsapp-house.ts'
import { type Said, WhatsAppPeer } from '../support/whatsapp-peer.ts'

describeDatabase('messages of WhatsApp', (open) => {
  let house: WhatsAppHouse
  inWhatsAppHouse(open, (made) => {
    house = made
  })
  let count = 0
  const seconds = (agoS: number) => Math.floor(house.now() / 1000) - agoS
  const said = (more: Partial<Said> & { readonly agoS?: number } = {}): Said => {
    const { agoS = 600, ...given } = more
    return {
      id: `wamid.${++count}`,
      at: seconds(agoS),
      isSent: true,
      person: '553187654321',
      text: 'Bom dia, é da corretora',
      ...given,
    }
  }
  const iso = (at: number) => new Date(at * 1000).toISOString()

  test("the broker's message is the first contact: type, minute, conversation, entry with its text", async () => {
    const lead = await house.lead('31987654321')
    const message = said()
    await house.tell(house.peer.said(message))
    expect(await house.row(lead.uid)).toMatchObject({
      contact_type: 4,
      contact_date: wholeMinute(iso(message.at)),
      first_call_date: iso(message.at),
      first_call_on_time: 1,
      status: 2,
    })
    expect(await house.messages(lead.id)).toEqual([
      {
        command: 'whatsapp.sent',
        user: BRUNA,
        at: iso(message.at),
        entry: { kind: 'text', text: message.text, edited: false, revoked: false, failed: false },
      },
    ])
    const commands = (await house.timeline(lead.id)).map(({ command, user }) => [command, user?.id])
    expect(commands).toEqual([
      ['whatsapp.sent', BRUNA],
      ['lead.recordCall', BRUNA],
      ['lead.noteContact', BRUNA],
    ])
    expect(await house.events()).toEqual([{ state: 'done', payload: null }])
  })

  test('devices get the entry with their next pull', async () => {
    const lead = await house.lead('31987654321')
    const first = await house.bruna.pull()
    await house.tell(house.peer.said(said({ isSent: false, text: 'Oi' })))
    const next = await house.bruna.pull(first.cursor)
    expect(next.rows.leads.map(({ uid }) => uid)).toEqual([lead.uid])
    expect(JSON.stringify(next)).toContain('whatsapp.received')
  })

  test('a message of the client is an entry and no contact', async () => {
    const lead = await house.lead('31987654321')
    await house.tell(house.peer.said(said({ isSent: false })))
    expect(await house.row(lead.uid)).toMatchObject({ contact_type: null, first_call_date: null })
    expect(await house.messages(lead.id)).toMatchObject([{ command: 'whatsapp.received', user: null }])
  })

  test('a client that writes SAIR, with or without the setting, gets the mark; a sentence with the word sets none', async () => {
    await house.connect({ keeps_text: false })
    const lead = await house.lead('31987654321')
    const mark = async () =>
      (
        await house.store.db
          .selectFrom('clients')
          .select('no_messages_since')
          .where('uid', '=', lead.client_uid)
          .executeTakeFirstOrThrow()
      ).no_messages_since
    await house.tell(house.peer.said(said({ isSent: false, text: 'Vou sair agora, ligo depois' })))
    await house.tell(house.peer.said(said({ text: 'SAIR' })))
    expect(await mark()).toBeNull()
    await house.tell(house.peer.said(said({ isSent: false, text: ' Sair. ' })))
    expect(await mark()).not.toBeNull()
    expect((await house.timeline(lead.id)).map(({ command }) => command)).toContain('client.optOut')
    // It was said ten minutes ago, and heard now.
    const entry = house.store.db
      .selectFrom('timeline')
      .select(['occurred_at', 'received_at'])
      .where('lead_uid', '=', lead.uid)
      .where('command', '=', 'client.optOut')
    const { occurred_at, received_at } = await entry.executeTakeFirstOrThrow()
    const heardAfterMs = new Date(received_at).getTime() - new Date(occurred_at).getTime()
    expect(Math.round(heardAfterMs / 60_000)).toBe(10)
  })

  test.each([
    '+55 (31) 98765-4321',
    '(31) 8765-4321',
    '031 98765 4321',
  ])('SAIR of a client whose number is stored as %s is heard', async (stored) => {
    const lead = await house.lead(stored)
    await house.tell(house.peer.said(said({ isSent: false, text: 'SAIR' })))
    const client = house.store.db.selectFrom('clients').select('no_messages_since')
    const { no_messages_since } = await client.where('uid', '=', lead.client_uid).executeTakeFirstOrThrow()
    expect(no_messages_since).not.toBeNull()
  })

  test('without the setting no text is stored anywhere, not even until its turn', async () => {
    await house.connect({ keeps_text: false })
    const lead = await house.lead('31987654321')
    await house.peer.send(house.peer.said(said({ text: 'conteúdo sigiloso' })))
    expect(JSON.stringify(await house.events())).not.toContain('sigiloso')
    await house.work()
    expect(await house.messages(lead.id)).toMatchObject([{ entry: { kind: 'text', text: null } }])
  })

  test('a number is found with and without the ninth digit, in any form; another one is not', async () => {
    const withNinth = await house.lead('(31) 98765-4321')
    await house.tell(house.peer.said(said({ person: '553187654321' })))
    await house.tell(house.peer.said(said({ person: '5531987654321' })))
    expect(await house.messages(withNinth.id)).toHaveLength(2)
    // A landline of the same last digits is somebody else's.
    const landline = await house.lead('3133334444')
    await house.tell(house.peer.said(said({ person: '5531933334444' })))
    expect(await house.messages(landline.id)).toEqual([])
    await house.tell(house.peer.said(said({ person: '553133334444' })))
    expect(await house.messages(landline.id)).toHaveLength(1)
  })

  test("of several open leads it is the newest of the number's owner; a house's number takes the newest", async () => {
    const client = await addClient(house.store, { cellphone: '31987654321', phone: '' })
    const at = (hours: number) => new Date(house.now() - hours * 3_600_000).toISOString()
    const own = await house.leadOf(client, { create_lead_date: at(50), insurance_id: 1 })
    const others = await house.leadOf(client, { create_lead_date: at(2), broker_id: DAVI, insurance_id: 2 })
    await house.leadOf(client, { create_lead_date: at(1), state: 3, status: 6, sold: 1 })
    await house.tell(house.peer.said(said()))
    expect(await house.messages(own.id)).toHaveLength(1)
    const ofHouse = new WhatsAppPeer(house.server.app, HOUSE_NUMBER_ID)
    await house.tell(ofHouse.said(said()))
    expect(await house.messages(others.id)).toMatchObject([{ command: 'whatsapp.sent', user: null }])
    // By the house's number the lead's own broker has made the contact.
    expect(await house.row(others.uid)).toMatchObject({ contact_type: 4 })
  })

  test("a message by another broker's number, to a lead in Origem, or before the lead is an entry alone", async () => {
    const others = await house.lead('31987654321', { broker_id: DAVI })
    const origin = await house.lead('31911112222', {
      state: 1,
      status: 1,
      broker_id: null,
      capture_date: null,
    })
    const young = await house.lead('31922223333')
    await house.tell(
      house.peer.said(said({ person: '5531987654321' })),
      house.peer.said(said({ person: '5531911112222' })),
      house.peer.said(said({ person: '5531922223333', agoS: 8000 })),
    )
    for (const { uid, id } of [others, origin, young]) {
      expect(await house.messages(id)).toHaveLength(1)
      expect(await house.row(uid)).toMatchObject({ contact_type: null, first_call_date: null })
    }
  })

  test('groups, foreign numbers, reactions, address books and histories write nothing', async () => {
    const lead = await house.lead('31987654321')
    await house.tell(
      house.peer.said(said({ group: '120363' })),
      house.peer.said(said({ person: '16505551234', isSent: false })),
      house.peer.said(said({ type: 'reaction' })),
      house.peer.body('smb_app_state_sync', {
        state_sync: [{ type: 'contact', contact: { full_name: 'X' } }],
      }),
      house.peer.history([said(), said(), said()]),
    )
    expect(await house.messages(lead.id)).toEqual([])
    expect(await house.row(lead.uid)).toMatchObject({ contact_type: null })
    expect(await house.strangers()).toEqual([])
    expect(await house.connection()).toMatchObject({ history_ignored: 3, last_problem: null })
  })

  test('a person without a number is known by the pairing that came before', async () => {
    const lead = await house.lead('31987654321')
    const bsuid = 'BR.13491208655302741918'
    await house.tell(house.peer.said(said({ isSent: false, person: null, bsuid, profile: 'Zé' })))
    expect(await house.messages(lead.id)).toEqual([])
    expect(await house.strangers()).toMatchObject([{ number: null, name: 'Zé', messages: 1 }])
    await house.tell(house.peer.said(said({ isSent: false, bsuid })))
    await house.tell(house.peer.said(said({ isSent: true, person: null, bsuid })))
    expect(await house.messages(lead.id)).toHaveLength(2)
    expect(await house.row(lead.uid)).toMatchObject({ contact_type: 4 })
  })

  test('edited, revoked and not delivered messages say so; a revoked one has no text', async () => {
    const lead = await house.lead('31987654321')
    const [one, two] = [said({ text: 'Valor: 100' }), said({ text: 'Segredo', type: 'image' })]
    await house.tell(
      house.peer.said(one),
      house.peer.said(two),
      house.peer.changed({ id: 'wamid.e1', at: one.at + 60, original: one, text: 'Valor: 200' }),
      house.peer.changed({ id: 'wamid.r1', at: two.at + 60, original: two, text: null }),
      house.peer.status(one, 'delivered'),
      house.peer.status(one, 'failed'),
    )
    expect(await house.messages(lead.id)).toMatchObject([
      { entry: { text: 'Valor: 200', edited: true, revoked: false, failed: true } },
      { entry: { kind: 'image', text: null, revoked: true } },
    ])
    expect(JSON.stringify(await house.timeline(lead.id))).not.toContain('Segredo')
  })

  test('a message that was sent earlier and came later takes the contact over', async () => {
    const lead = await house.lead('31987654321')
    const [first, second] = [said({ agoS: 1200 }), said({ agoS: 300 })]
    await house.tell(house.peer.said(second))
    await house.tell(house.peer.said(first))
    expect(await house.row(lead.uid)).toMatchObject({
      contact_date: wholeMinute(iso(first.at)),
      first_call_date: iso(first.at),
    })
    const calls = await house.store.db.selectFrom('calls').select(['date', 'way']).execute()
    expect(calls).toEqual([{ date: iso(first.at), way: 'whatsapp' }])
    // What a person typed stays.
    await house.store.db.updateTable('leads').set({ contact_type: 1 }).execute()
    await house.tell(house.peer.said(said({ agoS: 2400 })))
    expect((await house.row(lead.uid)).contact_date).toBe(wholeMinute(iso(first.at)))
  })

  test('a call that waited on a device since the same minute: one contact, and nothing is lost', async () => {
    const lead = await house.lead('31987654321')
    const message = said({ agoS: 600 })
    await house.tell(house.peer.said(message))
    const occurred_at = iso(message.at - 20)
    const results = await house.bruna.push(
      {
        command: 'lead.recordCall',
        args: { lead_uid: lead.uid, phone: '31987654321', call_uid: crypto.randomUUID(), way: 'device' },
        base: { first_call_date: null, first_call_on_time: null },
        occurred_at,
      },
      {
        command: 'lead.recordCall',
        args: { lead_uid: lead.uid, phone: '31987654321', call_uid: crypto.randomUUID(), way: 'whatsapp' },
        base: { first_call_date: null, first_call_on_time: null },
        occurred_at,
      },
      {
        command: 'lead.noteContact',
        args: { lead_uid: lead.uid, contact_type: 1, contact_date: wholeMinute(occurred_at) },
        base: { contact_type: null, contact_date: null },
        occurred_at,
      },
    )
    expect(results.map(({ outcome }) => outcome)).toEqual(['applied', 'applied', 'applied'])
    const calls = await house.store.db.selectFrom('calls').select('way').orderBy('id').execute()
    // The call by telephone is another one; the tap on WhatsApp is the conversation that the message has recorded.
    expect(calls.map(({ way }) => way)).toEqual(['whatsapp', 'device'])
    expect(await house.row(lead.uid)).toMatchObject({ contact_type: 4, first_call_date: iso(message.at) })
  })
})
