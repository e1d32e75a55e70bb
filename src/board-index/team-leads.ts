/**
 * The unfinished leads of all brokers, read for 'Equipe hoje': docs/rules.md#team-today. As with the user's own leads only rows
 * that were written since the last question are read again.
 */
import { leadsByUid } from '../db/mirror/reads.ts'
import { actsOf } from '../db/mirror/timelines.ts'
import { isReplayed } from '../db/outbox/replay.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { dayLead } from '../domain/day/day-lead.ts'
import type { TeamLead } from '../domain/day/team.ts'
import type { BoardIndex, OpenLead } from './board-index.ts'

/** Leads read at a time. The index answers the board in between. */
const CHUNK = 200

interface Known {
  readonly mark: number
  readonly brokerId: number
  /** null: the row is gone. */
  readonly lead: TeamLead | null
}

export class TeamLeads {
  readonly #db: MirrorDb
  #index: BoardIndex | null = null
  #known = new Map<string, Known>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(db: MirrorDb) {
    this.#db = db
  }

  /** By broker. Questions are answered one after the other, so that no row is read twice. */
  read(index: BoardIndex): Promise<ReadonlyMap<number, readonly TeamLead[]>> {
    const mine = this.#turn.then(() => this.#read(index))
    // The caller gets the error. Later questions are answered all the same.
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  async #read(index: BoardIndex): Promise<ReadonlyMap<number, readonly TeamLead[]>> {
    // The marks of a rebuilt index begin anew.
    const before = index === this.#index ? this.#known : new Map<string, Known>()
    const open = index.openLeads()
    const changed = open.filter(({ uid, mark }) => before.get(uid)?.mark !== mark)
    const read = new Map<string, Known>()
    for (let from = 0; from < changed.length; from += CHUNK)
      for (const [uid, known] of await this.#readRows(changed.slice(from, from + CHUNK))) read.set(uid, known)
    this.#index = index
    this.#known = new Map(
      open.flatMap(({ uid }) => {
        const known = read.get(uid) ?? before.get(uid)
        return known === undefined ? [] : [[uid, known]]
      }),
    )
    const leads = new Map<number, TeamLead[]>()
    for (const { brokerId, lead } of this.#known.values()) {
      if (lead === null) continue
      const ofBroker = leads.get(brokerId)
      if (ofBroker === undefined) leads.set(brokerId, [lead])
      else ofBroker.push(lead)
    }
    return leads
  }

  async #readRows(places: readonly OpenLead[]): Promise<[string, Known][]> {
    const db = this.#db
    const uids = places.map(({ uid }) => uid)
    const [leads, histories, waiting] = await db.transaction('r', db.leads, db.answers, db.outbox, () =>
      Promise.all([
        leadsByUid(db, uids),
        actsOf(db, uids),
        db.outbox.where('entityUid').anyOf(uids).toArray(),
      ]),
    )
    const waits = Map.groupBy(
      waiting.filter((record) => isReplayed(record)),
      ({ entityUid }) => entityUid,
    )
    return places.map(({ uid, mark, brokerId }, place) => {
      const lead = leads[place]
      if (lead === undefined) return [uid, { mark, brokerId, lead: null }]
      const acts = [
        ...(histories[place] ?? []),
        ...(waits.get(uid) ?? []).map(({ command, occurredAt }) => ({
          command,
          occurredAt,
          userId: db.userId,
        })),
      ]
      const own = acts.flatMap(({ userId, occurredAt }) =>
        userId === brokerId ? [Date.parse(occurredAt)] : [],
      )
      const actedMs = own.length === 0 ? null : Math.max(...own)
      return [uid, { mark, brokerId, lead: { day: dayLead(lead, acts), actedMs } }]
    })
  }
}
