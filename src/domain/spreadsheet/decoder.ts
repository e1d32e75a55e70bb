/** What decodes bytes on the server and in the browser: the rules have no decoder of their own. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Decodes bytes; null where they are not in that encoding. */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string | null

interface Decoder {
  readonly decode: (bytes: Uint8Array) => string
}
type NewDecoder = new (encoding: Encoding, options: { fatal: boolean; ignoreBOM?: boolean }) => Decoder

/** Returns what decodes with the platform's TextDecoder. A byte order mark stays only where it is UTF-8. */
export function decodeWith(TextDecoder: NewDecoder): Decode {
  const decoders = {
    'utf-8': new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }),
    'utf-16le': new TextDecoder('utf-16le', { fatal: true }),
    'utf-16be': new TextDecoder('utf-16be', { fatal: true }),
  }
  return (bytes, encoding) => {
    try {
      return decoders[encoding].decode(bytes)
    } catch {
      return null
    }
  }
}
