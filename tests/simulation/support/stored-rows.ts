/** What a tablet has stored, read in one transaction. */
import type { MirrorDb } from '../../../src/db/schema/mirror.ts'
import type {
  ClientRecord,
  JournalRecord,
  LeadRecord,
  OutboxRecord,
  ServerClientRecord,
  ServerLeadRecord,
} from '../../../src/db/schema/records.ts'
import { type PullState, readPullState } from '../../../src/sync/pull-state.ts'

export interface StoredRows {
  /** Oldest first. */
  readonly outbox: readonly OutboxRecord[]
  /** The rows on the screen, by uid. */
  readonly leads: ReadonlyMap<string, LeadRecord>
  readonly clients: ReadonlyMap<string, ClientRecord>
  /** The server's rows of leads and clients with pending commands, by uid. */
  readonly serverLeads: ReadonlyMap<string, ServerLeadRecord>
  readonly serverClients: ReadonlyMap<string, ServerClientRecord>
  /** Uids of leads and clients that stored answers are about. */
  readonly answered: readonly string[]
  /** The journal's entries after the one that was asked for, oldest first. */
  readonly journal: readonly JournalRecord[]
  readonly pull: PullState
}

const rowsByUid = <Row extends { readonly uid: string }>(rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.uid, row]))

/** `since`: number of the last journal entry that is known. */
export function readStored(db: MirrorDb, since: number): Promise<StoredRows> {
  const { outbox, leads, clients, serverLeads, serverClients, answers, journal, meta } = db
  return db.transaction(
    'r',
    [outbox, leads, clients, serverLeads, serverClients, answers, journal, meta],
    async () => {
      const [queue, shownLeads, shownClients, leadsOfServer, clientsOfServer, kept, entries, pull] =
        await Promise.all([
          outbox.orderBy('seq').toArray(),
          leads.toArray(),
          clients.toArray(),
          serverLeads.toArray(),
          serverClients.toArray(),
          answers.toArray(),
          journal.where('seq').above(since).sortBy('seq'),
          readPullState(db),
        ])
      return {
        outbox: queue,
        leads: rowsByUid(shownLeads),
        clients: rowsByUid(shownClients),
        serverLeads: rowsByUid(leadsOfServer),
        serverClients: rowsByUid(clientsOfServer),
        answered: kept.flatMap(({ about }) => about),
        journal: entries,
        pull,
      }
    },
  )
}
