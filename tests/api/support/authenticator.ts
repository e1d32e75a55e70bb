/** An authenticator as browsers have one: makes passkeys and proves them, as WebAuthn lays it down. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import type { Assertion, Registration } from '../../../src/contract/webauthn.ts'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer) => bytes.toString('base64url')

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

/** A text of up to 23 bytes in CBOR. */
const cborText = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)])
const cborBytes = (bytes: Buffer) => {
  const head = Buffer.from([0x59, 0, 0])
  head.writeUInt16BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

interface Asked {
  readonly challenge: string
}

interface How {
  readonly origin?: string
  readonly rpId?: string
  /** Without a look at who holds the device. */
  readonly isUnverified?: boolean
}

export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  readonly #home: { readonly origin: string; readonly rpId: string }
  #counter = 0
  #handle = ''
  constructor(origin: string) {
    this.#home = { origin, rpId: new URL(origin).hostname }
  }

  get id(): string {
    return text(this.#id)
  }

  #signed({ rpId = this.#home.rpId, isUnverified = false }: How, more: number): Buffer {
    const flagsAndCounter = Buffer.alloc(5)
    flagsAndCounter[0] = PRESENT | (isUnverified ? 0 : VERIFIED) | more
    flagsAndCounter.writeUInt32BE(++this.#counter, 1)
    return Buffer.concat([sha256(rpId), flagsAndCounter])
  }

  #client(type: string, { challenge }: Asked, { origin = this.#home.origin }: How): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  make(asked: Asked & { readonly user: { readonly id: string } }, how: How = {}): Registration {
    this.#handle = asked.user.id
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    // EC2, ES256, P-256, x, y.
    const key = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const data = Buffer.concat([this.#signed(how, HAS_KEY), Buffer.alloc(16), length, this.#id, key])
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(data),
    ])
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: text(this.#client('webauthn.create', asked, how)),
        attestationObject: text(attestation),
      },
    }
  }

  prove(asked: Asked, how: How = {}): Assertion {
    const data = this.#signed(how, 0)
    const client = this.#client('webauthn.get', asked, how)
    const signature = createSign('SHA256')
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.#keys.privateKey)
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle: this.#handle,
      },
    }
  }
}
