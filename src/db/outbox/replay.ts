/** The row on screen = the server's row with this device's pending commands replayed on it. Pure. */
import { beginsLead, commands, isCommandName } from '../../commands/registry.ts'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { OutboxRecord, OutboxState } from '../mirror/schema.ts'
import { type ContextSource, contextAt } from './command-context.ts'

const COUNTS: Readonly<Record<OutboxState, boolean>> = {
  queued: true,
  sending: true,
  conflict: false,
  rejected: false,
  blocked: false,
}

/** States of a command that waits for the user, or for one that does. */
export const HELD_UP = Object.entries(COUNTS).flatMap(([state, counts]) => (counts ? [] : [state]))

/**
 * Commands that wait for the server's word count as done. Those in conflict or rejected do not, nor what was built on
 * them: the screen shows what is true, the queue keeps what was wanted.
 */
export function isReplayed({ state }: Pick<OutboxRecord, 'state'>): boolean {
  // One that a later version wrote is none of them.
  return COUNTS[state] === true
}

/** Whether a lead begins with it. */
export function isCreation({ command }: Pick<OutboxRecord, 'command'>): boolean {
  return beginsLead(command)
}

/** Whether a client that no server knows can begin with it. */
export function makesClient(record: Pick<OutboxRecord, 'command'>): boolean {
  return isCreation(record) || record.command === 'client.create'
}

function preparedOf(record: OutboxRecord) {
  if (!isCommandName(record.command)) return null
  const prepared = commands[record.command].prepare(record.args)
  return 'errors' in prepared ? null : prepared
}

/** A command that this version does not know leaves the row as it is. */
export function applyRecord(lead: Lead | null, record: OutboxRecord, source: ContextSource): Lead | null {
  const context = contextAt(source, lead?.channel_id ?? 0, record.occurredAt)
  return preparedOf(record)?.applyLead(lead, context) ?? lead
}

export function applyToClient(
  client: Client | null,
  record: OutboxRecord,
  source: ContextSource,
): Client | null {
  return preparedOf(record)?.applyClient(client, contextAt(source, 0, record.occurredAt)) ?? client
}

/** The client as the record of a creation typed it; null: it begins no client. */
export const typedClient = (record: OutboxRecord, source: ContextSource): Client | null =>
  makesClient(record) ? applyToClient(null, record, source) : null

/** Where no server row is, the queue is all there is: a refusal is not a deletion, so what was refused stays shown. */
function counted(server: Lead | Client | null, records: readonly OutboxRecord[]): OutboxRecord[] {
  return records
    .filter((record) => server === null || isReplayed(record))
    .toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
}

/** `records` of one lead, in any order. null in: no server has it; null out: nothing is known to show. */
export function replay(
  server: Lead | null,
  records: readonly OutboxRecord[],
  source: ContextSource,
): Lead | null {
  return counted(server, records).reduce<Lead | null>(
    (lead, record) => applyRecord(lead, record, source),
    server,
  )
}

/** The same for a client. */
export function replayClient(
  server: Client | null,
  records: readonly OutboxRecord[],
  source: ContextSource,
): Client | null {
  return counted(server, records).reduce<Client | null>(
    (client, record) => applyToClient(client, record, source),
    server,
  )
}

/** The lead with the copies that the server would make of this client. */
export function withCopiesOf(client: Client, lead: Lead): Lead {
  return {
    ...lead,
    client_name: client.name,
    client_cpf: client.cpf,
    client_cellphone: client.cellphone,
    client_phone: client.phone,
  }
}
