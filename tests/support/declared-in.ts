import type { RouteSpec } from '../../src/contract/route.ts'

const isRoute = (value: unknown): value is RouteSpec =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'answer' in value

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * The declarations in an export: a route, an object of routes, or an object of such objects. A report's binding names routes that
 * are declared beside it.
 */
function declarations(value: unknown, depth = 2): RouteSpec[] {
  if (isRoute(value)) return [value]
  if (!isObject(value) || 'report' in value || depth === 0) return []
  return Object.values(value).flatMap((inside: unknown) => declarations(inside, depth - 1))
}

/** The calls of the REST API that these modules of src/contract declare. */
export const declaredIn = (modules: readonly Readonly<Record<string, unknown>>[]): readonly RouteSpec[] =>
  modules.flatMap((module) => Object.values(module).flatMap((exported) => declarations(exported)))
