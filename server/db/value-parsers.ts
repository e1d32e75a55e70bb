const OID = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700, xid8: 5069 } as const

/** Converts '2026-11-21 06:37:51.123+00' to ISO 8601 with Z. Both drivers run in UTC. */
function instant(text: string): string {
  return new Date(`${text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')}`).toISOString()
}

/**
 * Converts column values to JavaScript, for both drivers. Counts, sums and transaction ids become numbers: they stay
 * below 2^53 for millions of years. Instants become ISO 8601 strings, dates YYYY-MM-DD.
 */
export const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.xid8]: Number,
  [OID.date]: (text) => text,
  [OID.timestamp]: (text) => instant(`${text}+00`),
  [OID.timestamptz]: instant,
}
