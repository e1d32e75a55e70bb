/** The row on screen = the server's row with this device's pending commands replayed on it. Pure. */
import { beginsLead, commands, isCommandName } from '../../commands/registry.ts'
import type { Client } from '../../domain/client/client.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { OutboxRecord, OutboxState } from '../schema/records.ts'
import { type ContextSource, contextAt } from './command-context.ts'

const REPLAYED: Readonly<Record<OutboxState, boolean>> = {
  queued: true,
  sending: true,
  conflict: false,
  rejected: false,
  blocked: false,
}

/** States of a command that waits for the user, or for a command that does. */
export const HELD_UP = Object.entries(REPLAYED).flatMap(([state, replayed]) => (replayed ? [] : [state]))

/**
 * Whether the projection includes the command. Commands that wait for the server's answer count as done. Commands in
 * conflict or rejected, and those behind them, do not: the screen shows the true state, and the queue keeps the rest.
 */
export function isReplayed({ state }: Pick<OutboxRecord, 'state'>): boolean {
  // A later version may have stored another state.
  return REPLAYED[state] === true
}

/** Whether the command creates a lead. */
export function isCreation({ command }: Pick<OutboxRecord, 'command'>): boolean {
  return beginsLead(command)
}

/** Whether the command can create a client that the server does not have. */
export function makesClient(record: Pick<OutboxRecord, 'command' | 'args'>): boolean {
  return isCreation(record) || record.command === 'client.create' || givesAnother(record.args)
}

/** Whether the lead gets another client: docs/rules.md#identity-of-a-client */
const givesAnother = (args: unknown): boolean =>
  typeof args === 'object' && args !== null && 'identity' in args && args.identity === 'other'

function preparedOf(record: OutboxRecord) {
  if (!isCommandName(record.command)) return null
  const prepared = commands[record.command].prepare(record.args)
  return 'errors' in prepared ? null : prepared
}

/** Returns the fields that the record only adds to. Its base has no value of them, and no later command's base waits for it. */
export function appendedBy(record: OutboxRecord): readonly string[] {
  return preparedOf(record)?.appends ?? []
}

/** Returns a text without what the record added to it. */
export function withoutAdded(text: string, record: OutboxRecord, source: ContextSource): string {
  return preparedOf(record)?.withdrawn(text, contextAt(source, 0, record.occurredAt)) ?? text
}

/** Applies the record. A command that this version does not know leaves the row as it is. */
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

/** Returns the client as a creation's record contains it, or null when the record creates no client. */
export const typedClient = (record: OutboxRecord, source: ContextSource): Client | null =>
  makesClient(record) ? applyToClient(null, record, source) : null

/** Returns the records to replay. Without a server row it includes refused ones: a refusal does not delete the row. */
function counted(server: Lead | Client | null, records: readonly OutboxRecord[]): OutboxRecord[] {
  return records
    .filter((record) => server === null || isReplayed(record))
    .toSorted((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
}

/** `records` are of one lead, in any order. `server` is null when it has no such lead. Returns null without a row. */
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

/** The same as `replay`, for a client. */
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

/** Returns the lead with the copies that the server would store of this client. */
export function withCopiesOf(client: Client, lead: Lead): Lead {
  return {
    ...lead,
    client_name: client.name,
    client_cpf: client.cpf,
    client_cellphone: client.cellphone,
    client_phone: client.phone,
  }
}
