/** Kysely's types of the limits of the law: docs/rules.md#obligations */
import type { Generated } from 'kysely'
import type { OBLIGATION_FIELDS } from '../../src/domain/obligations/fields.ts'
import type { Stored } from './column-types.ts'

export interface ObligationTables {
  /** Each that ever ran, once for its lead, kind and first day. Those that run are in `leads.obligations`, too. */
  obligations: Omit<Stored<typeof OBLIGATION_FIELDS>, 'note' | 'proof'> & {
    /** Its number in the register. */
    id: Generated<number>
    lead_uid: string
    note: Generated<string>
    proof: Generated<string>
  }
}
