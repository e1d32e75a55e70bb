/**
 * Meta as its documents describe it: bodies of the Cloud API with coexistence, signed by the app's secret, and nine ways in which
 * they arrive otherwise. It shares no code with what reads them.
 */
import { createHmac } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

export const WABA = '102290129340398'
export const BUSINESS = '5531900001000'
export const APP_SECRET = 'segredo-do-app-da-meta'

/** A message as the two at both ends know it. */
export interface Said {
  readonly id: string
  /** Seconds since 1970. */
  readonly at: number
  /** By the business. */
  readonly isSent: boolean
  /** As WhatsApp writes it; null: only the name of the person comes. */
  readonly person: string | null
  readonly bsuid?: string
  readonly text?: string
  readonly type?: string
  readonly profile?: string
  readonly group?: string
}

export interface Changed {
  readonly id: string
  readonly at: number
  readonly original: Said
  /** null: revoked. */
  readonly text: string | null
}

type Json = Readonly<Record<string, unknown>>

const ends = ({ isSent, person, bsuid }: Said): Json => {
  const who = person === null ? {} : { [isSent ? 'to' : 'from']: person }
  const name = bsuid === undefined ? {} : { [isSent ? 'to_user_id' : 'from_user_id']: bsuid }
  return { ...(isSent ? { from: BUSINESS } : {}), ...who, ...name }
}

function contentOf({ type = 'text', text = '' }: Said): Json {
  if (type === 'text') return { type, text: { body: text } }
  if (type === 'image') return { type, image: { id: '1', mime_type: 'image/jpeg', caption: text } }
  return { type, [type]: { anything: true } }
}

const contactOf = ({ person, bsuid, profile = 'Perfil' }: Said): Json => ({
  profile: { name: profile },
  ...(person === null ? {} : { wa_id: person }),
  ...(bsuid === undefined ? {} : { user_id: bsuid }),
})

export class WhatsAppPeer {
  readonly #app: FastifyInstance
  readonly numberId: string
  secret = APP_SECRET
  constructor(app: FastifyInstance, numberId = '106540352242922') {
    this.#app = app
    this.numberId = numberId
  }

  body(field: string, value: Json, waba = WABA): Json {
    const metadata = { display_phone_number: BUSINESS, phone_number_id: this.numberId }
    return {
      object: 'whatsapp_business_account',
      entry: [
        { id: waba, changes: [{ field, value: { messaging_product: 'whatsapp', metadata, ...value } }] },
      ],
    }
  }

  #messages(isSent: boolean, said: Said, message: Json): Json {
    return isSent
      ? this.body('smb_message_echoes', { message_echoes: [message] })
      : this.body('messages', { contacts: [contactOf(said)], messages: [message] })
  }

  said(said: Said): Json {
    return this.#messages(said.isSent, said, {
      id: said.id,
      timestamp: String(said.at),
      ...ends(said),
      ...(said.group === undefined ? {} : { group_id: said.group }),
      ...contentOf(said),
    })
  }

  changed({ id, at, original, text }: Changed): Json {
    const original_message_id = original.id
    return this.#messages(original.isSent, original, {
      id,
      timestamp: String(at),
      ...ends(original),
      ...(text === null
        ? { type: 'revoke', revoke: { original_message_id } }
        : { type: 'edit', edit: { original_message_id, message: { type: 'text', text: { body: text } } } }),
    })
  }

  status(said: Said, status: string, at = said.at): Json {
    const recipient = said.person === null ? {} : { recipient_id: said.person }
    const name = said.bsuid === undefined ? {} : { recipient_user_id: said.bsuid }
    return this.body('messages', {
      statuses: [{ id: said.id, status, timestamp: String(at), ...recipient, ...name }],
    })
  }

  history(messages: readonly Said[]): Json {
    return this.body('history', {
      history: [
        {
          metadata: { phase: 0, chunk_order: 1, progress: 100 },
          threads: [
            { id: messages[0]?.person, messages: messages.map((one) => ({ id: one.id, ...contentOf(one) })) },
          ],
        },
      ],
    })
  }

  /** Of the account: without a number. */
  account(event: string): Json {
    return {
      object: 'whatsapp_business_account',
      entry: [
        {
          id: WABA,
          changes: [{ field: 'account_update', value: { phone_number: BUSINESS, event } }],
        },
      ],
    }
  }

  /** Sends exact bytes. Returns the status of the answer. */
  async sendBytes(bytes: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const answer = await this.#app.inject({
      method: 'POST',
      url: '/api/webhooks/whatsapp',
      headers: {
        'content-type': 'application/json',
        'x-hub-signature-256': `sha256=${createHmac('sha256', this.secret).update(bytes).digest('hex')}`,
        ...headers,
      },
      payload: bytes,
    })
    return answer.statusCode
  }

  send(body: Json): Promise<number> {
    return this.sendBytes(JSON.stringify(body))
  }

  verify(
    token: string,
    challenge = '1158201444',
  ): Promise<{ readonly status: number; readonly text: string }> {
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': token,
      'hub.challenge': challenge,
    })
    return this.#app
      .inject({ method: 'GET', url: `/api/webhooks/whatsapp?${query}` })
      .then(({ statusCode, body }) => ({ status: statusCode, text: body }))
  }
}
