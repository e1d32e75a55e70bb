/**
 * Every call of the specification: it is declared, takes the names that it gives it, and answers the names of its entities.
 * Calls that read are also made: an answer may have more than that, never less.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { declaredRoutes } from '../http/declared-routes.ts'
import { type DemoServer, startDemoServer } from '../http/demo-server.ts'
import { describeDatabase } from '../support/databases.ts'
import { BOARD_CALLS } from './board-calls.ts'
import type { CallLine } from './line.ts'
import { OFFICE_CALLS } from './office-calls.ts'

interface Named extends CallLine {
  readonly call: string
}

const LINES: readonly Named[] = [BOARD_CALLS, OFFICE_CALLS].flatMap((table) =>
  Object.entries(table).map(([call, line]) => ({ ...line, call })),
)

const routes = new Map(declaredRoutes.map((route) => [`${route.method} ${route.path}`, route]))

/** A part of a path of names: 'data', '[]' for any row, '[2]' for a place. */
const partsOf = (path: string) => path.match(/\[\d*\]|[^.[\]]+/g) ?? []

type Shape = z.core.JSONSchema._JSONSchema

const shapeOf = (schema: z.ZodType, io: 'input' | 'output'): Shape =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })

/** What the schema says of a part of the value, in any of its forms. */
function stepInto(shape: Shape, part: string): Shape[] {
  if (typeof shape === 'boolean') return []
  const { properties, items = [], prefixItems, anyOf = [], oneOf = [], allOf = [] } = shape
  const place = /^\[(\d*)\]$/.exec(part)?.[1]
  const found = place === undefined ? properties?.[part] : place === '' ? items : prefixItems?.[Number(place)]
  const deeper = [...anyOf, ...oneOf, ...allOf].flatMap((form) => stepInto(form, part))
  return [...(found === undefined ? [] : [found].flat()), ...deeper]
}

const isDeclared = (shape: Shape, parts: readonly string[]) =>
  parts.reduce((shapes, part) => shapes.flatMap((one) => stepInto(one, part)), [shape]).length > 0

/** The names of queries may end in '[]', which is no row. */
const lacking = (shape: Shape, names: readonly string[], split: (name: string) => readonly string[]) =>
  names.filter((name) => !isDeclared(shape, split(name)))

const isClosed = (shape: Shape) => typeof shape === 'object' && shape.additionalProperties === false

/** Undefined: there is nothing of that kind in this answer, so that nothing is known. */
function isAnswered(value: unknown, [part, ...rest]: readonly string[]): boolean | undefined {
  if (part === undefined) return true
  if (value === null) return undefined
  if (typeof value !== 'object') return false
  const place = /^\[(\d*)\]$/.exec(part)?.[1]
  if (place === '') {
    const known = Object.values(value).map((row) => isAnswered(row, rest))
    return known.includes(true) ? true : known.includes(false) ? false : undefined
  }
  const found = new Map(Object.entries(value)).get(place ?? part)
  return found === undefined ? false : isAnswered(found, rest)
}

describe('each specified call is declared', () => {
  test.each(LINES)('$call', ({ call, query = [], body = [], ignored = [], answer = [], file }) => {
    const route: RouteSpec | undefined = routes.get(call)
    expect(route, 'no such call').toBeDefined()
    if (route === undefined) return
    const taken = route.query === undefined ? {} : shapeOf(route.query, 'input')
    expect(
      lacking(taken, query, (name) => [name]),
      'missing in the query',
    ).toEqual([])
    const sent = route.body === undefined ? {} : shapeOf(route.body, 'input')
    expect(lacking(sent, body, partsOf), 'missing in the body').toEqual([])
    if (ignored.length > 0) expect(isClosed(sent), `refuses ${ignored.join(', ')}`).toBe(false)
    if (file === true) return expect(route.answer).toMatchObject({ file: expect.any(String) })
    if (answer.length === 0) return
    if (!(route.answer instanceof z.ZodType)) throw new Error('no answer')
    expect(lacking(shapeOf(route.answer, 'output'), answer, partsOf), 'missing in the answer').toEqual([])
  })
})

describeDatabase('each specified call that reads answers by those names', (open) => {
  let server: DemoServer
  let token: string
  let lead: number
  beforeAll(async () => {
    server = await startDemoServer(await open())
    token = await server.tokenOf('admin')
    // A finished one may have left the scope.
    const row = await server.store.db
      .selectFrom('leads')
      .select('id')
      .where('state', '=', 2)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    lead = row.id
  })
  afterAll(() => server.stop())

  const READ = LINES.filter(({ call, ask }) => call.startsWith('GET ') && ask !== null)
  test.each(READ)('$call', async ({ call, ask = {}, answer = [] }) => {
    const path = call.slice('GET '.length).replace(':id', String(lead)).replace(':name', 'a')
    const query = new URLSearchParams({ ...ask })
    const { status, body } = await server.call('GET', `/api${path}?${query}`, { token })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(answer.filter((name) => isAnswered(body, partsOf(name)) === false)).toEqual([])
  })
})
