/** The leads that the user attends, read for the notices and the queue of the day: docs/rules.md#notices, #my-day. */
import { timelinesOf } from '../db/mirror/timelines.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { type DayLead, dayLead } from '../domain/day/day-lead.ts'
import { type OwnOpenLead, ownOpenLead } from '../domain/notices/own-open-lead.ts'
import type { BoardIndex } from './board-index.ts'
import { openLeadRows } from './open-lead-rows.ts'

/** More leads than a broker works at a time. The latest creations are read. */
const MOST_READ = 1000
const CHUNK = 25

interface Known {
  readonly brokerId: number
  /** null: it has ended or has another broker, or its row is gone. */
  readonly lead: OwnOpenLead | null
  readonly day: DayLead | null
}

const rowsOf = (db: MirrorDb) =>
  openLeadRows(db, {
    chunk: CHUNK,
    histories: timelinesOf,
    known: ({ place: { brokerId }, lead, history: entries = [], waits }): Known => {
      const own = lead === undefined ? null : ownOpenLead(lead, entries, brokerId)
      if (lead === undefined || own === null) return { brokerId, lead: null, day: null }
      const acts = [
        ...entries.map(({ command, occurred_at }) => ({ command, occurredAt: occurred_at })),
        ...waits.map(({ command, occurredAt }) => ({ command, occurredAt })),
      ]
      return { brokerId, lead: own, day: dayLead(lead, acts) }
    },
  })

export class OwnOpenLeads {
  readonly #userId: number
  readonly #rows: ReturnType<typeof rowsOf>

  constructor(db: MirrorDb) {
    this.#userId = db.userId
    this.#rows = rowsOf(db)
  }

  /** For the notices. `others`: whose leads are read besides. */
  async read(index: BoardIndex, others: readonly number[]): Promise<(brokerId: number) => OwnOpenLead[]> {
    const known = await this.#read(index, others)
    return (of) => known.flatMap(({ lead, brokerId }) => (brokerId === of && lead !== null ? [lead] : []))
  }

  /** For the queue of the day. */
  async readDay(index: BoardIndex, others: readonly number[]): Promise<(brokerId: number) => DayLead[]> {
    const known = await this.#read(index, others)
    return (of) => known.flatMap(({ day, brokerId }) => (brokerId === of && day !== null ? [day] : []))
  }

  #read(index: BoardIndex, others: readonly number[]): Promise<Known[]> {
    return this.#rows(index, () =>
      [this.#userId, ...others].flatMap((brokerId) =>
        index.ownOpenLeads(brokerId, MOST_READ).map((place) => ({ ...place, brokerId })),
      ),
    )
  }
}
