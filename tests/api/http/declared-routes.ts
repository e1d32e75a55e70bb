/** All calls of the REST API, as src/contract declares them. */
import type { RouteSpec } from '../../../src/contract/route.ts'

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

/** The declarations in an export: a route, or an object of routes. A report's binding names routes that are declared beside it. */
function declarations(value: unknown): RouteSpec[] {
  if (isRoute(value)) return [value]
  if (typeof value === 'object' && value !== null && 'report' in value) return []
  return typeof value === 'object' && value !== null ? Object.values(value).filter(isRoute) : []
}

const modules = import.meta.glob<Record<string, unknown>>('../../../src/contract/**/*.ts', { eager: true })

export const declaredRoutes: readonly RouteSpec[] = Object.values(modules).flatMap((module) =>
  Object.values(module).flatMap(declarations),
)
