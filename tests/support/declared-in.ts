import type { RouteSpec } from '../../src/contract/route.ts'

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/** The declarations in an export: a route, or an object of routes. A report's binding names routes that are declared beside it. */
function declarations(value: unknown): RouteSpec[] {
  if (isRoute(value)) return [value]
  if (typeof value === 'object' && value !== null && 'report' in value) return []
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isRoute) : []
}

/** The calls of the REST API that these modules of src/contract declare. */
export const declaredIn = (modules: readonly Readonly<Record<string, unknown>>[]): readonly RouteSpec[] =>
  modules.flatMap((module) => Object.values(module).flatMap(declarations))
