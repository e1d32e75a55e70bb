/**
 * Runs the user's commands. One transaction applies, queues and journals a command, or a group of commands. No other code
 * turns a user's action into a change.
 */
import type { CommandContext, PreparedCommand } from '../../commands/definition.ts'
import { type GroupMember, type Inverse, inversesOf, isGroup } from '../../commands/groups.ts'
import { type CommandArgs, type CommandName, commands } from '../../commands/registry.ts'
import type { Client } from '../../domain/client/client.ts'
import { ERASED_MESSAGE, isStillCarriedOut } from '../../domain/client/erasure.ts'
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
import { areErased } from '../session/erased-uids.ts'
import { baseOf, writtenFields } from './command-base.ts'
import { type ContextSource, contextAt, currentContextSource } from './command-context.ts'
import { markDirty, noDirtyRows, projectAndJournal } from './projection.ts'
import { isHeldUp, relatedBefore, wholeQueue } from './queue-order.ts'
import { appendedBy, applyRecord, isReplayed } from './replay.ts'
import { serverRow } from './server-row.ts'

interface Impossible {
  readonly kind: 'impossible'
  readonly message: string
}

export type CommandOutcome =
  /** Written. Wait for `onDisk` before you confirm it to the user (docs/decisions/006). */
  | { readonly kind: 'queued'; readonly record: OutboxRecord }
  /**
   * No user is signed in, the user may not run it, the arguments are invalid, the lead has left this device, or does not
   * allow it: docs/architecture.md#commands
   */
  | Impossible
  | FoundFull

export interface MadeGroup {
  readonly records: readonly OutboxRecord[]
  /** What takes the group back; null: one of its commands has no inverse. */
  readonly inverses: readonly Inverse[] | null
}

export type GroupOutcome = ({ readonly kind: 'queued' } & MadeGroup) | Impossible | FoundFull

const impossible = (message: string): Impossible => ({ kind: 'impossible', message })

/** Undoes the transaction: nothing of the group is queued. */
class NotQueued extends Error {
  readonly outcome: Impossible
  constructor(outcome: Impossible) {
    super(outcome.message)
    this.outcome = outcome
  }
}

interface Circumstances {
  /** The device's clock, epoch ms. */
  readonly nowMs?: number
  /** A client from the server's answer to a look-up, which this device does not mirror. */
  readonly seenClient?: Client | null
  /** The form's draft after the command. */
  readonly draft?: DraftAfter | undefined
}

interface OfGroup {
  /** The device's clock, epoch ms. */
  readonly nowMs?: number
  /** Asked first, in the transaction of the group. Returns why nothing is queued, or null. */
  readonly refused?: () => Promise<string | null>
  /** What the device stores in addition, in the transaction of the group, over `queueTables`. */
  readonly alongside?: (made: MadeGroup) => Promise<unknown>
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
export async function runCommand<Name extends CommandName>(
  db: MirrorDb,
  name: Name,
  args: CommandArgs<Name>,
  circumstances: Circumstances = {},
): Promise<CommandOutcome> {
  // A repeated attempt uses the same key: the interrupted one may have been stored.
  const request = { key: crypto.randomUUID(), name, args }
  const tried = new Map<string, Queued>()
  const outcome = await whilePresent(() => attempt(db, [request], { ...circumstances, tried }))
  if (outcome.kind !== 'queued') return outcome
  const [written] = outcome.written
  if (written === undefined) throw new Error(`${name} was queued without a record`)
  return { kind: 'queued', record: written.record }
}

/** The same for a group, or one command, in one transaction. Throws for what is none. docs/sync-protocol.md#groups */
export async function runGroup(
  db: MirrorDb,
  members: readonly GroupMember[],
  { alongside, ...circumstances }: OfGroup = {},
): Promise<GroupOutcome> {
  const isAlone = members.length === 1
  if (!isAlone && !isGroup(members.map(({ name, args }) => ({ command: name, args }))))
    throw new Error('these commands are no group')
  const group = isAlone ? {} : { group: crypto.randomUUID() }
  const requests = members.map(({ name, args }) => ({ key: crypto.randomUUID(), name, args, ...group }))
  const made = (written: readonly Queued[]): MadeGroup => {
    const changed = written.flatMap(({ before, after, record }, place) => {
      const member = members[place]
      return member === undefined || before === null || after === null
        ? []
        : { member, before, after, occurredAt: record.occurredAt }
    })
    return {
      records: written.map(({ record }) => record),
      inverses: changed.length === members.length ? inversesOf(changed) : null,
    }
  }
  const tried = new Map<string, Queued>()
  const finish = async (written: readonly Queued[]) => alongside?.(made(written))
  const outcome = await whilePresent(() => attempt(db, requests, { ...circumstances, tried, finish }))
  return outcome.kind === 'queued' ? { kind: 'queued', ...made(outcome.written) } : outcome
}

interface Request {
  readonly key: string
  readonly name: CommandName
  readonly args: unknown
  readonly group?: string
}

interface Ready extends Request {
  readonly prepared: PreparedCommand
}

/** A queued command, and its lead on the screen; null: there is none. */
interface Queued {
  readonly record: OutboxRecord
  readonly before: Lead | null
  readonly after: Lead | null
}

interface Attempt extends Circumstances, Pick<OfGroup, 'refused'> {
  /** What an attempt has queued, by key. One that was cut off at its end may have been stored. */
  readonly tried: Map<string, Queued>
  /** Runs in the transaction, once all of them are queued. */
  readonly finish?: (written: readonly Queued[]) => Promise<unknown>
}

/** `requests`: one, or the members of a group. */
async function attempt(
  db: MirrorDb,
  requests: readonly Request[],
  { nowMs = Date.now(), seenClient = null, draft, tried, refused, finish }: Attempt,
): Promise<{ readonly kind: 'queued'; readonly written: readonly Queued[] } | Impossible | FoundFull> {
  const source = await currentContextSource(db)
  if (source === null) return impossible('Entre novamente para continuar.')
  const ready: Ready[] = []
  for (const request of requests) {
    if (!mayRun(request.name, source.user)) return impossible(NOT_ALLOWED)
    const prepared = commands[request.name].prepare(request.args)
    if ('errors' in prepared)
      return impossible(Object.values(prepared.errors).flat()[0] ?? 'Dados inválidos.')
    ready.push({ ...request, prepared })
  }
  const withdraw = predicted(
    db,
    ready.map(({ prepared }) => prepared),
    source,
    nowMs,
  )
  try {
    // Without a draft the table stays free: a page that is put away must store another form's.
    const tables = [...queueTables(db), ...(draft === undefined ? [] : [db.drafts])]
    return await db.transaction('rw', tables, async () => {
      const isStored = tried.size > 0 && (await areStored(db, ready))
      const message = isStored ? null : await refused?.()
      if (typeof message === 'string') return impossible(message)
      const written: Queued[] = []
      for (const request of ready) {
        const before = isStored ? tried.get(request.key) : undefined
        const one = before ?? (await enqueue(db, request, { source, nowMs, seenClient }))
        if ('message' in one) throw new NotQueued(one)
        tried.set(request.key, one)
        written.push(one)
      }
      if (!isStored) await finish?.(written)
      if (draft?.values === null) await db.drafts.delete(draft.name)
      else if (draft !== undefined) await db.drafts.put({ ...draft, savedAt: nowMs })
      return { kind: 'queued' as const, written }
    })
  } catch (error) {
    return error instanceof NotQueued ? error.outcome : foundFull(error)
  } finally {
    withdraw()
  }
}

/** Whether an interrupted attempt has stored them. */
const areStored = async (db: MirrorDb, ready: readonly Ready[]): Promise<boolean> => {
  const keys = ready.map(({ key }) => key)
  return (await db.outbox.where('key').anyOf(keys).count()) > 0
}

interface Enqueuing {
  readonly source: ContextSource
  readonly nowMs: number
  readonly seenClient: Client | null
}

/** Runs inside the transaction of `attempt`. */
async function enqueue(
  db: MirrorDb,
  { key, name, group, prepared }: Ready,
  { source, nowMs, seenClient }: Enqueuing,
): Promise<Queued | Impossible> {
  const [present, correctedMs, isErased] = await Promise.all([
    presentRows(db, prepared),
    correctedNow(db, nowMs),
    areErased(db, namedBy(prepared)),
  ])
  const occurredAt = new Date(correctedMs).toISOString()
  const context = contextAt(source, present.lead?.channel_id ?? 0, occurredAt)
  const writing = { prepared, present, source, context, seenClient }
  const refusal = isErased && !isStillCarriedOut(name) ? ERASED_MESSAGE : refusalOf(writing)
  if (refusal !== null) return impossible(refusal)
  const { entry, leadAfter } = writtenBy(writing)
  const record = queued(present.queue, {
    ...entry,
    key,
    ...(group === undefined ? {} : { group }),
    command: name,
    schemaVersion: commands[name].version,
    args: prepared.stamped(occurredAt),
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
  return { record: { ...record, seq }, before: present.lead, after: leadAfter }
}

/**
 * Predicts the lead on screen until the transaction ends. Returns a function that withdraws the prediction. Makes none
 * for a lead that the server does not have, or when a client is written too: those need the replay.
 */
function predicted(
  db: MirrorDb,
  prepared: readonly PreparedCommand[],
  source: ContextSource,
  nowMs: number,
): () => void {
  const correctedMs = lastCorrectedNow(db, nowMs)
  const leadUid = prepared[0]?.leadUid ?? null
  if (leadUid === null || correctedMs === null || prepared.some(({ clientUid }) => clientUid !== null))
    return () => undefined
  const occurredAt = new Date(correctedMs).toISOString()
  return predict(db, leadUid, (lead) =>
    lead.version === 0
      ? null
      : prepared.reduce<Lead | null>(
          (row, { applyLead }) => row && applyLead(row, contextAt(source, lead.channel_id, occurredAt)),
          lead,
        ),
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

/** The rows that it is about. What a form, a toast or an undo still knows of an erased person comes back by none. */
const namedBy = ({ entityUid, clientUid }: PreparedCommand): readonly string[] =>
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
function refusalOf(writing: Writing): string | null {
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

interface Written {
  /** What the command writes, and the base. */
  readonly entry: Pick<OutboxRecord, 'entityUid' | 'clientUid' | 'base' | 'writes' | 'subject'>
  readonly leadAfter: Lead | null
}

function writtenBy(writing: Writing): Written {
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
