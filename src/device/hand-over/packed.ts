/** Compressed and sealed for a key of the ring, so that a stranger's reader sees nothing: docs/rules.md#hand-over */
import { HANDED } from '../../contract/hand-over.ts'
import { fromText, toText } from '../../db/bytes/base64url.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** A key of the ring and its period. `open`: its private half; null: this device only seals. */
export interface RingKey {
  readonly period: number
  readonly seal: string
  readonly open: string | null
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const COORDINATE_BYTES = 32
/** Of a raw key: its point is not compressed. */
const UNCOMPRESSED = 4
/** Each code has a key of its own, so that its nonce may be the same. */
const NONCE = new Uint8Array(12)

const pointFrom = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', Uint8Array.of(UNCOMPRESSED, ...bytes), CURVE, false, [])

function openingKey(seal: string, open: string): Promise<CryptoKey> {
  const point = fromText(seal)
  const [x, y] = [point.slice(0, COORDINATE_BYTES), point.slice(COORDINATE_BYTES)].map(toText)
  const jwk = { kty: 'EC', crv: CURVE.namedCurve, d: open, ...(x && y ? { x, y } : {}) }
  return crypto.subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits'])
}

/** Returns the key of one code. */
async function codeKey(own: CryptoKey, other: CryptoKey, head: Bytes): Promise<CryptoKey> {
  const { subtle } = crypto
  const shared = await subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: head }
  return subtle.deriveKey(hkdf, base, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

async function read(stream: ReadableStream<Uint8Array>, most: number): Promise<Bytes> {
  const bytes: number[] = []
  for await (const chunk of stream) {
    if (bytes.length + chunk.length > most) throw new RangeError('more bytes than a code may hold')
    bytes.push(...chunk)
  }
  return Uint8Array.from(bytes)
}

const through = (bytes: Bytes, pair: CompressionStream | DecompressionStream, most: number) =>
  read(new Blob([bytes]).stream().pipeThrough(pair), most)

/** Returns the bytes of a code. Who seals it can't open it again. */
export async function packed(
  text: string,
  { period, seal }: Pick<RingKey, 'period' | 'seal'>,
): Promise<Bytes> {
  const { subtle } = crypto
  const plain = new TextEncoder().encode(text)
  const small = await through(plain, new CompressionStream('deflate-raw'), HANDED.mostTextBytes)
  const pair = await subtle.generateKey(CURVE, false, ['deriveBits'])
  const point = new Uint8Array(await subtle.exportKey('raw', pair.publicKey)).slice(1)
  const head = Uint8Array.of(HANDED.format, Math.floor(period / 256), period % 256, ...point)
  const key = await codeKey(pair.privateKey, await pointFrom(fromText(seal)), head)
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv: NONCE }, key, small)
  return Uint8Array.of(...head, ...new Uint8Array(sealed))
}

/** Returns the text, or null for what was not sealed for a key of the ring that this device opens. */
export async function unpacked(bytes: Bytes, ring: readonly RingKey[]): Promise<string | null> {
  const [format, high = 0, low = 0] = bytes
  const found = ring.find(({ period }) => period === high * 256 + low)
  if (format !== HANDED.format || found === undefined || found.open === null) return null
  const head = bytes.slice(0, HANDED.headBytes)
  try {
    const own = await openingKey(found.seal, found.open)
    const key = await codeKey(own, await pointFrom(head.slice(3)), head)
    const sealed = bytes.slice(HANDED.headBytes)
    const small = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: NONCE }, key, sealed)
    const plain = await through(
      new Uint8Array(small),
      new DecompressionStream('deflate-raw'),
      HANDED.mostTextBytes,
    )
    return new TextDecoder().decode(plain)
  } catch {
    // Anybody may show any code: what does not open is none of ours.
    return null
  }
}
