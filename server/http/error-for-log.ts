/** What the log keeps of an error: PostgreSQL's detail quotes the row that it refused, with names and documents. */

/** Type, code, message and stack, of its causes too; no other field of the error. */
export function errorForLog(error: Error): { type: string; message: string; stack: string; code?: string } {
  const cause = error.cause instanceof Error ? `\ncaused by: ${errorForLog(error.cause).stack}` : ''
  return {
    type: error.name,
    message: error.message,
    stack: `${error.stack ?? ''}${cause}`,
    ...('code' in error ? { code: String(error.code) } : {}),
  }
}
