/** Kysely's types of the tables of automations: docs/rules.md#automations */
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { AutomationState, Definition } from '../../src/domain/automations/definition.ts'
import type { Created, Instant, Json } from './column-types.ts'

export interface AutomationTables {
  automations: Record<keyof Definition, Json<unknown>> & {
    id: string
    name: string
    state: ColumnType<AutomationState, AutomationState | undefined, AutomationState>
    state_since: Instant
    acts_since: Instant
    created_by: number | null
    created_at: Created
  }
  automation_events: {
    entry_id: number
    lead_uid: string
  }
  automation_runs: {
    id: GeneratedAlways<number>
    automation_id: string
    lead_uid: string
    occasion: string
    made_at: Instant
    results: Json<unknown>
    acted: boolean
  }
  automation_notices: {
    id: Generated<number>
    automation_id: string
    user_id: number
    lead_uid: string | null
    text: string
    made_at: Instant
  }
}
