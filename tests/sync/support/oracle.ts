/** What must be true of device and server after every single step, whatever went wrong in it. */
import { expect } from 'vitest'
import { isReplayed, replay } from '../../../src/db/replay.ts'
import type { LeadRecord, OutboxRecord } from '../../../src/db/schema.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { withoutGeneration } from './device.ts'
import type { World } from './world.ts'

export class Oracle {
  readonly #world: World
  /** Place in the queue of every key that a command was ever sent under. */
  readonly #seqOfKey = new Map<string, number>()
  readonly #uidOfSeq = new Map<number, string>()
  readonly #discarded = new Set<number>()
  readonly #versions = new Map<string, { generation: number; version: number }>()
  /** What a reader of the journal alone would hold. */
  readonly #followed = new Map<string, Lead>()
  #journalSeq = 0

  constructor(world: World) {
    this.#world = world
  }

  /** The user gave these up. */
  discard(records: readonly OutboxRecord[]): void {
    for (const { seq } of records) if (seq !== undefined) this.#discarded.add(seq)
  }

  /** Reads the queue's keys: call it after each decision of the user, before anything is sent. */
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
    await this.#followJournal(leads)
  }

  #exactlyOnceInOrder(outbox: readonly OutboxRecord[]): void {
    const done = this.#world.server.applied.map((key) => this.#seqOfKey.get(key))
    expect(done, 'a command was carried out twice').toHaveLength(new Set(done).size)
    const queued = new Set(outbox.map((record) => record.seq))
    for (const seq of this.#uidOfSeq.keys())
      if (!queued.has(seq) && !this.#discarded.has(seq))
        expect(done, `command ${seq} is neither queued nor carried out`).toContain(seq)
    for (const { seq, state } of outbox)
      if (state !== 'sending') expect(done, `command ${seq} is ${state} and carried out`).not.toContain(seq)
    const last = new Map<string, number>()
    for (const seq of done) {
      const uid = this.#uidOfSeq.get(seq ?? -1) ?? ''
      expect(seq, 'a command overtook another of its lead').toBeGreaterThan(last.get(uid) ?? 0)
      last.set(uid, seq ?? 0)
    }
  }

  async #rowsAreTrue(outbox: readonly OutboxRecord[], leads: readonly LeadRecord[]): Promise<void> {
    const { device, server } = this.#world
    const source = await device.context()
    const byLead = Map.groupBy(outbox, (record) => record.entityUid)
    const bases = new Map((await device.db.bases.toArray()).map((base) => [base.uid, base]))
    for (const lead of leads) {
      const records = byLead.get(lead.uid) ?? []
      const base = bases.get(lead.uid)
      if (records.some(isReplayed)) expect(base, `${lead.uid} has a queue and no base`).toBeDefined()
      if (records.length === 0) expect(base, `${lead.uid} has a base and no queue`).toBeUndefined()
      const row = base ?? lead
      expect(server.history.get(lead.uid), 'a server row that never was').toContainEqual(
        withoutGeneration(row),
      )
      if (base !== undefined)
        expect(withoutGeneration(lead)).toEqual(replay(withoutGeneration(base), records, source))
      this.#neverOlder(row)
    }
    const shown = new Set(leads.map((lead) => lead.uid))
    for (const uid of bases.keys()) expect(shown, `a base without its lead: ${uid}`).toContain(uid)
  }

  #neverOlder({ uid, generation, version }: { uid: string; generation: number; version: number }): void {
    const known = this.#versions.get(uid)
    if (known !== undefined && known.generation === generation)
      expect(version, `${uid} became older`).toBeGreaterThanOrEqual(known.version)
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

  /** After peace came: the device has what the server has, and only what the user must decide is left. */
  async converged(): Promise<void> {
    const { device, server } = this.#world
    await this.check()
    const states = (await device.db.outbox.toArray()).map((record) => record.state)
    expect(states.filter((state) => state === 'queued' || state === 'sending')).toEqual([])
    const leads = (await device.db.leads.toArray()).map(withoutGeneration)
    expect(Object.fromEntries(leads.map((lead) => [lead.uid, lead]))).toEqual(
      Object.fromEntries(server.inScope().map((lead) => [lead.uid, lead])),
    )
  }
}
