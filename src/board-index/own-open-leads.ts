/**
 * The leads that the user attends, read for the notices and the queue of the day: docs/rules.md#notices, #my-day. The index
 * names them, and only rows that were written since the last question are read again, with their timelines.
 */

import { leadsByUid } from '../db/mirror/reads.ts'
import { timelinesOf } from '../db/mirror/timelines.ts'
import { isReplayed } from '../db/outbox/replay.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { type DayLead, dayLead } from '../domain/day/day-lead.ts'
import { type OwnOpenLead, ownOpenLead } from '../domain/notices/own-open-lead.ts'
import type { BoardIndex } from './board-index.ts'

/** More leads than a broker works at a time. The latest creations are read. */
const MOST_READ = 1000
/** Leads read at a time. The index answers the board in between. */
const CHUNK = 25

interface Known {
  readonly mark: number
  readonly brokerId: number
  /** null: it has ended or has another broker, or its row is gone. */
  readonly lead: OwnOpenLead | null
  readonly day: DayLead | null
}

export class OwnOpenLeads {
  readonly #db: MirrorDb
  #index: BoardIndex | null = null
  #known = new Map<string, Known>()
  #turn: Promise<unknown> = Promise.resolve()

  constructor(db: MirrorDb) {
    this.#db = db
  }

  /** For the notices. `others`: whose leads are read besides. */
  async read(index: BoardIndex, others: readonly number[]): Promise<(brokerId: number) => OwnOpenLead[]> {
    const known = await this.#readInTurn(index, others)
    return (of) => known.flatMap(({ lead, brokerId }) => (brokerId === of && lead !== null ? [lead] : []))
  }

  /** For the queue of the day. */
  async readDay(index: BoardIndex, others: readonly number[]): Promise<(brokerId: number) => DayLead[]> {
    const known = await this.#readInTurn(index, others)
    return (of) => known.flatMap(({ day, brokerId }) => (brokerId === of && day !== null ? [day] : []))
  }

  /** Questions are answered one after the other, so that no row is read twice. */
  #readInTurn(index: BoardIndex, others: readonly number[]): Promise<Known[]> {
    const mine = this.#turn.then(() => this.#read(index, others))
    // The caller gets the error. Later questions are answered all the same.
    this.#turn = mine.catch(() => undefined)
    return mine
  }

  async #read(index: BoardIndex, others: readonly number[]): Promise<Known[]> {
    // The marks of a rebuilt index begin anew.
    const before = index === this.#index ? this.#known : new Map<string, Known>()
    const ownOpenLeads = [this.#db.userId, ...others].flatMap((brokerId) =>
      index.ownOpenLeads(brokerId, MOST_READ).map((place) => ({ ...place, brokerId })),
    )
    const changed = ownOpenLeads.filter(({ uid, mark }) => before.get(uid)?.mark !== mark)
    const read = new Map<string, Known>()
    for (let from = 0; from < changed.length; from += CHUNK)
      for (const [uid, known] of await this.#readRows(changed.slice(from, from + CHUNK))) read.set(uid, known)
    this.#index = index
    this.#known = new Map(
      ownOpenLeads.flatMap(({ uid }) => {
        const known = read.get(uid) ?? before.get(uid)
        return known === undefined ? [] : [[uid, known]]
      }),
    )
    return [...this.#known.values()]
  }

  async #readRows(
    places: readonly { readonly uid: string; readonly mark: number; readonly brokerId: number }[],
  ): Promise<[string, Known][]> {
    const db = this.#db
    const uids = places.map(({ uid }) => uid)
    const [leads, timelines, waiting] = await db.transaction('r', db.leads, db.answers, db.outbox, () =>
      Promise.all([
        leadsByUid(db, uids),
        timelinesOf(db, uids),
        db.outbox.where('entityUid').anyOf(uids).toArray(),
      ]),
    )
    const waitingOf = Map.groupBy(waiting, ({ entityUid }) => entityUid)
    return places.map(({ uid, mark, brokerId }, place) => {
      const lead = leads[place]
      const entries = timelines[place] ?? []
      const own = lead === undefined ? null : ownOpenLead(lead, entries, brokerId)
      if (lead === undefined || own === null) return [uid, { mark, brokerId, lead: null, day: null }]
      const waits = (waitingOf.get(uid) ?? []).filter((record) => isReplayed(record))
      const acts = [
        ...entries.map(({ command, occurred_at }) => ({ command, occurredAt: occurred_at })),
        ...waits.map(({ command, occurredAt }) => ({ command, occurredAt })),
      ]
      return [uid, { mark, brokerId, lead: own, day: dayLead(lead, acts) }]
    })
  }
}
