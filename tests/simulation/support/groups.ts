/**
 * Users give outcomes, which are groups of commands, and take some back, in every ninth scenario from a late one on: a group is
 * applied whole or not at all. Tablets die between its parts, and the server between its commands. It has chances of its own,
 * so that the other scenarios stay as they are. docs/sync-protocol.md#groups
 */
import { expect } from 'vitest'
import type { GroupMember } from '../../../src/commands/groups.ts'
import { keepOutcome, type LastOutcome } from '../../../src/db/outbox/last-outcome.ts'
import { type MadeGroup, runGroup } from '../../../src/db/outbox/run-command.ts'
import type { LastCall } from '../../../src/db/session/last-call.ts'
import { undoOutcome } from '../../../src/db/undo-outcome.ts'
import { flatRow } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { type Chance, chance as chanceOf } from '../../sync/support/random.ts'
import { type Delivery, isPush } from './delivery.ts'
import type { Letter } from './network.ts'
import type { Stage } from './stage.ts'
import type { Tablet } from './tablet.ts'

/** The first scenarios are those of most mutants. */
const FIRST = 60
const EVERY = 9
const PLACE = 5
/** Of the steps of such a scenario. */
const OFTEN = 0.3
const UNDO = 0.3
const DEATH = 0.15
const SERVER_DEATH = 0.3

interface Given {
  readonly tablet: Tablet
  /** Of the tablet: another one after its storage was emptied. */
  readonly name: string
  readonly made: MadeGroup
  /** Of the outcome that the tablet keeps; null: a group that takes one back. */
  readonly call: LastCall | null
}

const hasGroup = ({ request: { body } }: Letter) => typeof body === 'string' && body.includes('"group":')

export class Groups {
  readonly #stage: Stage
  readonly #delivery: Delivery
  readonly #chance: Chance | null
  readonly #given: Given[] = []
  #calls = 0

  constructor(stage: Stage, delivery: Delivery, seed: number) {
    this.#stage = stage
    this.#delivery = delivery
    this.#chance = seed >= FIRST && seed % EVERY === PLACE ? chanceOf(seed * 1_000 + EVERY) : null
  }

  /** A user gives an outcome or takes one back, or the server dies within a group, or nothing happens. */
  async perhaps(): Promise<void> {
    const chance = this.#chance
    if (chance === null) return
    const letter = this.#stage.network.underWay.find((one) => isPush(one) && hasGroup(one))
    if (letter !== undefined && chance.happens(SERVER_DEATH)) await this.#dieWithin(letter, chance)
    if (!chance.happens(OFTEN)) return
    const open = this.#stage.tablets.filter(({ isOpen, isReadable }) => isOpen && isReadable)
    if (open.length === 0) return
    const tablet = chance.pick(open)
    tablet.turn()
    if (tablet.faults.dead || tablet.disk.full) return
    const mine = this.#given.filter(({ name, made }) => name === tablet.name && made.inverses !== null)
    const last = mine.at(-1)
    if (last !== undefined && chance.happens(UNDO)) await this.#undo(last)
    else await this.#give(tablet, chance)
    if (chance.happens(0.6)) tablet.nudge()
    await tablet.quiet()
  }

  /** The server dies at any query of a group: nothing of it may stay. */
  async #dieWithin(letter: Letter, chance: Chance): Promise<void> {
    this.#stage.count('server dies within a group')
    this.#stage.server.database.witness.dieIn(chance.below(60))
    await this.#delivery.deliver(letter)
  }

  async #give(tablet: Tablet, chance: Chance): Promise<void> {
    const leads = await tablet.look(() => tablet.db.leads.toArray())
    const worked = leads.filter(({ state, version }) => state === 2 && version > 0)
    const signedIn = (await tablet.look(() => tablet.db.device.session.get('current')))?.user
    if (worked.length === 0 || signedIn === undefined) return
    const lead = chance.pick(worked)
    const dies = chance.happens(DEATH)
    // Fewer operations than the whole group needs: the transaction is never whole.
    if (dies) tablet.faults.dieIn = chance.below(12)
    this.#stage.clock.now += 1 + chance.below(2000)
    const call = this.#callOf(lead, tablet.now)
    await this.#run(tablet, lead, call, () =>
      runGroup(tablet.db, membersOf(lead, tablet.now, chance), {
        nowMs: tablet.now,
        alongside: (made) => keepOutcome(tablet.db, outcomeOf(made, call, lead)),
      }),
    )
    if (dies) this.#stage.count('a tablet dies within a group')
  }

  async #undo(given: Given): Promise<void> {
    const { tablet, made, call } = given
    this.#given.splice(this.#given.indexOf(given), 1)
    const [first] = made.records
    if (first === undefined || call === null) return
    const lead = await tablet.look(() => tablet.db.leads.get(first.entityUid))
    if (lead === undefined) return
    const kept = await tablet.look(() =>
      tablet.db.outbox.where('entityUid').equals(first.entityUid).toArray(),
    )
    await this.#run(tablet, lead, null, async () => {
      const undone = await undoOutcome(
        tablet.db,
        { uid: call.call_uid, lead_uid: call.lead_uid },
        { nowMs: tablet.now },
      )
      if (undone.kind !== 'dropped') return undone
      this.#stage.count('group taken from the queue')
      const seqs = made.records.map(({ seq }) => seq)
      this.#stage.oracle.commands.givenUp(
        tablet,
        kept.filter(({ seq }) => seqs.includes(seq)),
      )
      return null
    })
  }

  /** Runs what queues a group, and notes it. Throws if a part of one was stored. */
  async #run(
    tablet: Tablet,
    lead: Lead,
    call: LastCall | null,
    act: () => Promise<Awaited<ReturnType<typeof runGroup>> | null>,
  ): Promise<void> {
    const { db } = tablet
    const rows = () =>
      tablet.look(async () => {
        const shown = await db.leads.get(lead.uid)
        return flatRow(shown ?? null, (await db.clients.get(lead.client_uid)) ?? null)
      })
    const before = await rows()
    const outcome = await act().catch((error: unknown) => {
      if (tablet.faults.dead) return null
      throw error
    })
    if (outcome?.kind !== 'queued') {
      if (outcome?.kind === 'impossible') this.#stage.count(`group impossible: ${outcome.message}`)
      return
    }
    const after = await rows()
    this.#stage.count(outcome.records[0]?.command === 'lead.putBack' ? 'group taken back' : 'group')
    this.#stage.say(`  tablet ${tablet.number}: a group on ${lead.uid.slice(-4)}, ${outcome.records.length}`)
    for (const record of outcome.records) this.#stage.oracle.commands.add(tablet, record, { before, after })
    expect(outcome.records.every(({ group }) => group === outcome.records[0]?.group)).toBe(true)
    this.#stage.worked.push(lead.uid)
    this.#given.push({ tablet, name: tablet.name, made: outcome, call })
  }

  #callOf({ uid }: Lead, now: number): LastCall {
    this.#calls += 1
    return { lead_uid: uid, call_uid: `call-${this.#calls}`, way: 'device', called_at: at(now, 0) }
  }
}

const outcomeOf = ({ records, inverses }: MadeGroup, call: LastCall, lead: Lead): LastOutcome | null =>
  inverses && {
    uid: call.call_uid,
    lead_uid: call.lead_uid,
    call,
    clientName: lead.client_name,
    done: 'Retorno',
    madeAt: records[0]?.occurredAt ?? '',
    seqs: records.flatMap(({ seq }) => seq ?? []),
    inverses: [...inverses],
  }

const at = (now: number, hours: number) => new Date(now + hours * HOUR_MS).toISOString()

/** Two to four commands. Some dates are in the past: the server refuses them, and the whole group. */
function membersOf({ uid: lead_uid, service_status }: Lead, now: number, chance: Chance): GroupMember[] {
  const schedule: GroupMember = {
    name: 'lead.schedule',
    args: {
      lead_uid,
      scheduling_date: at(now, chance.happens(0.25) ? -1 : 1 + chance.below(40)),
      description: `Retorno ${chance.below(1000)}`,
    },
  }
  const others: GroupMember[] = [
    { name: 'lead.noteContact', args: { lead_uid, contact_type: 1, contact_date: at(now, 0) } },
    { name: 'lead.advance', args: { lead_uid } },
    {
      name: 'lead.setServiceStatus',
      args: { lead_uid, service_status: chance.pick([1, 2, 3].filter((one) => one !== service_status)) },
    },
  ]
  const some = others.filter(() => chance.happens(0.6))
  const chosen = some.length > 0 ? some : others.slice(0, 1)
  const place = chance.below(chosen.length + 1)
  return [...chosen.slice(0, place), schedule, ...chosen.slice(place)]
}
