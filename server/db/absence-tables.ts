/** People on leave: docs/rules.md#absences */
import type { Generated, GeneratedAlways } from 'kysely'
import type { ABSENCE_FIELDS } from '../../src/domain/absence/fields.ts'
import type { Stored } from './column-types.ts'

export interface AbsenceTables {
  absences: Stored<typeof ABSENCE_FIELDS> & {
    id: GeneratedAlways<number>
    user_id: number
    /** Of the days: `absenceState`. */
    state: 'planned' | 'running' | 'over'
    /** Who substituted until a change by hand. Its state stays 'over'. */
    is_former: Generated<boolean>
  }
}
