/**
 * Two devices without a network: the one shows a waiting creation as a code, the other reads it, and either sends it first. Between
 * their pushes one is killed, signs out, is ordered to be erased, or the server's database is restored. In one scenario of ten, with
 * chances of its own. docs/rules.md#hand-over
 */
import { expect } from 'vitest'
import { certificateSchema, handOverKeysRoute } from '../../../src/contract/hand-over.ts'
import { correctedNow } from '../../../src/db/mirror/clock-offset.ts'
import { isHandable } from '../../../src/db/outbox/handable.ts'
import { receiveHanded } from '../../../src/db/outbox/receive-handed.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import { deviceId } from '../../../src/db/session/device-session.ts'
import { handOverKeys, keepHandOverKeys } from '../../../src/db/session/hand-over-keys.ts'
import { endingProof } from '../../../src/db/session/session-endings.ts'
import { giveLead } from '../../../src/device/hand-over/give.ts'
import { unpacked } from '../../../src/device/hand-over/packed.ts'
import { readHanded } from '../../../src/device/hand-over/read.ts'
import { newSigningKey } from '../../../src/device/hand-over/signing.ts'
import { ERASED_MESSAGE } from '../../../src/domain/client/erasure.ts'
import { joined, type Part, partOf, withPart } from '../../../src/domain/hand-over/parts.ts'
import {
  ALREADY_HERE,
  CODE_LIFE_MS,
  NO_KEYS,
  NOT_OURS,
  NOT_WAITING,
  OLD_KEYS,
  periodOf,
  readingProblem,
} from '../../../src/domain/hand-over/rules.ts'
import { may } from '../../../src/domain/permissions/actions.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { aBrokerage } from '../../support/handed.ts'
import type { Chance } from '../../sync/support/random.ts'
import { BEGINNINGS, CAPTURE } from './actions.ts'
import type { Cast } from './next-steps.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import { chanceInTenth } from './tenth.ts'
import { canPull, isAwake } from './up-to-date.ts'

/** Of the steps of such a scenario. */
const OFTEN = 0.25
const STREAM = 10

type Bytes = Uint8Array<ArrayBuffer>

interface Pair {
  readonly giver: Tablet
  readonly receiver: Tablet
}

interface Shown {
  readonly bytes: Bytes
  readonly record: OutboxRecord
}

/** Another brokerage reads by its own keys. */
const stranger = aBrokerage(Buffer.alloc(32, 1))

export class HandOvers {
  readonly #stage: Stage
  readonly #cast: Cast
  readonly #chance: Chance | null

  constructor(stage: Stage, cast: Cast, seed: number) {
    this.#stage = stage
    this.#cast = cast
    this.#chance = chanceInTenth(seed, STREAM)
  }

  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null || !chance.happens(OFTEN)) return
    const able = this.#stage.tablets.filter(isAwake)
    if (able.length < 2) return
    const giver = chance.pick(able)
    const receiver = chance.pick(able.filter((tablet) => tablet !== giver))
    for (const tablet of able) if (chance.happens(0.7)) await this.#getKeys(tablet)
    const restores = chance.happens(0.2)
    if (restores) await this.#cast.restores.dump()
    const shown = await this.#give({ giver, receiver }, chance)
    if (shown === null) return
    for (const reader of able.filter((tablet) => tablet !== giver))
      if (reader === receiver || chance.happens(0.3)) await this.#read(reader, shown, chance)
    await this.#work({ giver, receiver }, shown, chance)
    await this.#send({ giver, receiver }, restores, chance)
  }

  /** As `keepKeysOfHandOvers` does in a page. */
  async #getKeys(tablet: Tablet): Promise<void> {
    const { server, clock } = this.#stage
    const { db } = tablet
    const [session, kept] = await tablet.look(
      async () => [await db.device.session.get('current'), await handOverKeys(db)] as const,
    )
    if (session === undefined || session.expired) return
    const { own, publicKey } = kept ?? (await newSigningKey())
    const answer = await server.handle({
      method: 'POST',
      path: '/api/hand-over/keys',
      token: session.token,
      body: JSON.stringify({ public_key: publicKey }),
    })
    if (answer?.status !== 200) return
    const { data } = handOverKeysRoute.answer.parse(JSON.parse(answer.body))
    const user = await server.user(tablet.userId)
    const receives = user !== null && may('lead.receive', roleOf(user))
    for (const { open } of data.ring)
      expect(open !== null, `whether tablet ${tablet.number} opens codes`).toBe(receives)
    const keys = { own, publicKey, ...data, session: await endingProof(session.token), renewedAt: clock.now }
    await tablet.look(() => keepHandOverKeys(db, keys))
  }

  /** Shows a creation that waits, or a new one. null: there is none, or its device can't. */
  async #give({ giver }: Pair, chance: Chance): Promise<Shown | null> {
    const { oracle, count, say } = this.#stage
    const { db } = giver
    const record = await this.#waiting(giver, chance)
    if (record === null) return null
    const given = await alive(giver, () => giveLead(db, record.entityUid, giver.now))
    const keys = await giver.look(() => handOverKeys(db))
    if (given === null) return null
    if (given.kind === 'impossible') {
      expect([NO_KEYS, OLD_KEYS, NOT_WAITING]).toContain(given.message)
      if (given.message === NO_KEYS) expect(keys).toBeNull()
      count('no code of a creation')
      return null
    }
    const bytes = bytesOf(given.codes, chance)
    const certificate = certificateSchema.parse(JSON.parse(keys?.certificate ?? ''))
    const statement = {
      key: record.key,
      command: record.command,
      schema_version: record.schemaVersion,
      args: record.args,
      base: record.base,
      occurred_at: record.occurredAt,
      handed_at: new Date(await giver.look(() => correctedNow(db, giver.now))).toISOString(),
    }
    const { user_id: author, session_id: sessionId } = certificate
    expect(author).toBe(giver.userId)
    oracle.handOvers.given(giver, record, {
      statement,
      author,
      deviceId: certificate.device_id,
      sessionId,
    })
    count('code of a creation')
    say(`  tablet ${giver.number}: shows lead ${record.entityUid.slice(-4)}`)
    await this.#readByStranger(bytes)
    return { bytes, record }
  }

  async #waiting(giver: Tablet, chance: Chance): Promise<OutboxRecord | null> {
    const waiting = async () =>
      (await giver.look(() => giver.db.outbox.orderBy('seq').toArray())).filter(isHandable)
    const before = await waiting()
    if (before.length > 0 && chance.happens(0.5)) return chance.pick(before)
    const session = await giver.look(() => giver.db.device.session.get('current'))
    const leads = await giver.look(() => giver.db.leads.toArray())
    const [lead] = leads
    if (session === undefined || lead === undefined) return null
    const actions = BEGINNINGS.filter(({ command }) => may(command, roleOf(session.user)))
    await this.#cast.users.doIt(giver, chance.pick(actions), lead.uid, session.user)
    return (await waiting()).at(-1) ?? null
  }

  async #readByStranger(bytes: Bytes): Promise<void> {
    const { clock } = this.#stage
    const period = periodOf(clock.now)
    const ring = [period - 2, period - 1, period, period + 1].map((one) => {
      const { point, secret } = stranger.ringPair(one)
      return { period: one, seal: point.toString('base64url'), open: secret.toString('base64url') }
    })
    expect(await unpacked(bytes, ring), 'what another brokerage reads').toBeNull()
  }

  async #read(reader: Tablet, { bytes, record }: Shown, chance: Chance): Promise<void> {
    const { clock, oracle, count, say } = this.#stage
    const { db } = reader
    clock.now += chance.pick([0, 0, MINUTE_MS, 9 * MINUTE_MS, 2 * CODE_LIFE_MS])
    const reading = await alive(reader, () => readHanded(db, bytes, reader.now))
    if (reading === null) return
    if (reading.kind === 'impossible') {
      count('a code is not read')
      await this.#mayNotRead(reader, reading.message, record)
      return
    }
    const keys = await reader.look(() => handOverKeys(db))
    expect(
      keys?.ring.every(({ open }) => open !== null),
      'a device without keys read a code',
    ).toBe(true)
    if (chance.happens(0.1)) reader.faults.dieIn = chance.below(12)
    const received = await alive(reader, () => receiveHanded(db, reading, reader.now))
    if (received === null) {
      count('killed while it receives')
      return
    }
    if (received.kind === 'impossible') expect(received.message).toBe(ERASED_MESSAGE)
    else {
      expect(received).toEqual({ kind: 'queued', leadUid: record.entityUid })
      const queue = await reader.look(() => db.outbox.toArray())
      oracle.handOvers.received(reader, queue)
    }
    count('received by hand')
    say(`  tablet ${reader.number}: receives lead ${record.entityUid.slice(-4)}`)
  }

  /** What was given in honour is refused only with a reason that the reader's device has. */
  async #mayNotRead(reader: Tablet, message: string, record: OutboxRecord): Promise<void> {
    const { db } = reader
    const keys = await reader.look(() => handOverKeys(db))
    const lead = await reader.look(() => db.leads.get(record.entityUid))
    const isOpen = keys?.ring.some(({ open }) => open !== null) ?? false
    const reasons = [
      ...(keys === null ? [NO_KEYS] : []),
      ...(lead === undefined ? [] : [ALREADY_HERE]),
      // The periods of both rings may have become others meanwhile.
      ...(isOpen && Math.abs((keys?.renewedAt ?? 0) - reader.now) < MINUTE_MS ? [] : [NOT_OURS]),
      ...CLOCKS,
    ]
    if ((await reader.look(() => db.device.session.get('current'))) === undefined) return
    expect(reasons, `why tablet ${reader.number} does not read a code`).toContain(message)
  }

  /** Both work on while they wait. */
  async #work({ giver, receiver }: Pair, { record }: Shown, chance: Chance): Promise<void> {
    for (const tablet of [giver, receiver]) {
      if (!isAwake(tablet) || !chance.happens(0.35)) continue
      const session = await tablet.look(() => tablet.db.device.session.get('current'))
      if (session !== undefined) await this.#cast.users.doIt(tablet, CAPTURE, record.entityUid, session.user)
    }
  }

  async #send({ giver, receiver }: Pair, restores: boolean, chance: Chance): Promise<void> {
    const { count } = this.#stage
    const [first, second] = chance.happens(0.5) ? [giver, receiver] : [receiver, giver]
    const sends = chance.happens(0.7) && (await this.#sends(first))
    const between = chance.pick(['nothing', 'nothing', 'kill', 'sign out', 'order', 'session'] as const)
    if (sends) count(first === giver ? 'the giver sends first' : 'the receiver sends first')
    if (restores && sends) {
      count('restored between two pushes')
      await this.#cast.restores.restore()
    } else if (between === 'kill') chance.pick([giver, receiver]).faults.dieIn = chance.below(25)
    else if (between === 'sign out') await this.#signOut(chance.pick([giver, receiver]))
    else if (between === 'order') await this.#eraseDevice(giver, receiver)
    else if (between === 'session') await this.#stage.server.revoke(giver.userId)
    if (chance.happens(0.7)) await this.#sends(second)
    else {
      first.nudge()
      second.nudge()
      await first.quiet()
      await second.quiet()
    }
  }

  /** Resolves to whether it has sent what waits, as far as its session goes. */
  async #sends(tablet: Tablet): Promise<boolean> {
    if (!canPull(tablet)) return false
    tablet.nudge()
    await tablet.quiet()
    await this.#cast.delivery.settle(tablet)
    return true
  }

  async #signOut(tablet: Tablet): Promise<void> {
    if (!isAwake(tablet)) return
    this.#stage.count('sign out between two pushes')
    await this.#cast.faults.signOutOf(tablet)
  }

  /** An administrator orders the giver's device to be erased. The receiver sends before the device hears of it, or not. */
  async #eraseDevice(giver: Tablet, receiver: Tablet): Promise<void> {
    const { server, oracle, count, say } = this.#stage
    if (!isAwake(giver)) return
    count('a device is erased between two pushes')
    say(`  tablet ${giver.number}: is to be erased`)
    const device = await giver.look(() => deviceId(giver.db.device))
    await server.orderErasure(giver.userId, device)
    await this.#sends(receiver)
    if (!isAwake(giver)) return
    await this.#cast.users.signOut(giver, false)
    oracle.arrivals.mirrorDeleted(giver.number)
    await server.confirmErasure(giver.userId, device)
    giver.open()
    await this.#cast.users.signIn(giver)
    giver.run()
    await giver.quiet()
  }
}

/** Why two devices whose clocks differ, or a late reader, do not meet. */
const CERTIFIED = { from: new Date(0).toISOString(), until: new Date(1).toISOString() }
const at = (ms: number) => new Date(ms).toISOString()
const CLOCKS: readonly string[] = [
  readingProblem(CERTIFIED, at(60 * MINUTE_MS), 0),
  readingProblem(CERTIFIED, at(0), 60 * MINUTE_MS),
  readingProblem(CERTIFIED, at(5), 5),
].flatMap((message) => message ?? [])

/** Resolves to null if the tab died meanwhile. */
async function alive<Value>(tablet: Tablet, act: () => Promise<Value>): Promise<Value | null> {
  const { faults } = tablet
  try {
    return await act()
  } catch (error) {
    if (faults.dead) return null
    throw error
  }
}

/** The reader's camera meets the codes in any order, and some of them twice. */
function bytesOf(codes: readonly string[], chance: Chance): Bytes {
  const parts = codes.flatMap((code) => partOf(code) ?? [])
  const seen = [...parts, ...parts].toSorted(() => chance.next() - 0.5)
  const bytes = joined(seen.reduce<readonly Part[]>(withPart, []))
  if (bytes === null) throw new Error('parts of a code are missing')
  return bytes
}
