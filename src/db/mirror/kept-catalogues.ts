/**
 * The catalogues in one record, parsed, for the first screen: to read and parse every row would take longer than the
 * rest of an opening. The record is as old as its last write. The screens read the rows right after the first painting.
 */
import type { Catalogues } from './catalogues.ts'

/** Name of the `meta` record. */
export const KEPT_CATALOGUES = 'keptCatalogues'
/** Increase it with every change of `Catalogues`, or of a row in it. */
export const FORMAT = 1

export interface KeptCatalogues {
  readonly format: number
  /** `cataloguesVersion` of the rows. */
  readonly mark: string
  readonly catalogues: Catalogues
}

export const isKept = (value: unknown): value is KeptCatalogues =>
  typeof value === 'object' && value !== null && 'format' in value && value.format === FORMAT

/** Returns the catalogues of a stored record, or null when there is none, or when it has another format. */
export const keptCataloguesFrom = (value: unknown): Catalogues | null =>
  isKept(value) ? value.catalogues : null
