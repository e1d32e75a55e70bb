/** PostgreSQL's classes 08 and 57P0x: connection lost, server stopping, crashed or starting. */
const SQLSTATE = /^(08[0-9A-Z]{3}|57P0[1-5])$/
const SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
])
/** Messages of node-postgres for errors without a code. */
const SENTENCES = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
]

/** True when the database can't be reached or stopped during the query. The same request may succeed later. */
export function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (SQLSTATE.test(code) || SYSTEM.has(code)) return true
  // node-postgres tried several addresses of one host. Each has its own error.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseGone)
  return SENTENCES.some((sentence) => error.message.startsWith(sentence))
}
