/** A reader that follows only the journal of each tablet. Its leads must equal the stored ones. */
import { expect } from 'vitest'
import type { LeadRecord } from '../../../src/db/schema/records.ts'
import { sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { StoredRows } from './stored-rows.ts'

interface Followed {
  /** The last entry that was read. */
  seq: number
  readonly leads: Map<string, LeadRecord>
}

const withoutGeneration = (lead: LeadRecord | undefined) =>
  lead === undefined ? undefined : { ...lead, generation: 0 }

export class JournalReader {
  /** By name of the tablet. */
  readonly #followed = new Map<string, Followed>()

  /** Returns the last entry that was read. */
  since(tablet: string): number {
    return this.#followed.get(tablet)?.seq ?? 0
  }

  /** Reads the leads that the new entries name, and compares all leads. Where entries are missing it reads all leads. */
  follow(tablet: string, { journal, leads }: Pick<StoredRows, 'journal' | 'leads'>): void {
    const known = this.#followed.get(tablet) ?? { seq: 0, leads: new Map() }
    // A wipe deletes the journal with the leads.
    const hasGap = journal[0] !== undefined && journal[0].seq !== known.seq + 1
    const followed = hasGap ? { seq: known.seq, leads: new Map(leads) } : known
    this.#followed.set(tablet, followed)
    for (const uid of new Set(journal.flatMap(({ uids }) => uids))) {
      const lead = leads.get(uid)
      if (lead === undefined) followed.leads.delete(uid)
      else followed.leads.set(uid, lead)
    }
    followed.seq = journal.at(-1)?.seq ?? followed.seq
    const missed = [...new Set([...leads.keys(), ...followed.leads.keys()])].filter(
      (uid) => !sameValue(withoutGeneration(leads.get(uid)), withoutGeneration(followed.leads.get(uid))),
    )
    expect(missed, `the journal of tablet ${tablet} does not name changed leads`).toEqual([])
  }
}
