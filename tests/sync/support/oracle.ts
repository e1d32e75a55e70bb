/** Checks the guarantees of device and server after each step. */
import { expect } from 'vitest'
import type { LeadRecord, OutboxRecord } from '../../../src/db/mirror/schema.ts'
import type { ContextSource } from '../../../src/db/outbox/command-context.ts'
import {
  isCreation,
  isReplayed,
  makesClient,
  replay,
  replayClient,
  withCopiesOf,
} from '../../../src/db/outbox/replay.ts'
import { readSession } from '../../../src/db/session/device-session.ts'
import { attachedFile } from '../../../src/db/session/files.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { readPullState } from '../../../src/sync/pull-state.ts'
import { withoutGeneration } from './device.ts'
import type { World } from './world.ts'

export class Oracle {
  readonly #world: World
  /** `seq` in the queue for every key of a command. */
  readonly #seqOfKey = new Map<string, number>()
  readonly #uidOfSeq = new Map<number, string>()
  readonly #discarded = new Set<number>()
  readonly #versions = new Map<string, { generation: number; version: number }>()
  /** The leads of a reader that follows only the journal. */
  readonly #followed = new Map<string, Lead>()
  #journalSeq = 0

  #revoked = false

  /** A board deletes journal entries that its snapshot contains; then the board is checked instead of the journal. */
  readonly #hasBoard: boolean

  constructor(world: World, hasBoard: boolean) {
    this.#world = world
    this.#hasBoard = hasBoard
  }

  /** The user discarded these commands. */
  discard(records: readonly OutboxRecord[]): void {
    for (const { seq } of records) if (seq !== undefined) this.#discarded.add(seq)
  }

  /** Reads the keys of the queue. Call after each decision of the user, before a request. */
  async noteQueue(): Promise<void> {
    for (const { seq, key, entityUid } of await this.#world.device.db.outbox.toArray()) {
      if (seq === undefined) continue
      this.#seqOfKey.set(key, seq)
      this.#uidOfSeq.set(seq, entityUid)
    }
  }

  async check(): Promise<void> {
    const { db } = this.#world.device
    const outbox = await db.outbox.orderBy('seq').toArray()
    this.#exactlyOnceInOrder(outbox)
    const leads = await db.leads.toArray()
    await this.#rowsAreTrue(outbox, leads)
    await this.#filesAreKept(outbox)
    await this.#timelinesHaveLeads(leads)
    if (!this.#hasBoard) await this.#followJournal(leads)
  }

  #exactlyOnceInOrder(outbox: readonly OutboxRecord[]): void {
    const done = this.#world.server.applied.map((key) => this.#seqOfKey.get(key))
    expect(done, 'a command was applied twice').toHaveLength(new Set(done).size)
    const queued = new Set(outbox.map((record) => record.seq))
    for (const seq of this.#uidOfSeq.keys())
      if (!queued.has(seq) && !this.#discarded.has(seq))
        expect(done, `command ${seq} is neither queued nor applied`).toContain(seq)
    for (const { seq, state } of outbox)
      if (state !== 'sending') expect(done, `command ${seq} is ${state} and applied`).not.toContain(seq)
    const last = new Map<string, number>()
    for (const seq of done) {
      const uid = this.#uidOfSeq.get(seq ?? -1) ?? ''
      expect(seq, 'a command was applied before an earlier one on its lead').toBeGreaterThan(
        last.get(uid) ?? 0,
      )
      last.set(uid, seq ?? 0)
    }
  }

  async #rowsAreTrue(outbox: readonly OutboxRecord[], leads: readonly LeadRecord[]): Promise<void> {
    const { device, server } = this.#world
    const source = await device.context()
    const byLead = Map.groupBy(outbox, (record) => record.entityUid)
    const serverRows = new Map((await device.db.serverLeads.toArray()).map((row) => [row.uid, row]))
    const pending = await this.#clientsAreTrue(outbox, source)
    for (const lead of leads) {
      const records = byLead.get(lead.uid) ?? []
      const serverRow = serverRows.get(lead.uid)
      if (records.length === 0)
        expect(serverRow, `${lead.uid} has a server row and no pending commands`).toBeUndefined()
      const unsent = serverRow === undefined && records.some(isCreation)
      if (unsent) expect(lead, 'an unsent lead').toMatchObject({ version: 0, id: null })
      else if (records.some(isReplayed))
        expect(serverRow, `${lead.uid} has pending commands and no server row`).toBeDefined()
      const row = serverRow ?? lead
      if (!unsent) {
        expect(server.rows.history.get(lead.uid), 'a row that the server never had').toContainEqual(
          withoutGeneration(row),
        )
        this.#neverOlder(row)
      }
      if (records.length === 0) continue
      const replayed = replay(unsent ? null : withoutGeneration(row), records, source)
      const client = pending.get(lead.client_uid)
      const copies = client === undefined || replayed === null ? replayed : withCopiesOf(client, replayed)
      // A refused creation shows the typed values.
      const refused = unsent && records.some((record) => isCreation(record) && !isReplayed(record))
      expect(refused ? [copies, replayed] : [copies]).toContainEqual(withoutGeneration(lead))
    }
    const shown = new Set(leads.map((lead) => lead.uid))
    for (const uid of serverRows.keys()) expect(shown, `a server row without its lead: ${uid}`).toContain(uid)
    if (await this.#isEmptied()) return
    for (const record of outbox.filter(isCreation))
      expect(shown, 'a pending creation without its lead').toContain(record.entityUid)
  }

  /** Returns whether a revoked session has cleared the rows. The next pull then restores leads of pending creations. */
  async #isEmptied(): Promise<boolean> {
    const { db } = this.#world.device
    const session = await readSession(db.device)
    this.#revoked ||= session?.revoked === true
    return this.#revoked && (await readPullState(db)).cursor === null
  }

  /** Checks the clients. Returns those with pending changes, by uid. */
  async #clientsAreTrue(
    outbox: readonly OutboxRecord[],
    source: ContextSource,
  ): Promise<Map<string, Client>> {
    const { db } = this.#world.device
    const { server } = this.#world
    const pending = new Map<string, Client>()
    const serverRows = new Map((await db.serverClients.toArray()).map((row) => [row.uid, row]))
    for (const client of await db.clients.toArray()) {
      const records = outbox.filter((record) => record.clientUid === client.uid)
      const serverRow = serverRows.get(client.uid)
      expect(
        serverRow === undefined || records.length > 0,
        'a client with a server row and no pending commands',
      ).toBe(true)
      const unsent = client.version === 0
      if (unsent) expect(records.some(makesClient), 'an unsent client without a creation').toBe(true)
      else {
        const row = serverRow ?? client
        if (records.length > 0)
          expect(serverRow, `${client.uid} has pending commands and no server row`).toBeDefined()
        expect(
          server.rows.clientHistory.get(client.uid),
          'a client that the server never had',
        ).toContainEqual(withoutGeneration(row))
        this.#neverOlder(row)
      }
      if (unsent || serverRow !== undefined) {
        const before = serverRow === undefined ? null : withoutGeneration(serverRow)
        expect(withoutGeneration(client)).toEqual(replayClient(before, records, source))
        pending.set(client.uid, client)
      }
    }
    return pending
  }

  /** A document is on the device exactly until the server has attached it to its lead. */
  async #filesAreKept(outbox: readonly OutboxRecord[]): Promise<void> {
    const { device, server } = this.#world
    const wanted = new Set(outbox.flatMap((record) => attachedFile(record) ?? []))
    const kept = (await device.db.files.toArray()).map(({ uid }) => uid)
    expect(new Set(kept), 'files of the queue').toEqual(wanted)
    for (const file of server.leads.values())
      if (file.file_path !== null)
        expect([...server.files.keys()], 'a lead without its file').toContain(file.file_path)
  }

  async #timelinesHaveLeads(leads: readonly LeadRecord[]): Promise<void> {
    const shown = new Set(leads.map((lead) => lead.uid))
    for (const { about } of await this.#world.device.db.answers.toArray())
      for (const uid of about) expect(shown, 'a timeline without its lead').toContain(uid)
  }

  #neverOlder({ uid, generation, version }: { uid: string; generation: number; version: number }): void {
    const known = this.#versions.get(uid)
    if (known !== undefined && known.generation === generation)
      expect(version, `${uid} got an older version`).toBeGreaterThanOrEqual(known.version)
    this.#versions.set(uid, { generation, version })
  }

  async #followJournal(leads: readonly LeadRecord[]): Promise<void> {
    const { db } = this.#world.device
    const entries = await db.journal.where('seq').above(this.#journalSeq).sortBy('seq')
    this.#journalSeq = entries.at(-1)?.seq ?? this.#journalSeq
    const now = new Map(leads.map((lead) => [lead.uid, lead]))
    for (const uid of new Set(entries.flatMap((entry) => entry.uids))) {
      const lead = now.get(uid)
      if (lead === undefined) this.#followed.delete(uid)
      else this.#followed.set(uid, withoutGeneration(lead))
    }
    expect(Object.fromEntries(this.#followed), 'the journal missed a change').toEqual(
      Object.fromEntries(leads.map((lead) => [lead.uid, withoutGeneration(lead)])),
    )
  }

  /** Call after the faults stopped: the device equals the server, and only commands that need a decision are left. */
  async converged(): Promise<void> {
    const { device, server } = this.#world
    await this.check()
    const states = (await device.db.outbox.toArray()).map((record) => record.state)
    expect(states.filter((state) => state === 'queued' || state === 'sending')).toEqual([])
    const outbox = await device.db.outbox.toArray()
    const refused = new Set(outbox.filter(isCreation).map((record) => record.entityUid))
    const leads = (await device.db.leads.toArray()).map((lead) => withoutGeneration(lead))
    expect(
      Object.fromEntries(leads.filter((lead) => !refused.has(lead.uid)).map((lead) => [lead.uid, lead])),
    ).toEqual(Object.fromEntries(server.inScope().map((lead) => [lead.uid, lead])))
    // Only refused commands are left, so the clients equal the server's too.
    for (const { client_uid } of server.inScope()) {
      const client = await device.db.clients.get(client_uid)
      const row = (await device.db.serverClients.get(client_uid)) ?? client
      expect(row && withoutGeneration(row)).toEqual(server.rows.clients.get(client_uid))
    }
  }
}
