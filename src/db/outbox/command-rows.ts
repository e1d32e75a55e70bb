/** The rows of the device that a command is about: why it is impossible for them, and what it writes. */
import type { CommandContext, PreparedCommand } from '../../commands/definition.ts'
import type { Client } from '../../domain/client/client.ts'
import { changedFields, flatRow } from '../../domain/lead/conflicts.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import type { MirrorDb } from '../schema/mirror.ts'
import type { ClientRecord, LeadRecord, OutboxRecord } from '../schema/records.ts'
import { baseOf, writtenFields } from './command-base.ts'
import type { ContextSource } from './command-context.ts'
import { wholeQueue } from './queue-order.ts'
import { appendedBy, applyRecord, isReplayed } from './replay.ts'
import { serverRow } from './server-row.ts'

export interface Present {
  readonly lead: LeadRecord | null
  readonly client: ClientRecord | null
  /** The server's rows, if earlier commands stored them separately. */
  readonly serverLead: Lead | null
  readonly serverClient: Client | null
  /** Oldest first. */
  readonly queue: readonly OutboxRecord[]
}

/** Reads in parallel: each read alone costs a round trip to the database. */
export async function presentRows(db: MirrorDb, { leadUid, clientUid }: PreparedCommand): Promise<Present> {
  const [lead, client, queue] = await Promise.all([
    leadUid === null ? undefined : db.leads.get(leadUid),
    clientUid === null ? undefined : db.clients.get(clientUid),
    wholeQueue(db),
  ])
  // Server rows are stored separately only while there is a queue.
  const [serverLead, serverClient] =
    queue.length === 0
      ? []
      : await Promise.all([
          leadUid === null ? undefined : db.serverLeads.get(leadUid),
          clientUid === null ? undefined : db.serverClients.get(clientUid),
        ])
  return {
    lead: lead ?? null,
    serverLead: serverLead ?? null,
    client: client ?? null,
    serverClient: serverClient ?? null,
    queue,
  }
}

/** Stores the server's rows separately at the first command that writes them. */
export async function keepServerRows(
  db: MirrorDb,
  present: Present,
  { clientUid }: OutboxRecord,
): Promise<void> {
  const { lead, serverLead, client, serverClient } = present
  await Promise.all([
    ...(serverLead === null && lead !== null && lead.version > 0 ? [db.serverLeads.put(lead)] : []),
    ...(clientUid !== null && serverClient === null && client !== null && client.version > 0
      ? [db.serverClients.put(client)]
      : []),
  ])
}

/** The rows that it is about. What a form, a toast or an undo still knows of an erased person comes back by none. */
export const namedBy = ({ entityUid, clientUid }: PreparedCommand): readonly string[] =>
  clientUid === null ? [entityUid] : [entityUid, clientUid]

interface Writing {
  readonly prepared: PreparedCommand
  readonly present: Present
  readonly source: ContextSource
  readonly context: CommandContext
  readonly seenClient: Client | null
}

/** A client of a list of the server's need not be in the mirror. */
const knownClient = ({ prepared, present, seenClient }: Writing): Client | null =>
  present.client ?? (prepared.leadUid === null ? seenClient : null)

/** Returns the sentence for the user, or null when the command is possible. */
export function refusalOf(writing: Writing): string | null {
  const { prepared, present, context } = writing
  const { lead } = present
  if (prepared.creates && lead !== null) return 'Este lead já foi criado neste aparelho.'
  if (!prepared.creates && prepared.leadUid !== null) {
    if (lead === null) return 'Este lead não está mais neste aparelho.'
    const verdict = prepared.verdict(lead, context)
    return verdict === null || verdict === 'done' ? null : verdict.message
  }
  const before = knownClient(writing)
  const after = prepared.applyClient(before, context)
  // The server alone knows this client.
  if (after === null) return null
  return prepared.fieldProblems(context, { before, after })[0]?.message ?? null
}

const isEmpty = (row: object) => Object.keys(row).length === 0

interface Written {
  /** What the command writes, and the base. */
  readonly entry: Pick<OutboxRecord, 'entityUid' | 'clientUid' | 'base' | 'writes' | 'subject'>
  readonly leadAfter: Lead | null
}

export function writtenBy(writing: Writing): Written {
  const { prepared, present, source, context, seenClient } = writing
  const { lead, client } = present
  const leadAfter = prepared.applyLead(lead, context)
  const clientAfter = prepared.applyClient(knownClient(writing), context)
  const seen = { before: flatRow(null, client ?? seenClient), after: flatRow(null, clientAfter) }
  // A save of the form names its client even if it does not change it. It then need not wait for the client's queue.
  const leavesClient =
    client !== null &&
    prepared.leadUid !== null &&
    !prepared.creates &&
    prepared.clientWrite?.identity !== 'other' &&
    isEmpty(changedFields(seen.before, seen.after))
  const clientUid = leavesClient ? null : prepared.clientUid
  const serverLead = withWaitingNotes(serverRow(lead, present.serverLead), present, prepared, source)
  // The base is what the user saw, from the mirror or from a look-up.
  const serverClient =
    clientUid === null ? null : client === null ? seenClient : serverRow(client, present.serverClient)
  const leadSides = {
    server: serverLead && flatRow(serverLead, null),
    before: flatRow(lead, null),
    after: flatRow(leadAfter, null),
    isWhole: false,
  }
  const clientSides = {
    server: serverClient && flatRow(null, serverClient),
    ...seen,
    isWhole: prepared.creates,
    isAsked: prepared.clientWrite?.identity === 'correct',
  }
  const subject = {
    leadId: leadAfter?.id ?? null,
    clientName: leadAfter?.client_name ?? clientAfter?.name ?? '',
  }
  return {
    entry: withoutAppended(prepared, {
      entityUid: prepared.entityUid,
      clientUid,
      base: { ...baseOf(leadSides), ...baseOf(clientSides) },
      writes: [...writtenFields(leadSides), ...writtenFields(clientSides)],
      subject,
    }),
    leadAfter,
  }
}

/** The server's row with what waits to be added to it: a later save of that text has seen both. */
function withWaitingNotes(
  server: Lead | null,
  { queue }: Present,
  { leadUid }: PreparedCommand,
  source: ContextSource,
): Lead | null {
  return queue
    .filter((record) => record.entityUid === leadUid && isReplayed(record) && appendedBy(record).length > 0)
    .reduce((lead, record) => lead && applyRecord(lead, record, source), server)
}

/** What is only added to replaces nothing. */
function withoutAppended({ appends }: PreparedCommand, entry: Written['entry']): Written['entry'] {
  if (appends.length === 0) return entry
  const base = Object.entries(entry.base).filter(([field]) => !appends.includes(field))
  const writes = entry.writes?.filter((field) => !appends.includes(field)) ?? []
  return { ...entry, base: Object.fromEntries(base), writes }
}
