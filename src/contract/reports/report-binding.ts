/** A report with its calls: what its screen, its pins, its mails and the server's registry need. docs/where-to-change.md#screens */
import type { z } from 'zod'
import type { Report } from '../../domain/reports/report.ts'
import type { RouteSpec } from '../route.ts'

/** A call that is asked by query alone. */
type Asked = RouteSpec & { readonly query: z.ZodType<unknown, Readonly<Record<string, unknown>>> }

export interface ReportFile {
  /** The table that it exports, and under which its button stands. */
  readonly table: string
  /** It holds all tables of the report, a sheet each. The leads behind a figure are none of them. */
  readonly isBook?: true
  readonly label: string
  readonly route: Asked & { readonly answer: { readonly file: string } }
}

export interface ReportBinding<
  Answer,
  Route extends Asked & { readonly answer: z.ZodType<Answer> } = Asked & {
    readonly answer: z.ZodType<Answer>
  },
  Files extends readonly ReportFile[] = readonly ReportFile[],
> {
  readonly report: Report<Answer>
  readonly route: Route
  readonly files: Files
}

/** Returns the binding with the exact types of its calls. */
export const bindReport = <
  Answer,
  const Route extends Asked & { readonly answer: z.ZodType<Answer> },
  const Files extends readonly ReportFile[],
>(
  binding: ReportBinding<Answer, Route, Files>,
): ReportBinding<Answer, Route, Files> => binding
