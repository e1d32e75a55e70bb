/** The fake server of tests/sync answers as the real one does: the same exchanges, made by seed, go to both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PushCommand } from '../../src/contract/sync.ts'
import { mayRun } from '../../src/domain/permissions/actions.ts'
import { BRUNA, DAVI } from '../api/support/people.ts'
import { chance as chanceOf } from '../sync/support/random.ts'
import { NOW } from '../unit/domain/fixtures.ts'
import { ACTIONS, type AnyAction } from './support/actions.ts'
import { openDatabase, type SimDatabase } from './support/database.ts'
import { SimServer } from './support/sim-server.ts'
import { ANOTHER, TwoServers } from './support/two-servers.ts'

const SEEDS = 10
const EXCHANGES = 20
const LEADS = 6
/** The fake server knows no rules about fields, as of a finish, and no known client of a creation. */
const OFFERED: readonly AnyAction[] = ACTIONS.filter(({ command }) => command !== 'lead.finish')
const LONGEST_MS = 600_000

let database: SimDatabase
const happened = new Set<string>()
beforeAll(async () => {
  database = await openDatabase()
}, LONGEST_MS)
afterAll(() => database.close())

const KINDS = ['pull', 'push', 'push', 'push', 'again', 'change', 'change', 'client', 'restore'] as const

async function exchanges(seed: number): Promise<void> {
  await database.reset()
  const chance = chanceOf(seed)
  const clock = { now: NOW }
  const real = new SimServer({ database, clock, chance, filesInFolder: false, processes: 1 })
  await real.start()
  const userId = BRUNA
  const user = (await real.user(userId)) ?? expect.fail('no user')
  const token = await real.signIn(userId, 'device-of-both')
  const both = new TwoServers({ real, user, token, chance, now: () => clock.now })
  await both.begin(LEADS)
  await both.pull()
  const lead = () => chance.pick([...both.device.leads.values()])
  const pushed = (): PushCommand[] => {
    const asked: PushCommand[] = []
    for (let place = chance.below(3); place >= 0; place--) {
      const one = lead()
      const fitting = OFFERED.filter(
        (action) => mayRun(action.command, user) && (action.fits(one, user) || chance.happens(0.1)),
      )
      const before = asked.findLast(({ args }) => JSON.stringify(args).includes(one.uid))
      asked.push(both.command(chance.pick(fitting), one, before?.key ?? null))
    }
    return asked
  }
  for (let place = 0; place < EXCHANGES; place++) {
    clock.now += 60_000
    const kind = chance.pick(KINDS)
    happened.add(kind)
    if (kind === 'pull' || both.device.leads.size === 0) await both.pull()
    else if (kind === 'push') await both.push(pushed())
    else if (kind === 'again') await both.push(both.sent.slice(-3))
    else if (kind === 'change')
      await both.change(
        lead().uid,
        chance.pick([
          { additional_information: `De outro ${place}` },
          { channel_id: 8 },
          { channel_id: 7 },
          { state: 2, status: 2, broker_id: DAVI },
          { state: 2, status: 2, broker_id: ANOTHER },
          { state: 2, status: 2, broker_id: userId },
        ]),
      )
    else if (kind === 'client')
      await both.changeClient(lead().client_uid, { mail: `de-outro-${place}@exemplo.com.br` })
    else await both.restore()
  }
  await both.pull()
  for (const { outcome } of both.fake.push(both.sent).results) happened.add(outcome)
}

test.each(Array.from({ length: SEEDS }, (_, place) => place + 1))(
  'exchanges of seed %i have the same answers',
  { timeout: LONGEST_MS },
  exchanges,
)

test('every kind of exchange and of outcome happens', () => {
  expect(
    [...new Set([...KINDS, 'applied', 'conflict', 'rejected', 'blocked'])].filter(
      (kind) => !happened.has(kind),
    ),
  ).toEqual([])
})
