/**
 * Runs the user's commands. One transaction applies, queues and journals a command. No other code turns a user's action
 * into a change.
 */
import type { PreparedCommand } from '../../commands/definition.ts'
import { type CommandArgs, type CommandName, commands } from '../../commands/registry.ts'
import type { Client } from '../../domain/client/client.ts'
import { changedFields, flatRow } from '../../domain/lead/conflicts.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { mayRun, NOT_ALLOWED } from '../../domain/permissions/actions.ts'
import { whilePresent } from '../access/presence.ts'
import { type FoundFull, foundFull } from '../access/storage-full.ts'
import { noteChanged } from '../changes/journal.ts'
import { predict } from '../changes/pending-writes.ts'
import { correctedNow, lastCorrectedNow } from '../mirror/clock-offset.ts'
import { type MirrorDb, queueTables } from '../schema/mirror.ts'
import type { ClientRecord, LeadRecord, OutboxRecord } from '../schema/records.ts'
import { baseOf, writtenFields } from './command-base.ts'
import { type ContextSource, contextAt, currentContextSource } from './command-context.ts'
import { markDirty, noDirtyRows, projectAndJournal } from './projection.ts'
import { isHeldUp, relatedBefore, wholeQueue } from './queue-order.ts'
import { appendedBy, applyRecord, isReplayed } from './replay.ts'
import { serverRow } from './server-row.ts'

export type CommandOutcome =
  /** Written. Wait for `onDisk` before you confirm it to the user (docs/decisions/006). */
  | { readonly kind: 'queued'; readonly record: OutboxRecord }
  /** No user is signed in, the user may not run it, the arguments are invalid, or the lead has left this device. */
  | { readonly kind: 'impossible'; readonly message: string }
  | FoundFull

const impossible = (message: string): CommandOutcome => ({ kind: 'impossible', message })

interface Circumstances {
  /** The device's clock, epoch ms. */
  readonly nowMs?: number
  /** A client from the server's answer to a look-up, which this device does not mirror. */
  readonly seenClient?: Client | null
  /** The form's draft after the command. */
  readonly draft?: DraftAfter | undefined
}

/** A draft that a command replaces: stored or deleted with the command, so that no reload offers what is queued. */
export interface DraftAfter {
  readonly name: string
  /** What is still to be sent. Null: nothing, and the draft is deleted. */
  readonly values: unknown
}

/**
 * Applies the command to the mirror and queues it. A creation also creates the lead and its client here. The
 * transaction is atomic: a full disk (`storage_full`) leaves nothing written. Throws other errors of IndexedDB.
 */
export function runCommand<Name extends CommandName>(
  db: MirrorDb,
  name: Name,
  args: CommandArgs<Name>,
  circumstances: Circumstances = {},
): Promise<CommandOutcome> {
  // A repeated attempt uses the same key: the interrupted one may have been stored.
  const key = crypto.randomUUID()
  return whilePresent(() => attempt(db, { key, name, args }, circumstances))
}

interface Request<Name extends CommandName> {
  readonly key: string
  readonly name: Name
  readonly args: CommandArgs<Name>
}

async function attempt<Name extends CommandName>(
  db: MirrorDb,
  { key, name, args }: Request<Name>,
  { nowMs = Date.now(), seenClient = null, draft }: Circumstances,
): Promise<CommandOutcome> {
  const source = await currentContextSource(db)
  if (source === null) return impossible('Entre novamente para continuar.')
  if (!mayRun(name, source.user)) return impossible(NOT_ALLOWED)
  const prepared = commands[name].prepare(args)
  if ('errors' in prepared) return impossible(Object.values(prepared.errors).flat()[0] ?? 'Dados inválidos.')
  const withdraw = predicted(db, prepared, source, nowMs)
  try {
    // Without a draft the table stays free: a page that is put away must store another form's.
    const tables = [...queueTables(db), ...(draft === undefined ? [] : [db.drafts])]
    return await db.transaction('rw', tables, async (): Promise<CommandOutcome> => {
      const [present, correctedMs] = await Promise.all([presentRows(db, prepared), correctedNow(db, nowMs)])
      const stored = present.queue.find((record) => record.key === key)
      if (stored !== undefined) return { kind: 'queued', record: stored }
      const refusal = refusalOf(prepared, present)
      if (refusal !== null) return impossible(refusal)
      const occurredAt = new Date(correctedMs).toISOString()
      const { entry, leadAfter } = writtenBy({ prepared, present, source, occurredAt, seenClient })
      const record = queued(present.queue, {
        ...entry,
        key,
        command: name,
        schemaVersion: commands[name].version,
        args,
        occurredAt,
        queuedAt: nowMs,
        attempts: 0,
        retryAt: 0,
        problem: null,
      })
      const onTop = shownOnTop(present, record, leadAfter)
      // The lead first: the write announces it to screens that show it.
      const shown = onTop === null ? [] : [db.leads.put(onTop), noteChanged(db, [onTop.uid])]
      const [seq] = await Promise.all([db.outbox.add(record), keepServerRows(db, present, record), ...shown])
      if (onTop === null) {
        const dirty = noDirtyRows()
        markDirty(dirty, [record])
        await projectAndJournal(db, dirty, source)
      }
      if (draft?.values === null) await db.drafts.delete(draft.name)
      else if (draft !== undefined) await db.drafts.put({ ...draft, savedAt: nowMs })
      return { kind: 'queued', record: { ...record, seq } }
    })
  } catch (error) {
    return foundFull(error)
  } finally {
    withdraw()
  }
}

/**
 * Predicts the lead on screen until the transaction ends. Returns a function that withdraws the prediction. Makes none
 * for a lead that the server does not have, or when a client is written too: those need the replay.
 */
function predicted(
  db: MirrorDb,
  { leadUid, clientUid, applyLead }: PreparedCommand,
  source: ContextSource,
  nowMs: number,
): () => void {
  const correctedMs = lastCorrectedNow(db, nowMs)
  if (leadUid === null || clientUid !== null || correctedMs === null) return () => undefined
  const occurredAt = new Date(correctedMs).toISOString()
  return predict(db, leadUid, (lead) =>
    lead.version === 0 ? null : applyLead(lead, contextAt(source, lead.channel_id, occurredAt)),
  )
}

interface Present {
  readonly lead: LeadRecord | null
  readonly client: ClientRecord | null
  /** The server's rows, if earlier commands stored them separately. */
  readonly serverLead: Lead | null
  readonly serverClient: Client | null
  /** Oldest first. */
  readonly queue: readonly OutboxRecord[]
}

/** Reads in parallel: each read alone costs a round trip to the database. */
async function presentRows(db: MirrorDb, { leadUid, clientUid }: PreparedCommand): Promise<Present> {
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

/** Returns the sentence for the user, or null when the command is possible. */
function refusalOf({ creates, leadUid }: PreparedCommand, { lead }: Present): string | null {
  if (creates && lead !== null) return 'Este lead já foi criado neste aparelho.'
  if (!creates && leadUid !== null && lead === null) return 'Este lead não está mais neste aparelho.'
  return null
}

interface Writing {
  readonly prepared: PreparedCommand
  readonly present: Present
  readonly source: ContextSource
  readonly occurredAt: string
  readonly seenClient: Client | null
}

interface Written {
  /** What the command writes, and the base. */
  readonly entry: Pick<OutboxRecord, 'entityUid' | 'clientUid' | 'base' | 'writes' | 'subject'>
  readonly leadAfter: Lead | null
}

function writtenBy({ prepared, present, source, occurredAt, seenClient }: Writing): Written {
  const { lead, client } = present
  const context = contextAt(source, lead?.channel_id ?? 0, occurredAt)
  const leadAfter = prepared.applyLead(lead, context)
  // A client of a list of the server's need not be in the mirror.
  const known = client ?? (prepared.leadUid === null ? seenClient : null)
  const clientAfter = prepared.applyClient(known, context)
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

/**
 * Returns the projected lead if it is the present row with this command applied: nothing before the command is held up,
 * and its client has no pending changes. Returns null when a replay of the queue is necessary.
 */
function shownOnTop({ lead, queue }: Present, record: OutboxRecord, after: Lead | null): LeadRecord | null {
  if (lead === null || after === null || lead.version === 0) return null
  if (record.state !== 'queued' || record.clientUid !== null) return null
  if (queue.some(({ clientUid }) => clientUid === lead.client_uid)) return null
  return { ...after, generation: lead.generation }
}

const isEmpty = (row: object) => Object.keys(row).length === 0

/** Stores the server's rows separately at the first command that writes them. */
async function keepServerRows(db: MirrorDb, present: Present, { clientUid }: OutboxRecord): Promise<void> {
  const { lead, serverLead, client, serverClient } = present
  await Promise.all([
    ...(serverLead === null && lead !== null && lead.version > 0 ? [db.serverLeads.put(lead)] : []),
    ...(clientUid !== null && serverClient === null && client !== null && client.version > 0
      ? [db.serverClients.put(client)]
      : []),
  ])
}

/** Returns the record behind those that write the same lead or client, blocked if one of them is held up. */
function queued(
  queue: readonly OutboxRecord[],
  record: Omit<OutboxRecord, 'dependsOn' | 'state'>,
): OutboxRecord {
  const earlier = relatedBefore(queue, record)
  return {
    ...record,
    dependsOn: earlier.at(-1)?.key ?? null,
    state: earlier.some(isHeldUp) ? 'blocked' : 'queued',
  }
}
