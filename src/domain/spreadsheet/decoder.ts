/** What decodes bytes on the server and in the browser: the rules have no decoder of their own. */

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

/** Decodes bytes; null where they are not in that encoding. */
export type Decode = (bytes: Uint8Array, encoding: Encoding) => string | null
