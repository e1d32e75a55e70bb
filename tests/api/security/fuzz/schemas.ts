/** The app's routes with the schemas of their requests. */

import type { RouteOptions } from 'fastify'
import { z } from 'zod'
import type { JsonSchema } from './json-schema.ts'

export interface FuzzedRoute {
  readonly method: string
  readonly url: string
  readonly params: JsonSchema
  readonly query: JsonSchema
  /** null: the route reads no body. */
  readonly body: JsonSchema | null
  readonly consumes: readonly string[]
}

const seen = new WeakMap<z.ZodType, JsonSchema>()

/** The input side of a schema, as JSON Schema. */
export function inputSchema(schema: z.ZodType): JsonSchema {
  const known = seen.get(schema)
  if (known !== undefined) return known
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' })
  seen.set(schema, made)
  return made
}

const schemaOf = (schema: unknown): JsonSchema | null =>
  schema instanceof z.ZodType ? inputSchema(schema) : null

/** For `onRoute` of `buildApp`. */
export function routesOf({ method, url, schema }: RouteOptions): readonly FuzzedRoute[] {
  const { params, querystring, body, consumes } = schema ?? {}
  return [method].flat().map((one) => ({
    method: one,
    url,
    params: schemaOf(params) ?? {},
    query: schemaOf(querystring) ?? {},
    body: schemaOf(body),
    consumes: consumes ?? [],
  }))
}
