/**
 * Values as bytes: JSON, with maps and typed arrays of large records apart. The first reading uses it, so it loads no
 * library.
 */

/** Marks what JSON cannot express. No name of a property begins with it. */
const TAG = '\u0000'
const ALIGNED = 8
/** Length of the JSON. */
const HEADER_BYTES = 4

const utf8 = new TextEncoder()
const text = new TextDecoder()

const ARRAYS: Readonly<Record<string, (bytes: ArrayBuffer) => ArrayBufferView>> = {
  Int8Array: (bytes) => new Int8Array(bytes),
  Uint8Array: (bytes) => new Uint8Array(bytes),
  Int16Array: (bytes) => new Int16Array(bytes),
  Uint16Array: (bytes) => new Uint16Array(bytes),
  Int32Array: (bytes) => new Int32Array(bytes),
  Uint32Array: (bytes) => new Uint32Array(bytes),
  Float32Array: (bytes) => new Float32Array(bytes),
  Float64Array: (bytes) => new Float64Array(bytes),
}

const aligned = (place: number) => Math.ceil(place / ALIGNED) * ALIGNED

export function packed(value: unknown): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = []
  let size = 0
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (part instanceof Map) return { [TAG]: ['Map', [...part]] }
    if (!ArrayBuffer.isView(part)) return part
    const place = size
    parts.push(new Uint8Array(part.buffer, part.byteOffset, part.byteLength))
    size = aligned(size + part.byteLength)
    return { [TAG]: [part.constructor.name, place, part.byteLength] }
  })
  const head = utf8.encode(json)
  const start = aligned(HEADER_BYTES + head.length)
  const bytes = new Uint8Array(start + size)
  new DataView(bytes.buffer).setUint32(0, head.length)
  bytes.set(head, HEADER_BYTES)
  let place = start
  for (const part of parts) {
    bytes.set(part, place)
    place = aligned(place + part.length)
  }
  return bytes
}

/** Returns what `packed` packed. */
export function unpacked(bytes: Uint8Array<ArrayBuffer>): unknown {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const json = text.decode(bytes.subarray(HEADER_BYTES, HEADER_BYTES + length))
  // A reviver is called for each value, and most records need none.
  if (!json.includes(JSON.stringify(TAG))) return JSON.parse(json)
  const start = aligned(HEADER_BYTES + length)
  return JSON.parse(json, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || !(TAG in part)) return part
    const tagged: unknown = Reflect.get(part, TAG)
    if (!Array.isArray(tagged)) return part
    const [name, value, size]: unknown[] = tagged
    if (name === 'Map' && Array.isArray(value)) return new Map(value)
    const array = ARRAYS[String(name)]
    if (array === undefined || typeof value !== 'number' || typeof size !== 'number') return part
    // Copied: the array must not keep the whole record in memory, and must be aligned.
    return array(bytes.slice(start + value, start + value + size).buffer)
  })
}
