import { bindingOf } from '../../src/contract/reports/report-binding.ts'
import type { RouteSpec } from '../../src/contract/route.ts'
import type { CalledReport } from '../../src/domain/reports/report.ts'

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

const isCalled = (value: unknown): value is CalledReport<unknown> => isObject(value) && 'calls' in value

/**
 * The declarations in an export: a route, an object of routes or of such objects, or a report of which its calls follow. A report's
 * binding names routes that are declared beside it, or that follow from the report.
 */
function declarations(value: unknown, depth = 2): RouteSpec[] {
  if (isRoute(value)) return [value]
  if (isCalled(value)) {
    const { route, files } = bindingOf(value)
    return [route, ...files.map((file) => file.route)]
  }
  if (!isObject(value) || depth === 0) return []
  if ('report' in value) return declarations(value.report, depth)
  return Object.values(value).flatMap((inside: unknown) => declarations(inside, depth - 1))
}

/** The calls of the REST API that these modules of src/contract and src/domain/reports/plain declare. */
export const declaredIn = (modules: readonly Readonly<Record<string, unknown>>[]): readonly RouteSpec[] =>
  modules.flatMap((module) => Object.values(module).flatMap((exported) => declarations(exported)))
