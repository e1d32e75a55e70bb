/** Parts of the matrix's requests. */
import type { At } from './row.ts'

/** A body for the route's own path. */
export const body = (of: (at: At) => object) => (at: At) => ({ body: of(at) })
export const path = (of: (at: At) => string) => (at: At) => ({ path: of(at) })
/** A number that no row has. */
export const NOBODY = 4711
/** A key that no row has. */
export const NO_KEY = '00000000-0000-4000-8000-000000000000'
