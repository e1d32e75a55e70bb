/**
 * What is read of open leads that the index names: only rows that were written since the last question are read again, with
 * their timelines.
 */
import { leadsByUid } from '../db/mirror/reads.ts'
import { isReplayed } from '../db/outbox/replay.ts'
import type { MirrorDb } from '../db/schema/mirror.ts'
import type { OutboxRecord } from '../db/schema/records.ts'
import type { Lead } from '../domain/lead/lead.ts'
import type { BoardIndex, OpenLead } from './board-index.ts'

interface Read<History> {
  readonly place: OpenLead
  /** undefined: the row is gone. */
  readonly lead: Lead | undefined
  readonly history: History | undefined
  /** Queued commands on the lead. */
  readonly waits: readonly OutboxRecord[]
}

interface Reading<History, Known> {
  /** Leads read at a time. The index answers the board in between. */
  readonly chunk: number
  readonly histories: (db: MirrorDb, uids: readonly string[]) => Promise<readonly History[]>
  readonly known: (read: Read<History>) => Known
}

/**
 * Returns how to ask: rows come in the order of `places`. Questions are answered one after the other, so that no row is read
 * twice.
 */
export function openLeadRows<History, Known>(
  db: MirrorDb,
  { chunk, histories, known }: Reading<History, Known>,
): (index: BoardIndex, places: () => readonly OpenLead[]) => Promise<Known[]> {
  let last: BoardIndex | null = null
  let rows = new Map<string, { readonly write: number; readonly row: Known }>()
  let turn: Promise<unknown> = Promise.resolve()

  async function rowsOf(places: readonly OpenLead[]): Promise<[OpenLead, Known][]> {
    const uids = places.map(({ uid }) => uid)
    const [leads, historyOf, waiting] = await db.transaction('r', db.leads, db.answers, db.outbox, () =>
      Promise.all([
        leadsByUid(db, uids),
        histories(db, uids),
        db.outbox.where('entityUid').anyOf(uids).toArray(),
      ]),
    )
    const waits = Map.groupBy(
      waiting.filter((record) => isReplayed(record)),
      ({ entityUid }) => entityUid,
    )
    return places.map((place, at) => [
      place,
      known({ place, lead: leads[at], history: historyOf[at], waits: waits.get(place.uid) ?? [] }),
    ])
  }

  async function read(index: BoardIndex, places: readonly OpenLead[]): Promise<Known[]> {
    // The writes of a rebuilt index are counted anew.
    const next = new Map(index === last ? rows : [])
    const changed = places.filter(({ uid, write }) => next.get(uid)?.write !== write)
    for (let from = 0; from < changed.length; from += chunk)
      for (const [{ uid, write }, row] of await rowsOf(changed.slice(from, from + chunk)))
        next.set(uid, { write, row })
    last = index
    rows = new Map(
      places.flatMap(({ uid }) => {
        const row = next.get(uid)
        return row === undefined ? [] : [[uid, row]]
      }),
    )
    return [...rows.values()].map(({ row }) => row)
  }

  return (index, places) => {
    const mine = turn.then(() => read(index, places()))
    // The caller gets the error. Later questions are answered all the same.
    turn = mine.catch(() => undefined)
    return mine
  }
}
