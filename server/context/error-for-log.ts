/**
 * Type, code, message and stack of the error and its causes for the log. Other fields are left out: PostgreSQL's
 * detail quotes the refused row, with names and documents.
 */
export function errorForLog(error: Error): { type: string; message: string; stack: string; code?: string } {
  const cause = error.cause instanceof Error ? `\ncaused by: ${errorForLog(error.cause).stack}` : ''
  return {
    type: error.name,
    message: error.message,
    stack: `${error.stack ?? ''}${cause}`,
    ...('code' in error ? { code: String(error.code) } : {}),
  }
}
