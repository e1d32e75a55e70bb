/** What the proof of a session's ending is made of, on the device that signs out and on the server that believes it. */

/** Changing it makes the proofs worthless that devices keep. */
const PREFIX = 'farol-session-ending:'

/** The SHA-256 of this text, in hexadecimal digits, is the proof: nobody can make the token from it, and it is none itself. */
export const endingText = (token: string): string => PREFIX + token
