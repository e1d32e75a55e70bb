/** Every report: docs/rules.md#reports. Its screen checks the filter in the address. */
import { createFileRoute } from '@tanstack/react-router'
import { ReportRoute } from './-ReportRoute.tsx'

export const Route = createFileRoute('/_session/$report')({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: ReportRoute,
})
