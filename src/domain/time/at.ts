/** The instant of these epoch milliseconds, ISO 8601 in UTC, as the database and the wire have it. */
export const at = (ms: number): string => new Date(ms).toISOString()
