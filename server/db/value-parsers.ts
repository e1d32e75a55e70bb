/** How column values become JavaScript, once for both drivers. */

const OID = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184, numeric: 1700, xid8: 5069 } as const

/** '2026-11-21 06:37:51.123+00' to ISO 8601 with Z; both drivers run in UTC. */
function instant(text: string): string {
  return new Date(`${text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')}`).toISOString()
}

/**
 * Counts, sums and transaction ids fit a number for the next few million years; instants travel as ISO 8601,
 * dates alone as YYYY-MM-DD.
 */
export const valueParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [OID.int8]: Number,
  [OID.numeric]: Number,
  [OID.xid8]: Number,
  [OID.date]: (text) => text,
  [OID.timestamp]: (text) => instant(`${text}+00`),
  [OID.timestamptz]: instant,
}
