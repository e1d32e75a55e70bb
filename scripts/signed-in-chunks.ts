/** Names of the chunks that every signed-in start on the board loads: two groups of vite.config.ts, and their routes. */
export const SIGNED_IN_CHUNKS = /^(work|entrance|_session|_session\.index)$/
