import { decodeWith } from '../../../../src/domain/spreadsheet/decoder.ts'

/** Decodes as the browser's worker and the server's thread do. */
export const decode = decodeWith(TextDecoder)
