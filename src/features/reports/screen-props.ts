/** What every report's screen is given. */
import type { ComponentType, ReactNode } from 'react'
import type { ReportSearch } from '../../domain/reports/search.ts'
import type { ReportLine } from '../../domain/reports/table.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

/** Buttons at the end of each row of a table. `refresh` asks for the rows again. */
export interface RowAction {
  readonly table: string
  readonly cell: (line: ReportLine, refresh: () => void) => ReactNode
  /** Beside the table's title. */
  readonly head?: (refresh: () => void) => ReactNode
}

/** A dialog that gives renewals without a broker to one. Another feature has it, so the route passes it in. */
interface AssignBrokerProps {
  readonly user: Pick<SessionUser, 'id'>
  /** Numbers of rows of `lead_temps`. */
  readonly ids: readonly number[]
  /** `changed`: the rows are others now. */
  readonly onDone: (changed: boolean) => void
}

export interface ReportScreenProps {
  readonly user: SessionUser
  readonly search: ReportSearch
  readonly onSearch: (search: ReportSearch) => void
  readonly assignBroker?: ComponentType<AssignBrokerProps>
}
