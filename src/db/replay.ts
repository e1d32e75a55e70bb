/** The row on screen = the server's row with this device's pending commands replayed on it. Pure. */
import { commands, isCommandName } from '../commands/registry.ts'
import type { Lead } from '../domain/lead/lead.ts'
import { type ContextSource, contextAt } from './command-context.ts'
import type { OutboxRecord } from './schema.ts'

/**
 * Commands that wait for the server's word count as done. Those in conflict or rejected do not, nor what was built on
 * them: the screen shows what is true, the queue keeps what was wanted.
 */
export function isReplayed(record: Pick<OutboxRecord, 'state'>): boolean {
  return record.state === 'queued' || record.state === 'sending'
}

/** A command that this version does not know leaves the row as it is. */
export function applyRecord(lead: Lead, record: OutboxRecord, source: ContextSource): Lead {
  if (!isCommandName(record.command)) return lead
  const prepared = commands[record.command].prepare(record.args)
  return 'errors' in prepared
    ? lead
    : (prepared.applyLead(lead, contextAt(source, lead.channel_id, record.occurredAt)) ?? lead)
}

/** `records` of one lead, in any order. */
export function replay(serverLead: Lead, records: readonly OutboxRecord[], source: ContextSource): Lead {
  return records
    .filter(isReplayed)
    .toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
    .reduce((lead, record) => applyRecord(lead, record, source), serverLead)
}
