import { bindingOf } from '../../src/contract/reports/report-binding.ts'
import type { RouteSpec } from '../../src/contract/route.ts'
import type { CalledReport } from '../../src/domain/reports/report.ts'

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

const isCalled = (value: unknown): value is CalledReport<unknown> =>
  typeof value === 'object' && value !== null && 'calls' in value

/**
 * The declarations in an export: a route, an object of routes, or a report of which its calls follow. A report's binding names
 * routes that are declared beside it, or that follow from the report.
 */
function declarations(value: unknown): RouteSpec[] {
  if (isRoute(value)) return [value]
  if (isCalled(value)) {
    const { route, files } = bindingOf(value)
    return [route, ...files.map((file) => file.route)]
  }
  if (typeof value === 'object' && value !== null && 'report' in value) return declarations(value.report)
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isRoute) : []
}

/** The calls of the REST API that these modules of src/contract and src/domain/reports/plain declare. */
export const declaredIn = (modules: readonly Readonly<Record<string, unknown>>[]): readonly RouteSpec[] =>
  modules.flatMap((module) => Object.values(module).flatMap(declarations))
