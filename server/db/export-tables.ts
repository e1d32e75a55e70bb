/** Kysely's types of the tables of exports: docs/rules.md#export-of-everything */
import type { GeneratedAlways } from 'kysely'
import type { WholeExport } from '../../src/contract/export.ts'
import type { Counters, Instant, NullableInstant } from './column-types.ts'

export interface ExportTables {
  whole_exports: Pick<WholeExport, 'state' | 'problem' | 'bytes' | 'rows'> &
    Counters<'tries' | 'done' | 'total'> & {
      id: GeneratedAlways<number>
      user_id: number
      asked_at: Instant
      /** A running one whose server was last heard of long ago begins anew. */
      alive_at: NullableInstant
      ended_at: NullableInstant
      /** Its name, without the folder; null: there is none, or it is deleted. */
      file: string | null
      expires_at: NullableInstant
    }
}
