/** A house whose messages go to a service of tests. docs/rules.md#messages-sent */
import { afterAll, beforeEach } from 'vitest'
import { storedWhatsApp } from '../../../server/device-keys/whatsapp-secrets.ts'
import { sendMessages } from '../../../server/whatsapp/sending.ts'
import type { OpenDatabase, TestStore } from './databases.ts'
import { type GraphPeer, startGraphPeer } from './graph-peer.ts'
import { inHouse } from './in-house.ts'
import { addLead, BRUNA, hoursAgo, workedBy } from './people.ts'
import { type Device, type GivenCommand, startServer, type TestServer } from './server.ts'

export const PHONE = '11987654321'
export const TOKEN = 'EAAtoken'

const failing = (error: unknown): never => {
  throw error
}

export class SendingHouse {
  readonly store: TestStore
  readonly server: TestServer
  readonly bruna: Device
  readonly peer: GraphPeer
  readonly template: number
  constructor(given: Pick<SendingHouse, 'store' | 'server' | 'bruna' | 'peer' | 'template'>) {
    this.store = given.store
    this.server = given.server
    this.bruna = given.bruna
    this.peer = given.peer
    this.template = given.template
  }

  /** With one number, the house's. */
  async connect(): Promise<void> {
    const { store, server } = this
    await store.db.deleteFrom('whatsapp_numbers').execute()
    await store.db.deleteFrom('whatsapp_connection').execute()
    await store.db
      .insertInto('whatsapp_connection')
      .values({
        waba_id: '1',
        token: storedWhatsApp(server.context, TOKEN, 'token'),
        app_secret: storedWhatsApp(server.context, 'segredo', 'app_secret'),
        verify_token: 'v',
        state_since: hoursAgo(1),
      })
      .execute()
    await store.db
      .insertInto('whatsapp_numbers')
      .values({ phone_number_id: '777', display_number: '5531999990000' })
      .execute()
  }

  /** A lead of Bruna's with the number. */
  async attended(): Promise<string> {
    const { uid } = await addLead(this.store, workedBy(BRUNA))
    await this.store.db
      .updateTable('clients')
      .set({ cellphone: PHONE, name: 'ANA MARTINS' })
      .where('uid', '=', await this.clientOf(uid))
      .execute()
    return uid
  }

  async clientOf(uid: string): Promise<string> {
    return (await this.leadOf(uid)).client_uid
  }

  message(lead_uid: string, more: object = {}): GivenCommand {
    const values = { primeiro_nome: 'Ana', corretor: 'Bruna' }
    return {
      command: 'lead.sendMessage',
      occurred_at: new Date(this.server.context.now()).toISOString(),
      args: {
        lead_uid,
        message_uid: crypto.randomUUID(),
        phone: PHONE,
        message: { kind: 'template', template_id: this.template, values },
        suggestion_uid: null,
        ...more,
      },
    }
  }

  look(timeoutMs = 5000, warn: (error: unknown) => void = failing): Promise<void> {
    return sendMessages(this.server.context, new AbortController().signal, { timeoutMs, warn })
  }

  sendings(uid: string) {
    return this.store.db
      .selectFrom('message_sendings')
      .select(['uid', 'state', 'problem', 'phone', 'message', 'tries', 'message_hash'])
      .where('lead_uid', '=', uid)
      .execute()
  }

  leadOf(uid: string) {
    return this.store.db.selectFrom('leads').selectAll().where('uid', '=', uid).executeTakeFirstOrThrow()
  }

  history(uid: string) {
    return this.store.db
      .selectFrom('timeline')
      .select(['command', 'changes'])
      .where('lead_uid', '=', uid)
      .orderBy('id')
      .execute()
  }
}

export function inSendingHouse(open: OpenDatabase, ready: (house: SendingHouse) => void): void {
  let house: SendingHouse
  inHouse(open, async ({ store }) => {
    const peer = await startGraphPeer()
    const server = await startServer(store, { WHATSAPP_GRAPH_URL: peer.url })
    const made = store.db.insertInto('message_templates').values({
      name: 'Aprovado',
      purpose: 'renewal',
      body: 'Olá, {primeiro_nome}! Aqui é {corretor}. Tudo bem, {primeiro_nome}?',
      meta_name: 'aprovado',
      meta_language: 'pt_BR',
    })
    const template = (await made.returning('id').executeTakeFirstOrThrow()).id
    house = new SendingHouse({ store, server, bruna: await server.device(BRUNA), peer, template })
    ready(house)
  })
  afterAll(async () => {
    await house.server.stop()
    await house.peer.stop()
  })
  beforeEach(async () => {
    house.peer.reset()
    await house.connect()
  })
}
