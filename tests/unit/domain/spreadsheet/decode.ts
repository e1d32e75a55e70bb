import type { Decode } from '../../../../src/domain/spreadsheet/decode.ts'

/** Decodes as the browser's worker and the server's thread do. */
export const decode: Decode = (bytes, encoding) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
