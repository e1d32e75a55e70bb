/** A report with its calls: what its screen needs. */
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { RouteSpec } from '../../contract/route.ts'
import type { Report } from '../../domain/reports/report.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'
import type { ReportLine } from '../../domain/reports/table.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'

/** A call that is asked by query alone. */
type Asked = RouteSpec & { readonly query: z.ZodType<unknown, Readonly<Record<string, unknown>>> }

export interface ReportBinding<Answer> {
  readonly report: Report<Answer>
  readonly route: Asked & { readonly answer: z.ZodType<Answer> }
  readonly files: readonly {
    /** The table that it exports. */
    readonly table: string
    readonly label: string
    readonly route: Asked & { readonly answer: { readonly file: string } }
  }[]
}

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

/** What every report's screen is given. */
export interface ReportScreenProps {
  readonly user: SessionUser
  readonly search: ReportSearch
  readonly onSearch: (search: ReportSearch) => void
  readonly assignBroker?: ComponentType<AssignBrokerProps>
}
