/** A blank value of a query has no effect, in every call that reads: docs/rules.md#wire-format */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { RouteSpec } from '../../../src/contract/route.ts'
import { describeDatabase } from '../support/databases.ts'
import { declaredRoutes } from './declared-routes.ts'
import { type DemoServer, startDemoServer } from './demo-server.ts'

/** Values of what a call can't do without, by name. Whether the record exists does not matter. */
const REQUIRED: Readonly<Record<string, string>> = {
  channel_id: '1',
  lead_id: '1',
  name: 'ana',
  years: '5',
  sessionId: 'conversa',
  personId: '1',
  prompt: 'Oi',
  date_ini: '2026-11-01',
  date_end: '2026-11-30',
}
/** Needed, though the schema of a piped number does not say so. */
const ALSO_NEEDED = ['years']

/** A number, or a key, that no row has. */
const IDS = ['1', '00000000-0000-4000-8000-000000000000']

interface QuerySchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly QuerySchema[]
  readonly oneOf?: readonly QuerySchema[]
}

/** A call in one of its forms, with what it needs. */
interface Case {
  readonly title: string
  readonly path: string
  readonly needed: Readonly<Record<string, string>>
  readonly names: readonly string[]
}

/** A call with two forms has the schema of each. */
function casesOf({ method, path, query, params }: RouteSpec): Case[] {
  if (method !== 'GET' || query === undefined) return []
  const schema: QuerySchema = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' })
  const id = IDS.find((one) => params?.safeParse({ id: one }).success) ?? '1'
  const forms = schema.anyOf ?? schema.oneOf ?? [schema]
  return forms.map(({ properties = {}, required: named = [] }) => {
    const required = [...named, ...ALSO_NEEDED.filter((name) => name in properties)]
    const needed = required.map((name): [string, string] => [
      name,
      name === 'isCallReport' ? 'true' : (REQUIRED[name] ?? ''),
    ])
    return {
      title: [path, ...required].join(' '),
      path: path.replace(':id', id).replaceAll(/:\w+/g, '1'),
      needed: Object.fromEntries(needed),
      names: Object.keys(properties).filter((name) => !required.includes(name)),
    }
  })
}

const CASES = declaredRoutes.flatMap(casesOf).filter(({ names }) => names.length > 0)
const BLANKS = ['', ' ']

/** Fields that say when an answer was read. */
const TIMES: readonly string[] = ['as_of', 'looked_at', 'server_time', 'cursor']
const timeless = (body: unknown) =>
  JSON.stringify(body, (key, value: unknown) => (TIMES.includes(key) ? '' : value))

describeDatabase('blank values of a query', (open) => {
  let server: DemoServer
  let token: string
  beforeAll(async () => {
    server = await startDemoServer(await open())
    token = await server.tokenOf('admin')
  })
  afterAll(() => server.stop())

  async function ask({ path, needed }: Case, more: readonly [string, string][]) {
    const query = new URLSearchParams([...Object.entries(needed), ...more])
    const { status, headers, body } = await server.call('GET', `/api${path}?${query}`, { token })
    const isJson = String(headers['content-type']).startsWith('application/json')
    return { status, answer: isJson ? timeless(body) : headers['content-disposition'] }
  }

  test('the calls with a query are all here, and what they need is known', () => {
    expect(CASES.length).toBeGreaterThan(40)
    for (const { needed, title } of CASES) expect(Object.values(needed), title).not.toContain('')
  })

  test.each(CASES)('$title', async (one) => {
    const without = await ask(one, [])
    expect(without.status, String(without.answer)).not.toBe(400)
    // A pull leaves out what is above the horizon of the cluster, which tests beside this one move.
    for (const blank of BLANKS)
      await vi.waitFor(async () => {
        const blanks = one.names.map((name): [string, string] => [name, blank])
        expect(await ask(one, blanks)).toEqual(await ask(one, []))
      }, 20_000)
  })

  test('a blank value beside another of the same name leaves that one', async () => {
    const path = '/api/leads/list-broker'
    const one = await server.call('GET', `${path}?status=1`, { token })
    const beside = await server.call('GET', `${path}?status=&status=1&status=`, { token })
    expect(timeless(beside.body)).toBe(timeless(one.body))
    expect(one.status).toBe(200)
  })

  test('the filters of POST /leads/list are a query, too', async () => {
    const list = (filters: object) => server.call('POST', '/api/leads/list', { token, body: { filters } })
    const { status, body } = await list({ channel_id: '', start_date: ' ', client_name: null, status: '' })
    expect(status).toBe(200)
    expect(body).toEqual((await list({})).body)
  })
})
