/** The unfinished leads of all brokers, read for 'Equipe hoje': docs/rules.md#team-today */
import { actsOf } from '../db/mirror/timelines.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import { dayLead } from '../domain/day/day-lead.ts'
import type { TeamLead } from '../domain/day/team.ts'
import type { BoardIndex } from './board-index.ts'
import { openLeadRows } from './open-lead-rows.ts'

const CHUNK = 200

interface Known {
  readonly brokerId: number
  /** null: the row is gone. */
  readonly lead: TeamLead | null
}

const rowsOf = (db: MirrorDb) =>
  openLeadRows(db, {
    chunk: CHUNK,
    histories: actsOf,
    known: ({ place: { brokerId }, lead, history = [], waits }): Known => {
      if (lead === undefined) return { brokerId, lead: null }
      const acts = [
        ...history,
        ...waits.map(({ command, occurredAt }) => ({ command, occurredAt, userId: db.userId })),
      ]
      const own = acts.flatMap(({ userId, occurredAt }) =>
        userId === brokerId ? [Date.parse(occurredAt)] : [],
      )
      const actedMs = own.length === 0 ? null : Math.max(...own)
      return { brokerId, lead: { day: dayLead(lead, acts), actedMs } }
    },
  })

export class TeamLeads {
  readonly #rows: ReturnType<typeof rowsOf>

  constructor(db: MirrorDb) {
    this.#rows = rowsOf(db)
  }

  /** By broker. */
  async read(index: BoardIndex): Promise<ReadonlyMap<number, readonly TeamLead[]>> {
    const leads = new Map<number, TeamLead[]>()
    for (const { brokerId, lead } of await this.#rows(index, () => index.openLeads())) {
      if (lead === null) continue
      const ofBroker = leads.get(brokerId)
      if (ofBroker === undefined) leads.set(brokerId, [lead])
      else ofBroker.push(lead)
    }
    return leads
  }
}
