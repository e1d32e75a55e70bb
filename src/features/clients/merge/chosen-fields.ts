/** Which client's value stays in each field. Pure. */
import type { Client } from '../../../domain/client/client.ts'
import { differingFields, fieldsToFill, type MergeField } from '../../../domain/client/merge-fields.ts'

/** The uid of the client whose value was chosen, by field. */
export type Picks = Readonly<Partial<Record<MergeField, string>>>

/** Returns the uid of the client whose value stays: the chosen one, else the survivor's unless it is blank. */
export function pickOf(field: MergeField, picks: Picks, survivor: Client, alias: Client): string {
  return picks[field] ?? (fieldsToFill(survivor, alias).includes(field) ? alias.uid : survivor.uid)
}

/** Returns the fields that take the alias' value. */
export const fieldsFromAlias = (picks: Picks, survivor: Client, alias: Client): MergeField[] =>
  differingFields(survivor, alias).filter((field) => pickOf(field, picks, survivor, alias) === alias.uid)
