/** Until when the makers mend what Farol runs on. https://www.postgresql.org/support/versioning, https://nodejs.org/en/about/previous-releases */

type Ends = Readonly<Record<number, string>>

export const POSTGRES_ENDS: Ends = {
  14: '2026-11-12',
  15: '2027-11-11',
  16: '2028-11-09',
  17: '2029-11-08',
  18: '2030-11-14',
}

export const NODE_ENDS: Ends = { 20: '2026-04-30', 22: '2027-04-30', 24: '2028-04-30' }

/** A day; null: of a version that this Farol does not know. */
export const endsOn = (ends: Ends, major: number): string | null => ends[major] ?? null
