/** Kysely's types of the limits of the law: docs/rules.md#obligations */
import type { ColumnType, Generated } from 'kysely'
import type { ObligationOutcome, ProofKind } from '../../src/domain/obligations/proof.ts'
import type { Instant, NullableInstant } from './column-types.ts'

type Day = ColumnType<string, string, string>
type NullableDay = ColumnType<string | null, string | null | undefined, string | null>

export interface ObligationTables {
  /** Each that ever ran, once for its lead, kind and first day. Those that run are in `leads.obligations`, too. */
  obligations: {
    /** Its number in the register. */
    id: Generated<number>
    lead_uid: string
    kind: string
    since_day: Day
    until_day: Day
    half_day: Day
    eve_day: Day
    begun_by: 'act' | 'hand'
    begun_user_id: number | null
    begun_at: Instant
    note: Generated<string>
    /** null: it runs. */
    outcome: ColumnType<
      ObligationOutcome | null,
      ObligationOutcome | null | undefined,
      ObligationOutcome | null
    >
    done_day: NullableDay
    ended_user_id: ColumnType<number | null, number | null | undefined, number | null>
    ended_at: NullableInstant
    /** null: it was dismissed, or runs. */
    proof_kind: ColumnType<ProofKind | null, ProofKind | null | undefined, ProofKind | null>
    /** What was typed; of a file, its uid. The reason of a dismissal. */
    proof: Generated<string>
  }
}
