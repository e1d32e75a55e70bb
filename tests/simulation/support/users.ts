/** The users' actions on their tablets: commands, signing in and out. */

import { expect } from 'vitest'
import { type CommandName, commands } from '../../../src/commands/registry.ts'
import { correctedNow } from '../../../src/db/mirror/clock-offset.ts'
import { contextAt, contextSource } from '../../../src/db/outbox/command-context.ts'
import { runCommand } from '../../../src/db/outbox/run-command.ts'
import type { OutboxRecord } from '../../../src/db/schema/records.ts'
import {
  clearSession,
  deviceId,
  markExpired,
  updateSessionUser,
  writeSession,
} from '../../../src/db/session/device-session.ts'
import { dropAllButQueue } from '../../../src/db/sign-out.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { ERASED_MESSAGE } from '../../../src/domain/client/erasure.ts'
import { flatRow } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { mayRun } from '../../../src/domain/permissions/actions.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { aLead } from '../../unit/domain/fixtures.ts'
import { ACTIONS, type AnyAction, BEGINNINGS, MARK, NOTE } from './actions.ts'
import { askIn } from './asking.ts'
import { namesKnownClient } from './decisions.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'
import { isTenth } from './tenth.ts'

/** One scenario in fifteen has quick notes; no scenario of a mutant is among them, so that those stay as they are. */
const hasNotes = (seed: number) => seed % 29 === 0 || seed % 29 === 14

export class Users {
  readonly #stage: Stage
  readonly #hasNotes: boolean
  /** A certificate of a hand-over names the device of the session, which is the one that sends. */
  readonly #hasDevices: boolean
  #meanwhile = false

  constructor(stage: Stage, seed: number) {
    this.#stage = stage
    this.#hasNotes = hasNotes(seed)
    this.#hasDevices = isTenth(seed)
    askIn(seed)
  }

  /** Returns an open tablet and brings one of its tabs to the front. */
  anyTablet(): Tablet {
    const tablet = this.#stage.chance.pick(this.#stage.tablets.filter(({ isOpen }) => isOpen))
    tablet.turn()
    return tablet
  }

  /** The user acts while the engine processes an answer, between its transactions, in the same or another tab. */
  async workMeanwhile(tablet: Tablet): Promise<void> {
    if (!tablet.isOpen) return
    tablet.turn()
    this.#meanwhile = true
    try {
      await this.work(tablet)
    } finally {
      this.#meanwhile = false
    }
  }

  async work(tablet = this.anyTablet()): Promise<void> {
    if (tablet.faults.dead) return
    const user = (await tablet.look(() => tablet.db.device.session.get('current')))?.user
    if (user === undefined) return
    const leads = await tablet.look(() => tablet.db.leads.toArray())
    const chance = this.#stage.chance
    this.#stage.clock.now += 1 + chance.below(2000)
    const fitting = ACTIONS.flatMap((action) =>
      leads.filter((lead) => action.fits(lead, user)).map((lead) => ({ action, lead })),
    )
    const action = chance.pick(ACTIONS)
    const chosen = fitting.filter((one) => one.action === action)
    const done =
      chosen.length > 0
        ? chance.pick(chosen)
        : fitting.length > 0 && chance.happens(0.8)
          ? chance.pick(fitting)
          : null
    if (done !== null) {
      if (this.#hasNotes && chance.happens(0.6)) await this.doIt(tablet, NOTE, done.lead.uid, user)
      await this.doIt(tablet, done.action, done.lead.uid, user)
      if (this.#hasNotes && chance.happens(0.6)) await this.doIt(tablet, NOTE, done.lead.uid, user)
      if (chance.happens(0.25))
        await this.#haveSecondThoughts(tablet, chance.pick([done.action, MARK, MARK]), done.lead.uid, user)
    } else if (leads[0] !== undefined) {
      const beginning = chance.pick(BEGINNINGS.filter(({ fits }) => fits(leads[0] ?? aLead(), user)))
      await this.doIt(tablet, beginning, leads[0].uid, user)
    }
    if (chance.happens(0.7)) tablet.nudge()
    await tablet.quiet()
  }

  /** The same action twice more, so that commands queue behind one that writes the same fields. */
  async #haveSecondThoughts(
    tablet: Tablet,
    action: AnyAction,
    uid: string,
    user: SessionUser,
  ): Promise<void> {
    await this.doIt(tablet, action, uid, user)
    await this.doIt(tablet, action, uid, user)
  }

  /** Returns the queued command; null if none was queued. Throws if a part of a command was stored. */
  async doIt(
    tablet: Tablet,
    action: AnyAction,
    uid: string,
    user: SessionUser,
  ): Promise<OutboxRecord | null> {
    const { db } = tablet
    const [lead, client, before] = await tablet.look(async () => {
      const shown = await db.leads.get(uid)
      return [shown, await db.clients.get(shown?.client_uid ?? ''), await db.outbox.count()] as const
    })
    // A person has no button for what the table of permissions denies.
    if (lead === undefined || !action.fits(lead, user) || !mayRun(action.command, user)) return null
    const args = action.args({
      lead,
      client,
      user,
      chance: this.#stage.chance,
      now: tablet.now,
      newUid: () => crypto.randomUUID(),
    })
    const outcome = await runCommand(db, action.command, args, { nowMs: tablet.now }).catch(
      (error: unknown) => {
        if (tablet.faults.dead) return null
        throw error
      },
    )
    if (outcome?.kind === 'queued') {
      this.#stage.count(action.command)
      if (BEGINNINGS.includes(action) && namesKnownClient(outcome.record))
        this.#stage.count('creation for a known client')
      const { entityUid, state } = outcome.record
      this.#stage.say(`  tablet ${tablet.number}: ${action.command} on ${entityUid.slice(-4)}, ${state}`)
      this.#stage.worked.push(uid)
      // While an answer is processed the row may change before the command runs. Then only the base shows which values
      // the command replaced, also for a later command when this one is discarded.
      const { base } = outcome.record
      const unseen = BEGINNINGS.includes(action) ? {} : this.#meanwhile ? base : null
      const after = await tablet.look(async () => {
        const shown = await db.leads.get(uid)
        return flatRow(shown ?? null, (await db.clients.get(shown?.client_uid ?? '')) ?? null)
      })
      const shown =
        unseen === null ? { before: flatRow(lead, client ?? null), after } : { before: unseen, after: unseen }
      this.#stage.oracle.commands.add(tablet, outcome.record, shown)
      return outcome.record
    }
    if (!this.#meanwhile && (await tablet.look(() => db.outbox.count())) !== before)
      throw new Error('a part of a command was stored')
    if (outcome?.kind === 'storage_full') {
      this.#stage.count('command on a full disk')
      expect(tablet.disk.full, 'a command found a full disk').toBe(true)
    } else if (outcome?.message === ERASED_MESSAGE)
      this.#stage.count('command about an erased client is not queued')
    else if (
      outcome?.message === (await this.#problemOf(tablet, action.command, { args, lead, client, user }))
    )
      this.#stage.count(
        action.command.startsWith('client.')
          ? 'wrong value of a client is not queued'
          : 'command that its lead does not allow is not queued',
      )
    else if (outcome !== null && !this.#meanwhile)
      throw new Error(`${action.command} is impossible: ${outcome.message}`)
    return null
  }

  async #problemOf(
    tablet: Tablet,
    command: CommandName,
    {
      args,
      lead,
      client = null,
      user,
    }: {
      readonly args: unknown
      readonly lead: Lead
      readonly client: Client | null | undefined
      readonly user: SessionUser
    },
  ): Promise<string | null> {
    const prepared = commands[command].prepare(args)
    if ('errors' in prepared) return null
    const { db, now } = tablet
    const [source, at] = await tablet.look(() =>
      Promise.all([contextSource(db, user), correctedNow(db, now)]),
    )
    const context = contextAt(source, lead.channel_id, new Date(at).toISOString())
    const verdict = prepared.verdict(lead, context)
    if (verdict !== null && verdict !== 'done') return verdict.message
    const after = prepared.applyClient(client, context)
    if (after === null) return null
    return prepared.fieldProblems(context, { before: client, after })[0]?.message ?? null
  }

  async signIn(tablet: Tablet): Promise<void> {
    const user = await this.#stage.server.user(tablet.userId)
    if (user === null) return
    const device = this.#hasDevices
      ? await tablet.look(() => deviceId(tablet.db.device))
      : `tablet-${tablet.number}`
    const token = await this.#stage.server.signIn(tablet.userId, device)
    await writeSession(token, user, tablet.db.device).catch(() => undefined)
  }

  async signInAgain(): Promise<void> {
    const { tablets, chance } = this.#stage
    const ended: Tablet[] = []
    for (const tablet of tablets.filter(({ isOpen }) => isOpen)) {
      const session = await tablet.look(() => tablet.db.device.session.get('current'))
      if (session?.expired === true) ended.push(tablet)
    }
    if (ended.length === 0) return
    const tablet = chance.pick(ended)
    tablet.turn()
    await this.signIn(tablet)
    tablet.nudge()
    await tablet.quiet()
  }

  /** Signs out as the menu does, but without the lock, since the engine has ended. */
  async signOut(tablet: Tablet, keepsQueue: boolean): Promise<void> {
    const { db } = tablet
    const outbox = await tablet.look(() => db.outbox.toArray())
    await clearSession(db.device)
    await tablet.stop()
    if (keepsQueue) await dropAllButQueue(db)
    else this.#stage.oracle.commands.givenUp(tablet, outbox)
    await tablet.close()
    if (!keepsQueue) tablet.empty()
  }

  async endSession(): Promise<void> {
    const tablet = this.anyTablet()
    const { chance, count, server } = this.#stage
    const end = chance.pick(['revoked', 'revoked', 'expired', 'found dead', 'found revoked'] as const)
    if (end === 'expired') count('session grew old')
    if (end === 'expired') return server.letExpire(tablet.userId)
    if (end !== 'found dead') await server.revoke(tablet.userId)
    if (end === 'revoked') return
    // Another part of the app than the engine hears of the end first.
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    if (session === undefined) return
    count(`session ${end} by a screen`)
    await markExpired(session.token, end === 'found revoked', tablet.db.device).catch(() => undefined)
  }

  /** Refreshes the user of the session, as opening the app does. */
  async refreshUser(tablet: Tablet): Promise<void> {
    const user = await this.#stage.server.user(tablet.userId)
    const session = await tablet.look(() => tablet.db.device.session.get('current'))
    if (user !== null && session !== undefined)
      await updateSessionUser(session.token, user, tablet.db.device).catch(() => undefined)
  }
}
