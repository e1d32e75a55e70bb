/** A house that is connected to WhatsApp, and what tests do in it. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import { workThroughWhatsApp } from '../../../server/whatsapp/work.ts'
import { type TimelineEntry, timelineEntrySchema } from '../../../src/contract/timeline.ts'
import {
  strangersRoute,
  type WhatsApp,
  whatsAppRoute,
  whatsAppSchema,
} from '../../../src/contract/whatsapp.ts'
import type { OpenDatabase, TestStore } from './databases.ts'
import { emptied } from './emptied.ts'
import { inHouse } from './in-house.ts'
import { addClient, columnsOf, inviterOf } from './leads.ts'
import { ADMIN, addLead, BRUNA, INDICATOR } from './people.ts'
import type { Device, TestServer } from './server.ts'
import { APP_SECRET, WABA, WhatsAppPeer } from './whatsapp-peer.ts'

export const NUMBER_ID = '106540352242922'
export const HOUSE_NUMBER_ID = '106540352242999'

export const BODY = {
  waba_id: WABA,
  token: 'EAAG-token-de-acesso',
  app_secret: APP_SECRET,
  keeps_text: true,
  numbers: [
    { phone_number_id: NUMBER_ID, display_number: '+55 31 90000-1000', user_id: BRUNA },
    { phone_number_id: HOUSE_NUMBER_ID, display_number: '5531900002000', user_id: null },
  ],
}

export class WhatsAppHouse {
  readonly store: TestStore
  readonly server: TestServer
  readonly admin: Device
  readonly bruna: Device
  readonly peer: WhatsAppPeer
  constructor(given: Pick<WhatsAppHouse, 'store' | 'server' | 'admin' | 'bruna'>) {
    this.store = given.store
    this.server = given.server
    this.admin = given.admin
    this.bruna = given.bruna
    this.peer = new WhatsAppPeer(given.server.app)
  }

  now(): number {
    return this.server.context.now()
  }

  async connect(more: Partial<typeof BODY> = {}): Promise<WhatsApp> {
    const answer = await this.admin.call('PUT', '/whatsapp', { ...BODY, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return whatsAppSchema.parse(answer.body)
  }

  async connection(): Promise<WhatsApp | null> {
    return whatsAppRoute.answer.parse((await this.admin.call('GET', '/whatsapp')).body).data
  }

  /** A lead of Bruna's with this number, as it was typed. Created two hours ago, captured one hour ago. */
  async lead(
    cellphone: string,
    more: Parameters<typeof columnsOf>[0] = {},
  ): Promise<{ uid: string; id: number; client_uid: string }> {
    const client_uid = await addClient(this.store, { cellphone, phone: '' })
    return { ...(await this.leadOf(client_uid, more)), client_uid }
  }

  leadOf(
    client_uid: string,
    more: Parameters<typeof columnsOf>[0] = {},
  ): Promise<{ uid: string; id: number }> {
    const ago = (ms: number) => new Date(this.now() - ms).toISOString()
    return addLead(this.store, {
      inviter_id: INDICATOR,
      partner_id: 24,
      state: 2,
      status: 2,
      broker_id: BRUNA,
      create_lead_date: ago(7_200_000),
      capture_date: ago(3_600_000),
      ...columnsOf(more),
      client_uid,
    })
  }

  /** What the loop does in one look. An error of an event fails the test. */
  async work(): Promise<void> {
    await workThroughWhatsApp(this.server.context, (error) => {
      throw error
    })
  }

  async tell(...bodies: readonly object[]): Promise<void> {
    for (const body of bodies) expect(await this.peer.sendBytes(JSON.stringify(body))).toBe(200)
    await this.work()
  }

  row(uid: string) {
    return this.store.db
      .selectFrom('leads')
      .select(['contact_type', 'contact_date', 'first_call_date', 'first_call_on_time', 'status', 'version'])
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow()
  }

  /** The earliest first. */
  async timeline(id: number): Promise<TimelineEntry[]> {
    const { body } = await this.admin.call('GET', `/leads/${id}/timeline`)
    const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : []
    return timelineEntrySchema.array().parse(data).toReversed()
  }

  async messages(id: number): Promise<unknown[]> {
    const entries = (await this.timeline(id)).filter(({ command }) => command.startsWith('whatsapp.'))
    return entries.map(({ command, user, occurred_at, changes }) => ({
      command,
      user: user?.id ?? null,
      at: new Date(occurred_at).toISOString(),
      entry: changes.whatsapp_message?.after,
    }))
  }

  async strangers(device: Device = this.admin) {
    return strangersRoute.answer.parse((await device.call('GET', '/whatsapp/strangers')).body).data
  }

  async events(): Promise<{ state: string; payload: unknown }[]> {
    const { rows } = await sql<{ state: string; payload: unknown }>`
      select state, payload from whatsapp_events order by id`.execute(this.store.db)
    return rows
  }
}

export function inWhatsAppHouse(open: OpenDatabase, ready: (house: WhatsAppHouse) => void): void {
  let house: WhatsAppHouse
  inHouse(
    open,
    async ({ store, server }) => {
      await inviterOf(store)
      const admin = await server.confirmedDevice(ADMIN)
      house = new WhatsAppHouse({ store, server, admin, bruna: await server.device(BRUNA) })
      ready(house)
    },
    { DEVICE_KEYS_KEY: randomBytes(32).toString('base64') },
  )
  beforeEach(async () => {
    await emptied(
      house.store,
      ['whatsapp_connection', 'whatsapp_numbers', 'whatsapp_events', 'whatsapp_people'],
      'continue',
    )
    house.peer.secret = APP_SECRET
    await house.connect()
  })
}
