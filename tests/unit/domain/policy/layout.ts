/** A policy as an insurer prints it, with the fields that it has. All people, numbers and plates are made up. */
import type { PolicyField } from '../../../../src/domain/policy/candidates.ts'
import type { Look, Placed } from '../../../support/made-pdf.ts'

export interface Layout {
  readonly name: string
  readonly pages: readonly (readonly Placed[])[]
  readonly turned?: boolean
  readonly tells: Readonly<Partial<Record<PolicyField, string>>>
  /** Fields whose text allows another reading: they must be marked. */
  readonly marked?: readonly PolicyField[]
}

export const B: Look = { bold: true }
export const R: Look = { toTheRight: true }
export const TITLE: Look = { bold: true, size: 14 }
export const SMALL: Look = { size: 6 }

/** A line of texts at the columns. */
export const row = (y: number, columns: readonly number[], texts: readonly string[], look?: Look): Placed[] =>
  texts.flatMap((text, index) => (text === '' ? [] : [[columns[index] ?? 0, y, text, look ?? {}] as const]))
