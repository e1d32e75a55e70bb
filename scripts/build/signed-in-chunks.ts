/** Names of the chunks that every signed-in start on the board loads: a group of vite.config.ts, and its screen. */
export const SIGNED_IN_CHUNKS = /^(work|HomeRoute)$/

/** What a start on a protected device loads besides: its first reading, and its ciphers. */
export const SEALED_CHUNKS = /^(sealed|ciphers|bytes)$/

/** The chunk that a start without a session loads: the sign-in screen. */
export const SIGNED_OUT_CHUNKS = /^entrance$/
