/** The text behind the proof of a session's end, shared by the device that signs out and the server that checks it. */

/** A change of the prefix invalidates the proofs that devices still store. */
const PREFIX = 'farol-session-ending:'

/**
 * The proof is this text's SHA-256 in hexadecimal digits. The token cannot be derived from it, and it cannot be used as
 * one.
 */
export const endingText = (token: string): string => PREFIX + token
