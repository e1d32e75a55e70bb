/** A report with its calls: what its screen needs. */
import type { z } from 'zod'
import type { RouteSpec } from '../../contract/route.ts'
import type { Report } from '../../domain/reports/report.ts'
import type { ReportSearch } from '../../domain/reports/search.ts'
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

/** What every report's screen is given. */
export interface ReportScreenProps {
  readonly user: SessionUser
  readonly search: ReportSearch
  readonly onSearch: (search: ReportSearch) => void
}
