/**
 * Change events: a writer of many leads sends the rows to the board's thread, which then need not read them from the
 * disk. Events are an optimisation: a reader that misses one finds the same in the journal and the rows.
 */
import Dexie, { type DBCore, type DBCoreMutateRequest, type DBCoreTable } from 'dexie'
import { NUMBER_FIELDS, TEXT_FIELDS } from '../../domain/board/field-filters.ts'
import { codesOf } from '../../domain/board/search.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { picked } from '../../domain/record/parts.ts'
import { outermost } from '../access/outermost.ts'
import type { MirrorDb } from '../schema/mirror.ts'

/** The fields of a lead that the board index stores as they are. */
const STORED = [
  'uid',
  'id',
  'old_number',
  'state',
  'status',
  'channel_id',
  'broker_id',
  'insurance_id',
  'client_name',
  'client_cpf',
  'create_lead_date',
  'end_lead_date',
  'suspended_lead',
  'lead_scheduling',
] as const
/** A tab of an earlier version sends none. */
const LATER = ['client_cellphone', 'client_phone', 'client_uid', 'obligations'] as const
const SENT = [...new Set([...STORED, ...LATER, ...NUMBER_FIELDS, ...TEXT_FIELDS])]

/** The columns of a lead that the board index stores. */
export type BoardLead = Pick<Lead, (typeof STORED)[number]> &
  Partial<Pick<Lead, (typeof SENT)[number] | 'proposal' | 'product_details' | 'additional_information'>> & {
    /** Plate, proposal and policies, in place of the fields that have them. Anything in a row that has those. */
    readonly codes?: unknown
  }

/** One committed transaction: its journal entries, the leads that it wrote, and the uids that it deleted. */
export interface LeadChanges {
  readonly seqs: readonly number[]
  readonly leads: readonly BoardLead[]
  readonly gone: readonly string[]
}

export const leadChangesChannel = (userId: number) => `farol-lead-news-${userId}`

interface Written {
  readonly seqs: number[]
  /** null when the lead was deleted. */
  readonly leads: Map<string, BoardLead | null>
  /** A write without known keys happened. No event is sent then. */
  unknown: boolean
}

const boardLead = (lead: Lead): BoardLead => ({
  ...picked(lead, SENT),
  // A row that an earlier version stored lacks it.
  old_number: lead.old_number ?? null,
  codes: codesOf(lead),
})

function noteLeads(written: Written, request: DBCoreMutateRequest): void {
  if (request.type === 'deleteRange') written.unknown = true
  else if (request.type === 'delete') for (const uid of request.keys) written.leads.set(uid, null)
  else for (const lead of request.values) written.leads.set(lead.uid, boardLead(lead))
}

function changesOf({ seqs, leads, unknown }: Written): LeadChanges | null {
  if (unknown || seqs.length === 0) return null
  return {
    seqs,
    leads: [...leads.values()].flatMap((lead) => lead ?? []),
    gone: [...leads].flatMap(([uid, lead]) => (lead === null ? uid : [])),
  }
}

/**
 * Publishes each committed transaction of this thread that changes leads.
 * Call it before the database opens.
 */
export function publishLeadChanges(db: MirrorDb): void {
  const channelName = leadChangesChannel(db.userId)
  const open = new WeakMap<object, Written>()

  const ofTransaction = (): Written | null => {
    if (!Dexie.currentTransaction) return null
    const transaction = outermost(Dexie.currentTransaction)
    const known = open.get(transaction)
    if (known !== undefined) return known
    const written: Written = { seqs: [], leads: new Map(), unknown: false }
    open.set(transaction, written)
    transaction.on('complete', () => {
      const changes = changesOf(written)
      if (changes === null) return
      const channel = new BroadcastChannel(channelName)
      channel.postMessage(changes)
      channel.close()
    })
    return written
  }

  const watch = (table: DBCoreTable): DBCoreTable => ({
    ...table,
    // Not an async function: Dexie tracks a transaction by counting native promises (staging/staged-table.ts).
    mutate(request) {
      const written = ofTransaction()
      return table.mutate(request).then((answer) => {
        if (written === null) return answer
        if (table.name === 'leads') noteLeads(written, request)
        else if (answer.results !== undefined) written.seqs.push(...answer.results.map(Number))
        else if (request.type === 'add') written.seqs.push(Number(answer.lastResult))
        return answer
      })
    },
  })

  db.use({
    stack: 'dbcore',
    name: 'lead-changes',
    create: (core): DBCore => ({
      ...core,
      table: (name) => (name === 'leads' || name === 'journal' ? watch(core.table(name)) : core.table(name)),
    }),
  })
}
