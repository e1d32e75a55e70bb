/** Names of the chunks that every signed-in start on the board loads: a group of vite.config.ts, and its routes. */
export const SIGNED_IN_CHUNKS = /^(work|_session|_session\.index)$/

/** The chunk that a start without a session loads: the sign-in screen. */
export const SIGNED_OUT_CHUNKS = /^entrance$/
