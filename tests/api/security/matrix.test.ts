/** Every operation by each kind of user and without a session, on own records, foreign ones and missing ones. */

import { describe, expect, test } from 'vitest'
import { ACTIONS } from '../../../src/domain/permissions/actions.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { isSliced } from '../../support/slice.ts'
import { describeDatabase } from '../support/databases.ts'
import { everythingVisible } from '../support/server.ts'
import { OPERATIONS } from './expectations.ts'
import { REQUESTS } from './requests.ts'
import { type At, hasForeign, type OperationLine, ownOf, recordsFor, toldOf } from './row.ts'
import { type Asked, ask, differences, type Method, type Shown, wholeOf } from './support/ask.ts'
import { type Belongings, isOwn, MISSING } from './support/records.ts'
import { ADMINISTRATOR, RESIDENTS, type Resident } from './support/residents.ts'
import { scanFor } from './support/scan.ts'
import { inWorld, type World, written } from './support/world.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'] as const satisfies readonly Method[]

interface Operation {
  readonly title: string
  readonly route: string
  readonly method: Method
  readonly line: OperationLine
}

const TABLE: readonly Operation[] = Object.entries(OPERATIONS).map(([title, line]) => {
  const [route = ''] = title.split(' · ')
  const method = METHODS.find((one) => route.startsWith(`${one} `))
  if (method === undefined) throw new Error(`no method in ${title}`)
  return { title, route, method, line }
})

/** The roles that may call the route at all, from its plain line. */
const doorOf = ({ route, line }: Operation) => OPERATIONS[route]?.may ?? line.may

function expectedStatus(operation: Operation, me: Resident | null, record: Belongings): number {
  const { line } = operation
  const door = doorOf(operation)
  if (door === 'public' || line.may === 'public') return line.own
  if (me === null) return 401
  if (!door.includes(me.role)) return 403
  const isForeign = record === MISSING || (!isOwn(record) && hasForeign(line, me))
  if (isForeign) return toldOf(line, me, record)?.outcome ?? line.foreign ?? line.own
  return line.may.includes(me.role) ? line.own : 403
}

/** The code by which everybody is refused whom the route does not let in at all; null: it lets this user in. */
function refusalAtDoor(operation: Operation, me: Resident | null): string | null {
  const door = doorOf(operation)
  if (door === 'public' || operation.line.may === 'public') return null
  if (me === null) return '"code":"session"'
  return door.includes(me.role) ? null : '"code":"forbidden"'
}

function requestOf({ title, route, method }: Operation, at: At): Asked & { method: Method } {
  const path = route.slice(method.length + 1).replace(/:(id|leadId)\b/, String(at.record.lead.id))
  return { method, path, ...REQUESTS[title]?.(at) }
}

describeDatabase('every operation by every user', (open) => {
  let world: World
  inWorld(open, (opened) => {
    world = opened
  })

  test('the table has a line for each route of the server, and no other', () => {
    const routes = world.routes.map(({ route }) => route)
    // Fastify answers HEAD for every GET, and the matrix sends both.
    const lines = TABLE.flatMap(({ route }) => [route, route.replace(/^GET /, 'HEAD ')])
    const unlisted = routes.filter((route) => !lines.includes(route))
    expect.soft(unlisted, 'routes without a line').toEqual([])
    const gone = TABLE.flatMap(({ route }) => (routes.includes(route) ? [] : [route]))
    expect.soft(gone, 'lines without a route').toEqual([])
    const unused = Object.keys(REQUESTS).filter((title) => OPERATIONS[title] === undefined)
    expect.soft(unused, 'requests without a line').toEqual([])
  })

  test("ACTIONS has the roles of each route's line", () => {
    const byActions = TABLE.map(({ title, route, line }) => {
      const action = line.action ?? world.routes.find((one) => one.route === route)?.action ?? 'public'
      return [title, action === 'public' ? 'public' : ACTIONS[action]]
    })
    expect(byActions).toEqual(TABLE.map(({ title, line }) => [title, line.may]))
  })

  describe('has the answer of the table and reveals no foreign record', () => {
    test.each(TABLE)('$title', async (operation) => {
      // Limits used up by one line must not affect the next.
      world.server.forward(MINUTE_MS)
      await everythingVisible(world.store)
      const before = await world.foreignState()
      const seen = await askEverybody(world, operation)
      expect.soft(seen.statuses).toEqual(seen.expected)
      expect.soft(seen.leaks, 'revealed out of scope').toEqual([])
      expect.soft(seen.different, 'foreign, and distinguishable from missing').toEqual([])
      expect.soft(seen.silent, 'left out').toEqual([])
      expect.soft(written(before, await world.foreignState()), 'foreign, and written').toEqual([])
      if (operation.method !== 'GET') await world.renewChanged()
    })
  })
})

interface Seen {
  readonly statuses: Record<string, number>
  readonly expected: Record<string, number>
  readonly leaks: string[]
  readonly different: string[]
  readonly silent: string[]
}

async function askEverybody(world: World, operation: Operation): Promise<Seen> {
  const seen: Seen = { statuses: {}, expected: {}, leaks: [], different: [], silent: [] }
  // The documentation of the API takes seconds to write, and reads no record.
  const isDocumentation = operation.route.includes(' /docs')
  for (const me of [null, ...(isDocumentation ? [ADMINISTRATOR] : RESIDENTS)])
    await askAs(world, operation, me, seen)
  return seen
}

/** null has no session and asks for the administrator's records. */
async function askAs(world: World, operation: Operation, me: Resident | null, seen: Seen): Promise<void> {
  const { line } = operation
  const as = me ?? ADMINISTRATOR
  const own = ownOf(line, as)
  if (own === null) return
  const scan = scanFor(me)
  const device =
    me === null ? null : () => (line.endsSession ? world.server.confirmedDevice(me.id) : world.deviceOf(me))
  const shown: Shown[] = []
  const refusal = refusalAtDoor(operation, me)
  const records = recordsFor(line, as)
  // A door looks at no record: a slice asks there for one of each kind, `npm run test:long` for all.
  const isOfKind = (record: Belongings, at: number) => at === 0 || record === MISSING || record === own
  for (const record of refusal === null || !isSliced ? records : records.filter(isOfKind)) {
    const label = `${me?.name ?? 'nobody'} · ${isOwn(record) ? 'own' : record.kind}`
    const request = requestOf(operation, { me: as, record, own })
    const expected = expectedStatus(operation, me, record)
    const reply = await ask(world.server, await device?.(), request, line.stream)
    seen.statuses[label] = reply.status
    seen.expected[label] = expected
    if (hasHead(world, operation) && (isOwn(record) || shown.length === 0)) {
      const head = await ask(world.server, await device?.(), { ...request, method: 'HEAD' }, line.stream)
      seen.statuses[`${label} · HEAD`] = head.status
      seen.expected[`${label} · HEAD`] = expected
    }
    const allowed = me !== null && !hasForeign(line, me) ? record : null
    const leaks = scan({ answer: wholeOf(reply), request: JSON.stringify(request), allowed })
    seen.leaks.push(...leaks.map((leak) => `${label}: ${leak}`))
    const told = toldOf(line, me, record)
    const says = told?.says ?? (record === own ? line.tells?.(record) : undefined)
    const isRefused = reply.status === 401 || reply.status === 403
    // Of a stream only the beginning is read.
    if (refusal !== null && line.stream !== true && !reply.body.includes(refusal))
      seen.silent.push(`${label}: ${refusal}`)
    if (says !== undefined && !isRefused && !reply.body.includes(says)) seen.silent.push(`${label}: ${says}`)
    if (told === undefined && !isOwn(record))
      shown.push({ record, answer: `${reply.status} ${wholeOf(reply)}` })
  }
  if (me !== null && hasForeign(line, me))
    seen.different.push(...differences(shown).map((one) => `${me.name} · ${one}`))
}

const hasHead = ({ routes }: World, { route, method }: Operation) =>
  method === 'GET' && routes.some((one) => one.route === route.replace('GET', 'HEAD'))
