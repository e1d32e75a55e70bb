/**
 * Checks the rows of a tablet. A row on the screen is one that the server sent to this tablet, with the pending commands
 * replayed on it, or one that a queued creation begins.
 */
import { expect } from 'vitest'
import { type ContextSource, contextSource } from '../../../src/db/outbox/command-context.ts'
import {
  isCreation,
  isReplayed,
  makesClient,
  replay,
  replayClient,
  withCopiesOf,
} from '../../../src/db/outbox/replay.ts'
import type { ClientRecord, LeadRecord } from '../../../src/db/schema/records.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import type { Arrivals } from './arrivals.ts'
import type { StoredRows } from './stored-rows.ts'
import type { Tablet } from './tablet.ts'

interface KnownAs {
  readonly user: SessionUser
  /** The last generation whose rows may be for this version of the user: a pull may be in flight when it changes. */
  readonly until: number
}

/** The versions of the user by which rows of a generation may have been replayed. */
type SourcesOf = (generation: number) => Promise<readonly ContextSource[]>

const NO_GENERATION = 0
const CHANNELS = [1, 7, 8, 29] as const
const plain = <Row extends object>(row: Row): Row & { generation: number } => ({
  ...row,
  generation: NO_GENERATION,
})

/** Fails unless one of the rows that are possible equals the row, apart from its generation. */
function expectOneOf(
  row: LeadRecord | ClientRecord,
  possible: readonly (Lead | Client | null)[],
  what: string,
): void {
  if (possible.some((one) => one !== null && sameValue(plain(one), plain(row)))) return
  expect(plain(row), what).toEqual(possible.flatMap((one) => (one === null ? [] : plain(one))).at(-1))
}

export class RowOracle {
  readonly #arrivals: Arrivals
  /** The versions of each tablet's user, latest last. Role, team and partners change. */
  readonly #users = new Map<number, readonly KnownAs[]>()

  readonly #rules = new Map<number, readonly ContextSource[]>()

  constructor(arrivals: Arrivals) {
    this.#arrivals = arrivals
  }

  async check(tablet: Tablet, stored: StoredRows): Promise<void> {
    const session = await tablet.db.device.session.get('current')
    if (session === undefined) return
    const known = this.#knownAs(tablet, session.user, stored)
    const rules = this.#rulesOf(tablet, await contextSource(tablet.db, session.user))
    const sourcesOf: SourcesOf = async (generation) =>
      known
        .filter(({ until }) => generation <= until)
        .flatMap(({ user }) => rules.map((source) => ({ ...source, user })))
    await this.#leadsFit(tablet, stored, sourcesOf)
    await this.#clientsFit(tablet, stored, sourcesOf)
  }

  /** A row keeps what was replayed by the status flows and limits of before, until it changes. Latest last. */
  #rulesOf({ number }: Tablet, source: ContextSource): readonly ContextSource[] {
    const told = ({ settings, flowOf }: ContextSource) =>
      JSON.stringify([settings.time_to_capture_on_time, CHANNELS.map(flowOf)])
    const others = (this.#rules.get(number) ?? []).filter((one) => told(one) !== told(source))
    const all = [...others, source]
    this.#rules.set(number, all)
    return all
  }

  #knownAs({ number }: Tablet, user: SessionUser, { pull }: StoredRows): readonly KnownAs[] {
    const earlier = this.#users.get(number) ?? []
    if (sameValue(earlier.at(-1)?.user, user)) return earlier
    const all = [
      ...earlier.map((known) => ({ ...known, until: Math.min(known.until, pull.generation + 1) })),
      { user, until: Number.POSITIVE_INFINITY },
    ]
    this.#users.set(number, all)
    return all
  }

  async #leadsFit({ number }: Tablet, stored: StoredRows, sourcesOf: SourcesOf): Promise<void> {
    const { leads, serverLeads, outbox, pull } = stored
    const queues = Map.groupBy(outbox, (record) => record.entityUid)
    for (const uid of serverLeads.keys()) {
      const name = `lead ${uid} of tablet ${number}`
      expect(queues.get(uid) ?? [], `${name} has a server row and no pending commands`).not.toEqual([])
      expect(leads.get(uid), `${name} has a server row and is not on the screen`).toBeDefined()
    }
    for (const lead of leads.values()) {
      const name = `lead ${lead.uid} of tablet ${number}`
      const records = queues.get(lead.uid) ?? []
      const serverRow = serverLeads.get(lead.uid)
      const isUnsent = serverRow === undefined && lead.version === 0
      if (isUnsent) {
        expect(records.some(isCreation), `${name} has no number and no creation`).toBe(true)
        expect(lead.id, `${name} has a number without the server`).toBeNull()
      } else {
        if (serverRow === undefined)
          expect(records.some(isReplayed), `${name} has pending commands and no server row`).toBe(false)
        this.#wasSent(number, serverRow ?? lead, name)
      }
      if (!isUnsent && serverRow === undefined) continue
      const replayed = (await sourcesOf(serverRow?.generation ?? 0)).map((source) =>
        replay(serverRow ?? null, records, source),
      )
      const client = pendingClient(stored, lead.client_uid)
      const copies = replayed.map((row) =>
        row === null || client === null ? row : withCopiesOf(client, row),
      )
      // A refused creation shows the client as it was typed.
      const isRefused = isUnsent && records.some((record) => isCreation(record) && !isReplayed(record))
      expectOneOf(lead, isRefused ? [...replayed, ...copies] : copies, name)
    }
    // After a session was revoked or a sign-out kept the queue, the next pull shows unsent leads again.
    if (pull.cursor === null) return
    for (const { entityUid } of outbox.filter(isCreation))
      expect(
        leads.get(entityUid),
        `tablet ${number} does not show lead ${entityUid}, which it creates`,
      ).toBeDefined()
  }

  async #clientsFit({ number }: Tablet, stored: StoredRows, sourcesOf: SourcesOf): Promise<void> {
    const { clients, serverClients, outbox } = stored
    for (const uid of serverClients.keys())
      expect(
        clients.get(uid),
        `client ${uid} of tablet ${number} has a server row and is not on the screen`,
      ).toBeDefined()
    for (const client of clients.values()) {
      const name = `client ${client.uid} of tablet ${number}`
      const records = outbox.filter(({ clientUid }) => clientUid === client.uid)
      const serverRow = serverClients.get(client.uid)
      if (serverRow !== undefined)
        expect(records, `${name} has a server row and no pending commands`).not.toEqual([])
      const isUnsent = client.version === 0
      if (isUnsent) expect(records.some(makesClient), `${name} has no number and no creation`).toBe(true)
      else {
        if (serverRow === undefined)
          expect(records, `${name} has pending commands and no server row`).toEqual([])
        this.#wasSent(number, serverRow ?? client, name)
      }
      if (!isUnsent && serverRow === undefined) continue
      const replayed = (await sourcesOf(serverRow?.generation ?? 0)).map((source) =>
        replayClient(serverRow ?? null, records, source),
      )
      expectOneOf(client, replayed, name)
    }
  }

  #wasSent(tablet: number, row: LeadRecord | ClientRecord, name: string): void {
    expect(
      this.#arrivals.wasSent(tablet, row),
      `${name} is not as the server sent it: ${JSON.stringify(row)}`,
    ).toBe(true)
  }
}

/** Returns the client on the screen if it differs from the server's, else null. */
function pendingClient({ clients, serverClients }: StoredRows, uid: string): Client | null {
  const shown = clients.get(uid)
  return shown !== undefined && (shown.version === 0 || serverClients.has(uid)) ? shown : null
}
