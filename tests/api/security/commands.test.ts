/** Every command by each kind of user, on own records, foreign ones and missing ones. */
import { describe, expect, test } from 'vitest'
import { commands, isCommandName } from '../../../src/commands/registry.ts'
import { type PushResult, pushResponseSchema } from '../../../src/contract/sync.ts'
import { ACTIONS } from '../../../src/domain/permissions/actions.ts'
import { describeDatabase } from '../support/databases.ts'
import { ARGUMENTS, COMMANDS } from './commands.ts'
import { type At, type CommandLine, hasForeign, ownOf, recordsFor, toldOf } from './row.ts'
import { ask, differences, type Shown, wholeOf } from './support/ask.ts'
import { newUid } from './support/marks.ts'
import { type Belongings, isOwn, MISSING } from './support/records.ts'
import { RESIDENTS, type Resident } from './support/residents.ts'
import { scanFor } from './support/scan.ts'
import { inWorld, type World, written } from './support/world.ts'

const TABLE = Object.entries(COMMANDS).map(([title, line]) => {
  const [command = ''] = title.split(' · ')
  return { title, command, line }
})
type Entry = (typeof TABLE)[number]

const outcomeOf = (result: PushResult) =>
  result.outcome === 'rejected' ? `rejected ${result.code}` : result.outcome

function expectedOutcome(line: CommandLine, me: Resident, record: Belongings): string {
  if (!line.may.includes(me.role)) return 'rejected forbidden'
  const isForeign = record === MISSING || (!isOwn(record) && hasForeign(line, me))
  return isForeign ? (toldOf(line, me, record)?.outcome ?? line.foreign ?? line.own) : line.own
}

function commandOf({ title, command }: Entry, at: At) {
  return {
    key: newUid(),
    command,
    schema_version: isCommandName(command) ? commands[command].version : 1,
    args: ARGUMENTS[title]?.(at),
    base: {},
    occurred_at: new Date().toISOString(),
    depends_on: null,
  }
}

describeDatabase('every command by every user', (open) => {
  let world: World
  inWorld(open, (opened) => {
    world = opened
  })

  test('the table has a line for each command of the registry, and no other', () => {
    expect(new Set(TABLE.map(({ command }) => command))).toEqual(new Set(Object.keys(commands)))
    expect(Object.keys(ARGUMENTS).sort()).toEqual(Object.keys(COMMANDS).sort())
  })

  test("ACTIONS has the roles of each command's line", () => {
    const byActions = TABLE.map(({ title, command }) => [
      title,
      isCommandName(command) ? ACTIONS[command] : [],
    ])
    expect(byActions).toEqual(TABLE.map(({ title, line }) => [title, line.may]))
  })

  describe('has the outcome of the table and reveals no foreign record', () => {
    test.each(TABLE)('$title', async (entry) => {
      const before = await world.foreignState()
      const seen: Seen = { outcomes: {}, expected: {}, leaks: [], different: [] }
      for (const me of RESIDENTS) await pushAs(world, entry, me, seen)
      expect.soft(seen.outcomes).toEqual(seen.expected)
      expect.soft(seen.leaks, 'revealed out of scope').toEqual([])
      expect.soft(seen.different, 'foreign, and distinguishable from missing').toEqual([])
      expect.soft(written(before, await world.foreignState()), 'foreign, and written').toEqual([])
      await world.renew()
    })
  })
})

interface Seen {
  readonly outcomes: Record<string, string>
  readonly expected: Record<string, string>
  readonly leaks: string[]
  readonly different: string[]
}

/** All records in one request, like a device's queue. */
async function pushAs(world: World, entry: Entry, me: Resident, seen: Seen): Promise<void> {
  const { line } = entry
  const own = ownOf(line, me)
  if (own === null) return
  const records = recordsFor(line, me)
  const body = {
    device_id: 'device-of-the-test',
    app_version: '1.0.0',
    commands: records.map((record) => commandOf(entry, { me, record, own })),
  }
  const reply = await ask(world.server, world.deviceOf(me), { method: 'POST', path: '/sync/push', body })
  expect(reply.status, `${me.name}: ${reply.body}`).toBe(200)
  const { results } = pushResponseSchema.parse(JSON.parse(reply.body))
  const shown: Shown[] = []
  for (const [place, record] of records.entries()) {
    const label = `${me.name} · ${isOwn(record) ? 'own' : record.kind}`
    const result = results[place]
    if (result === undefined) throw new Error(`${label}: no result`)
    const answer = JSON.stringify(result)
    const told = toldOf(line, me, record)
    const says = told === undefined || !line.may.includes(me.role) || answer.includes(told.says)
    seen.outcomes[label] = says ? outcomeOf(result) : `${outcomeOf(result)} without ${told.says}`
    seen.expected[label] = expectedOutcome(line, me, record)
    if (told === undefined && !isOwn(record)) shown.push({ record, answer })
  }
  const leaks = scanFor(me)({ answer: wholeOf(reply), request: JSON.stringify(body) })
  seen.leaks.push(...leaks.map((leak) => `${me.name}: ${leak}`))
  if (hasForeign(line, me)) seen.different.push(...differences(shown).map((one) => `${me.name} · ${one}`))
}
