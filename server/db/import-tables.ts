/** Kysely's types of the tables of an import of any list: docs/rules.md#any-import */
import type { Generated, GeneratedAlways } from 'kysely'
import type { DataImport, KeptRow } from '../../src/contract/imports.ts'
import type { ImportList } from '../../src/domain/imports/lists.ts'
import type { DayOrders } from '../../src/domain/spreadsheet/day-order.ts'
import type { Counters, Created, Json, NullableInstant, Version } from './column-types.ts'

type Kind = KeptRow['kind']
/** Good lines that are done, and what became of them. */
type Became = 'done' | 'made' | 'updated' | 'existing' | 'refused'

export interface ImportTables {
  imports: Pick<DataImport, 'list' | 'source' | 'file_name' | 'total'> &
    Counters<Became | 'blank' | 'undo_total' | 'undo_done' | 'removed' | 'kept'> & {
      id: Generated<number>
      state: Generated<DataImport['state']>
      choices: Json<unknown>
      user_id: number
      /** Who took it back. */
      undone_by: number | null
      created_at: Created
      /** When a line was last stored: a start that died is known by it. */
      touched_at: Created
      ended_at: NullableInstant
    }
  /** Lines that wait. They are deleted when they are done. */
  import_rows: { import_id: number; line: number; data: Json<unknown> }
  /** Lines of which two clients could be meant. They are deleted when a person has decided. */
  import_decisions: {
    import_id: number
    line: number
    data: Json<unknown>
    reason: string
    client_uids: string[]
  }
  import_refusals: { import_id: number; line: number; old_number: string; reason: string }
  imported_records: {
    id: GeneratedAlways<number>
    import_id: number
    kind: Kind
    /** Of a client or lead. */
    uid: string | null
    /** Of a user or dealership. */
    num: number | null
    line: number
    /** false: its row was there, and blank `fields` of it were completed. */
    made: boolean
    fields: string[]
    version: Version
  }
  import_keys: {
    list: ImportList
    key: string
    uid: string | null
    num: number | null
    /** The only import that used it; null once another one did. */
    import_id: number | null
    created_at: Created
  }
  import_kept: {
    id: GeneratedAlways<string>
    import_id: number
    kind: Kind
    uid: string | null
    num: number | null
    line: number
    reason: string
  }
  import_mappings: {
    id: Generated<number>
    list: ImportList
    name: string
    source: string
    headers: Json<Record<string, string | null>>
    day_orders: Json<DayOrders>
    created_at: Created
  }
}
