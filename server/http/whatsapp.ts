/** The connection to WhatsApp, and what Meta sends. docs/rules.md#whatsapp */
import { Readable } from 'node:stream'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import {
  endWhatsAppRoute,
  ignoreStrangerRoute,
  receiveWebhookRoute,
  saveWhatsAppRoute,
  strangersRoute,
  verifyWebhookRoute,
  whatsAppRoute,
} from '../../src/contract/whatsapp.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/time/durations.ts'
import { isSameSecret } from '../base/same-secret.ts'
import type { AppContext } from '../context/app-context.ts'
import { originOf } from '../context/origin.ts'
import { forbidden, notFound } from '../context/refusal.ts'
import { receive, refusalOf } from '../whatsapp/receive.ts'
import { endWhatsApp, readWhatsApp, saveWhatsApp } from '../whatsapp/settings.ts'
import { ignoreStranger, readStrangers } from '../whatsapp/strangers.ts'
import { HttpError } from '../wire/errors.ts'
import { limiter, useLimits } from '../wire/limits.ts'
import { serve } from '../wire/serve.ts'

/** Meta's own limit of a body. */
const BODY_LIMIT = 3 * 1024 * 1024
const SIGNATURE = 'x-hub-signature-256'
const WRONG = 'A assinatura não confere.'
const TOO_BIG = 'O pedido é grande demais.'

const LIMITS = {
  /** Of one network, signed or not: more than Meta sends for a busy house. */
  received: { name: 'whatsapp-received', max: 3000, windowMs: MINUTE_MS },
  /** Of one network, with wrong signatures or tokens. Right ones are not held up by them. */
  missed: { name: 'whatsapp-missed', max: 60, windowMs: HOUR_MS },
} as const

/** Throws HttpError 413 as soon as there is more. */
async function bytesOf(payload: AsyncIterable<unknown>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of payload) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    length += bytes.length
    if (length > BODY_LIMIT) throw new HttpError(413, 'invalid', TOO_BIG)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

export function whatsAppRoutes(context: AppContext): FastifyPluginAsync {
  const { db } = context.store

  return async (app) => {
    await useLimits(app, context)
    const received = limiter(app, context, LIMITS.received)
    const missed = limiter(app, context, LIMITS.missed)

    serve(app, whatsAppRoute, async ({ request }) => ({
      data: await readWhatsApp(db),
      callback_url: `${originOf(context, request)}/api${receiveWebhookRoute.path}`,
    }))

    serve(app, saveWhatsAppRoute, async ({ body, request }) =>
      db.transaction().execute((tx) => saveWhatsApp(tx, context, { user: request.session.user, body })),
    )

    serve(app, endWhatsAppRoute, async ({ request }) => {
      await db.transaction().execute((tx) => endWhatsApp(tx, request.session.user))
      return { message: 'WhatsApp desconectado' }
    })

    serve(app, strangersRoute, async ({ request }) => ({
      data: await readStrangers(db, request.session.user, context.now()),
    }))

    serve(app, ignoreStrangerRoute, async ({ params: { id }, request }) => {
      if (!(await ignoreStranger(context, request.session.user, id))) throw notFound()
      return { message: 'Conversa ignorada' }
    })

    serve(app, verifyWebhookRoute, async ({ query, request, reply }) => {
      const connection = await db.selectFrom('whatsapp_connection').select('verify_token').executeTakeFirst()
      const isRight =
        connection !== undefined &&
        query['hub.mode'] === 'subscribe' &&
        isSameSecret(query['hub.verify_token'], connection.verify_token)
      if (!isRight) {
        await missed(request, reply)
        throw forbidden()
      }
      await db
        .updateTable('whatsapp_connection')
        .set({ verified_at: new Date(context.now()).toISOString() })
        .execute()
      return reply.type('text/plain; charset=utf-8').send(query['hub.challenge'])
    })

    /** The signature is of the bytes: it is judged before they are read as anything. */
    const judged = async (request: FastifyRequest, reply: FastifyReply, payload: AsyncIterable<unknown>) => {
      await received(request, reply)
      const bytes = await bytesOf(payload)
      const header = request.headers[SIGNATURE]
      const refusal = await refusalOf(context, bytes, typeof header === 'string' ? header : '')
      if (refusal === 'closed') throw notFound()
      if (refusal === 'wrong') {
        await missed(request, reply)
        throw new HttpError(401, 'credentials', WRONG)
      }
      return Object.assign(Readable.from([bytes], { objectMode: false }), {
        receivedEncodedLength: bytes.length,
      })
    }
    serve(
      app,
      receiveWebhookRoute,
      async ({ body }) => {
        await receive(context, body)
        return { message: 'Recebido' }
      },
      { bodyLimit: BODY_LIMIT, preParsing: judged },
    )
  }
}
