/**
 * A push service and its browsers for tests. It answers as the test says, and reads what arrives as a browser would:
 * decrypted by RFC 8188 and 8291, with the signature of RFC 8292 checked. Nothing of the server's library is used.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'

export interface Browser {
  /** As `PushSubscription.toJSON()` writes it. */
  readonly subscription: {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  /** Decrypts a message for this browser. */
  open(message: Buffer): string
}

export interface Arrived {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface ServiceAnswer {
  /** null: no answer, the connection stays open. */
  readonly status: number | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface PushService {
  readonly url: string
  readonly arrived: Arrived[]
  /** The answer from now on. */
  answer: ServiceAnswer
  browser(): Browser
  stop(): Promise<void>
}

const TAKEN: ServiceAnswer = { status: 201 }

export async function startPushService(): Promise<PushService> {
  const arrived: Arrived[] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      arrived.push({ path: request.url ?? '', headers: request.headers, body })
      const { status, headers = {} } = service.answer
      if (status === null) return
      response.writeHead(status, headers)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  const service: PushService = {
    url,
    arrived,
    answer: TAKEN,
    browser: () => aBrowser(`${url}/push/${randomBytes(8).toString('hex')}`),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return service
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes))
const text = (words: string) => Buffer.from(`${words}\0`)

function aBrowser(endpoint: string): Browser {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: {
      endpoint,
      keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    },
    open: (message) => {
      const salt = message.subarray(0, 16)
      const keyLength = message.readUInt8(20)
      const server = message.subarray(21, 21 + keyLength)
      const sealed = message.subarray(21 + keyLength)
      const info = Buffer.concat([text('WebPush: info'), own, server])
      const secret = derive(ecdh.computeSecret(server), auth, info, 32)
      const key = derive(secret, salt, text('Content-Encoding: aes128gcm'), 16)
      const nonce = derive(secret, salt, text('Content-Encoding: nonce'), 12)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      // The last record ends with 2 and then zeros.
      return padded.subarray(0, padded.lastIndexOf(2)).toString()
    },
  }
}

const claimsSchema = z.object({ aud: z.string(), exp: z.number(), sub: z.string() })

/** Returns the claims of a request's signature. Throws when it is not signed with the key, as base64url. */
export function claimsOf({ headers }: Arrived, publicKey: string): z.infer<typeof claimsSchema> {
  const [, head = '', body = '', signature = '', key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  if (key !== publicKey) throw new Error('signed with another key')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const jwk = { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signer, Buffer.from(signature, 'base64url')))
    throw new Error('the signature does not fit')
  return claimsSchema.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
}
