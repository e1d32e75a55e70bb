/**
 * A server in memory that implements the contract: keys, versions, bases, scope, cursor, tombstones, files.
 */
import { z } from 'zod'
import type { CommandContext, PreparedCommand } from '../../../src/commands/definition.ts'
import { isGroup, unitsOf } from '../../../src/commands/groups.ts'
import { commands, isCommandName } from '../../../src/commands/registry.ts'
import type { Statement } from '../../../src/contract/hand-over.ts'
import { handedKey } from '../../../src/contract/push-command.ts'
import type {
  CatalogueRow,
  PullPage,
  PushCommand,
  PushResponse,
  PushResult,
} from '../../../src/contract/sync.ts'
import type { TimelineEntry } from '../../../src/contract/timeline.ts'
import { attachedFile } from '../../../src/db/session/files.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { ERASED_MESSAGE, erasedClient, erasedLead } from '../../../src/domain/client/erasure.ts'
import { matchesScope, mayWork, scopeOf } from '../../../src/domain/lead/access.ts'
import { captureProblem } from '../../../src/domain/lead/capture.ts'
import { conflictingFields, flatRow, type LastChange, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { settings } from '../../unit/domain/fixtures.ts'
import { FakeRows } from './fake-rows.ts'

interface Cursor {
  readonly epoch: number
  readonly scope: string
  readonly from: number
  readonly high: number | null
  readonly version: number
  readonly uid: string
}

const FLOW = [1, 2, 3, 4, 5, 6]

const CHANNEL = {
  id: 7,
  name: 'Renovação',
  parent_id: null,
  custom: false,
  attendance_flow: { status_flow: FLOW },
}

const aboutLead = z.object({ lead_uid: z.string() })
const leadOf = (args: unknown) => aboutLead.parse(args).lead_uid

/** The rows of a command before it. */
interface Found {
  readonly lead: Lead | null
  readonly client: Client | null
}

type Refusal = Pick<Extract<PushResult, { outcome: 'rejected' }>, 'message' | 'errors'> &
  Partial<Extract<PushResult, { outcome: 'rejected' }>>

export class FakeServer {
  readonly user: SessionUser
  readonly rows = new FakeRows()
  /** Keys of applied commands in order. A key that occurs twice was applied twice. */
  readonly applied: string[] = []
  readonly tokens = new Set<string>()
  /** All are sent with the first page of each pull. */
  readonly catalogues: CatalogueRow[] = [{ kind: 'channel', id: '7', version: 1, value: CHANNEL }]
  /** Commands on these leads make the server fail. */
  readonly poison = new Set<string>()
  /** Why the server refuses a command by a rule that this one does not have, or null. */
  refusal: (command: PushCommand) => Refusal | null = () => null
  /** Opens what one device handed to another; null: it does not open. */
  opened: (handed: string) => Statement | null = () => null
  knowsHandOvers = true
  /** Leads in a page of a pull. */
  pageRows = 3
  /** Who sent every creation before, of those that one device handed to another; null: nobody. */
  sentBy: string | null = null
  /** The last change of each field, as the history of a real server has it. */
  readonly lastChanges = new Map<string, LastChange>()
  /** Number of uploads of each file, by uid. */
  readonly files = new Map<string, number>()
  readonly #aliases = new Map<string, string>()
  readonly #merges: { version: number; readonly uid: string; readonly client_uid: string }[] = []
  readonly #erasures: { version: number; readonly uids: readonly string[] }[] = []
  readonly #log = new Map<string, PushResult>()
  /** Keys of groups that were refused. */
  readonly #refused = new Set<string>()
  readonly #passed = new Map<string, TimelineEntry>()
  #epoch = 1
  #now: () => number

  constructor(user: SessionUser, now: () => number) {
    this.user = user
    this.#now = now
  }

  get leads(): Map<string, Lead> {
    return this.rows.leads
  }

  /** Writes a lead for another user. Returns the row. */
  write(lead: Lead): Lead {
    return this.rows.write(lead)
  }

  /** Another user makes somebody the broker of a lead. The new broker's device gets the entry of the timeline. */
  passOn(uid: string, brokerId: number, by: { readonly id: number; readonly name: string }): void {
    const before = this.leads.get(uid)
    if (before === undefined) throw new Error(`no lead ${uid}`)
    const lead = this.write({ ...before, broker_id: brokerId })
    const changes = { broker_id: { before: before.broker_id, after: brokerId } }
    this.#passed.set(uid, { ...this.#entry(lead), user: by, changes })
  }

  change(uid: string, changes: Partial<Lead>): void {
    const lead = this.leads.get(uid)
    if (lead !== undefined) this.write({ ...lead, ...changes })
  }

  changeClient(uid: string, changes: Partial<Client>): void {
    const client = this.rows.clients.get(uid)
    if (client !== undefined) this.rows.writeClient({ ...client, ...changes })
  }

  /** Restores a dump of another cluster: every row gets a new version. */
  restore(): void {
    this.#epoch += 1
    this.rows.restamp()
    for (const told of [...this.#erasures, ...this.#merges]) told.version = this.rows.version
  }

  /** Erases a client and the text of its leads. Commands about them are refused from now on. */
  erase(clientUid: string): void {
    const client = this.rows.clients.get(clientUid)
    if (client === undefined) throw new Error(`no client ${clientUid}`)
    const leads = [...this.leads.values()].filter((lead) => lead.client_uid === clientUid)
    this.rows.writeClient(erasedClient(client))
    for (const lead of leads) this.write(erasedLead(lead))
    this.#erasures.push({ version: this.rows.version, uids: [clientUid, ...leads.map(({ uid }) => uid)] })
  }

  /** A restored dump is older than the erasures. */
  forgetErasures(): void {
    this.#erasures.length = 0
  }

  /** Merges a client into another; undone with the same client twice. The leads are those of the first. */
  merge(aliasUid: string, survivorUid: string, leads: readonly string[]): void {
    this.#aliases.set(aliasUid, survivorUid)
    for (const uid of leads) {
      const lead = this.leads.get(uid)
      if (lead !== undefined) this.write({ ...lead, client_uid: survivorUid })
    }
    this.#merges.push({ version: this.rows.version, uid: aliasUid, client_uid: survivorUid })
  }

  #aliasesBetween(from: number, high: number): PullPage['aliases'] {
    return this.#merges.flatMap(({ version, uid, client_uid }) =>
      version >= from && version < high ? { uid, client_uid } : [],
    )
  }

  #erasedBetween(from: number, high: number): string[] {
    return this.#erasures.flatMap(({ version, uids }) => (version >= from && version < high ? uids : []))
  }

  #isErased({ leadUid, clientUid }: PreparedCommand): boolean {
    const named = [leadUid, clientUid]
    return this.#erasures.some(({ uids }) => uids.some((uid) => named.includes(uid)))
  }

  inScope(): Lead[] {
    const scope = scopeOf(this.user)
    return [...this.leads.values()].filter((lead) => matchesScope(lead, scope))
  }

  /** Stores a file. Returns false if it is no PDF. */
  takeFile(uid: string, text: string): boolean {
    if (!text.startsWith('%PDF')) return false
    this.files.set(uid, (this.files.get(uid) ?? 0) + 1)
    return true
  }

  pull(asked: string | null): PullPage {
    const scope = JSON.stringify(scopeOf(this.user))
    const given: Cursor | null = asked === null ? null : JSON.parse(asked)
    const usable = given !== null && given.epoch === this.#epoch && given.scope === scope
    const start = { epoch: this.#epoch, scope, from: 0, high: null, version: 0, uid: '' }
    const cursor: Cursor = usable ? given : start
    const high = cursor.high ?? this.rows.version + 1
    const after = (lead: Lead) =>
      lead.version > cursor.version || (lead.version === cursor.version && lead.uid > cursor.uid)
    const changed = this.inScope()
      .filter((lead) => lead.version >= cursor.from && lead.version < high)
      .toSorted((a, b) => a.version - b.version || (a.uid < b.uid ? -1 : 1))
    const rows = changed.filter(after).slice(0, this.pageRows)
    const last = rows.at(-1)
    const more = last !== undefined && changed.filter(after).length > this.pageRows
    const next: Cursor = more
      ? { ...cursor, high, version: last.version, uid: last.uid }
      : { ...start, from: high }
    const starts = cursor.high === null
    const removed = more || cursor.from === 0 ? [] : this.rows.removed(cursor.from, high, scopeOf(this.user))
    return {
      rows: {
        leads: rows,
        clients: [...new Set(rows.flatMap((lead) => this.rows.clients.get(lead.client_uid) ?? []))],
        catalogues: starts ? this.catalogues : [],
      },
      removed: { leads: removed, clients: [], catalogues: [] },
      timelines: rows
        .filter((lead) => lead.broker_id === this.user.id)
        .map((lead) => ({ lead_uid: lead.uid, entries: [this.#passed.get(lead.uid) ?? this.#entry(lead)] })),
      erased: starts ? this.#erasedBetween(cursor.from, high) : [],
      aliases: more ? [] : this.#aliasesBetween(cursor.from, high),
      cursor: JSON.stringify(next),
      more,
      ...(starts && cursor.from === 0 ? { expected: changed.length } : {}),
      ...(asked !== null && !usable ? { reset: true } : {}),
      high,
      server_time: new Date(this.#now()).toISOString(),
    }
  }

  #entry(lead: Lead): TimelineEntry {
    const at = new Date(this.#now()).toISOString()
    return {
      id: lead.version,
      command: 'lead.update',
      user: null,
      device_id: null,
      occurred_at: at,
      received_at: at,
      offline: false,
      changes: {},
    }
  }

  push(asked: readonly PushCommand[]): PushResponse {
    const results = unitsOf(asked.map((command) => this.#meant(command))).flatMap((unit) =>
      unit[0]?.group === undefined ? unit.map((command) => this.#answer(command)) : this.#whole(unit),
    )
    return { results, server_time: new Date(this.#now()).toISOString() }
  }

  /** What was handed over is done as it was signed. */
  #meant(command: PushCommand): PushCommand {
    const { handed } = command
    if (handed === undefined || !this.knowsHandOvers) return command
    const statement = this.opened(handed)
    if (statement === null || command.key !== handedKey(statement.key))
      throw new Error('the device sent what does not open')
    const { handed_at: _at, ...meant } = statement
    return { ...meant, depends_on: command.depends_on }
  }

  #answer(command: PushCommand): PushResult {
    const result = this.#log.get(command.key) ?? this.#once(command)
    return result.outcome === 'applied' && this.sentBy !== null ? { ...result, sent_by: this.sentBy } : result
  }

  /** A group is applied whole or not at all. */
  #whole(group: readonly PushCommand[]): PushResult[] {
    if (!isGroup(group)) throw new Error('the device sent no whole group')
    const rows = new Map(this.leads)
    const applied = this.applied.length
    const results = group.map((command) => this.#answer(command))
    const cause = results.find(({ outcome }) => outcome === 'rejected' || outcome === 'conflict')
    if (cause === undefined || !('message' in cause)) return results
    if (results.every((result) => this.#refused.has(result.key))) return results
    for (const [uid, row] of rows) this.leads.set(uid, row)
    this.applied.length = applied
    return group.map(({ key, args }): PushResult => {
      const result: PushResult =
        key === cause.key
          ? { ...cause, ...this.#fresh({ leadUid: leadOf(args), creates: false }, null) }
          : {
              key,
              outcome: 'rejected',
              code: cause.outcome === 'rejected' ? cause.code : 'rule',
              message: cause.message,
              errors: {},
              refused_with: cause.key,
              rows: { leads: [], clients: [] },
              removed: [],
            }
      this.#log.set(key, result)
      this.#refused.add(key)
      return result
    })
  }

  #once(command: PushCommand): PushResult {
    const before = command.depends_on
    if (before !== null && this.#log.get(before)?.outcome !== 'applied')
      return { key: command.key, outcome: 'blocked', depends_on: before }
    const result = this.#decide(command)
    this.#log.set(command.key, result)
    return result
  }

  /** Returns the lead of a command, and its client or the existing client with the CPF of a new one. */
  #find({ leadUid, clientUid, clientWrite, applyClient }: PreparedCommand, context: CommandContext): Found {
    const lead = leadUid === null ? null : (this.leads.get(leadUid) ?? null)
    // A lead that gets another client leaves its own as it is.
    const gets = clientWrite?.identity === 'other'
    const given = (gets ? null : lead?.client_uid) ?? clientUid ?? ''
    const named = this.rows.clients.get(this.#aliases.get(given) ?? given)
    const made = named === undefined && clientUid !== null ? applyClient(null, context) : null
    return { lead, client: named ?? this.rows.withCpf(made?.cpf ?? '') ?? null }
  }

  #decide(command: PushCommand): PushResult {
    const { key } = command
    const unknown = {
      key,
      outcome: 'rejected',
      code: 'invalid',
      message: 'Comando desconhecido.',
      errors: {},
    } as const
    if (!isCommandName(command.command) && !this.knowsHandOvers)
      return { ...unknown, rows: { leads: [], clients: [] }, removed: [] }
    if (!isCommandName(command.command)) throw new Error(`unknown command ${command.command}`)
    const prepared = commands[command.command].prepare(command.args)
    if ('errors' in prepared) throw new Error('the device sent invalid arguments')
    if (this.poison.has(prepared.entityUid)) throw new Error(`no answer for ${prepared.entityUid}`)
    // No time is later than the server's: server/commands/handle-command.ts.
    const happenedAt = Math.min(Date.parse(command.occurred_at), this.#now())
    const context: CommandContext = {
      occurredAt: new Date(happenedAt).toISOString(),
      user: this.user,
      settings,
      statusFlow: FLOW,
    }
    if (this.#isErased(prepared))
      return {
        key,
        outcome: 'rejected',
        code: 'erased',
        message: ERASED_MESSAGE,
        errors: {},
        rows: { leads: [], clients: [] },
        removed: [],
      }
    const found = this.#find(prepared, context)
    const fresh = () => this.#fresh(prepared, found.client?.uid ?? prepared.clientUid)
    const holder = this.#holder(command, found)
    if (holder !== null) return { key, outcome: 'conflict', ...holder, fields: [], ...fresh() }
    if (this.#isTheirs(command, found)) {
      this.applied.push(key)
      return { key, outcome: 'applied', found_done: true, ...fresh() }
    }
    const refusal = this.refusal(command)
    if (refusal !== null) return { key, outcome: 'rejected', code: 'rule', ...refusal, ...fresh() }
    const problem = this.#problem(command, prepared, found)
    if (problem !== null)
      return { key, outcome: 'rejected', code: 'rule', message: problem, errors: {}, ...fresh() }
    const leadAfter = prepared.applyLead(found.lead, context)
    const clientAfter = prepared.clientUid === null ? null : prepared.applyClient(found.client, context)
    const before = flatRow(found.lead, found.client)
    const fields = conflictingFields(command.base, before, flatRow(leadAfter, clientAfter ?? found.client))
    if (fields.length > 0)
      return {
        key,
        outcome: 'conflict',
        message: 'Outra pessoa mudou o mesmo campo.',
        holder: null,
        fields: fields.map((conflict) => ({ ...conflict, last: this.lastChanges.get(conflict.field) })),
        ...fresh(),
      }
    this.applied.push(key)
    if (clientAfter !== null && !sameValue(clientAfter, found.client)) this.rows.writeClient(clientAfter)
    if (leadAfter !== null)
      this.write({
        ...this.leads.get(leadAfter.uid),
        ...leadAfter,
        client_uid: found.client?.uid ?? leadAfter.client_uid,
      })
    return { key, outcome: 'applied', ...fresh() }
  }

  #holder({ command, occurred_at }: PushCommand, { lead }: Found) {
    if (command !== 'lead.capture' || lead === null) return null
    const nowMs = Date.parse(occurred_at)
    const problem = captureProblem(lead, { user: this.user, nowMs, oldestPendingUid: lead.uid })
    if (problem?.code !== 'taken') return null
    return { message: problem.message, holder: { id: lead.broker_id ?? 0, name: 'Rita Alves' } }
  }

  /** Returns whether a capture finds the lead already captured by its user. */
  #isTheirs({ command }: PushCommand, { lead }: Found): boolean {
    return command === 'lead.capture' && lead?.state === 2 && lead.broker_id === this.user.id
  }

  #problem(command: PushCommand, prepared: PreparedCommand, { lead, client }: Found): string | null {
    if (prepared.creates)
      return JSON.stringify(command.args).includes('"insurance_id":null') ? 'Informe o seguro.' : null
    if (command.command === 'client.update') return client === null ? 'Cliente não encontrado.' : null
    if (prepared.leadUid === null) return null
    if (lead === null) return 'Lead não encontrado.'
    if (command.command === 'lead.capture') {
      const nowMs = Date.parse(command.occurred_at)
      return captureProblem(lead, { user: this.user, nowMs, oldestPendingUid: lead.uid })?.message ?? null
    }
    const file = attachedFile(command)
    if (file !== null && !this.files.has(file)) return 'O arquivo não chegou ao servidor.'
    return mayWork(lead, this.user) || lead.inviter_id === this.user.id ? null : 'Este lead não é seu.'
  }

  /** A command of a client is answered by the client alone: the next pull brings its leads. */
  #fresh({ leadUid, creates }: Pick<PreparedCommand, 'leadUid' | 'creates'>, clientUid: string | null) {
    const all = this.inScope().filter((row) => row.uid === leadUid)
    // A refused creation made no lead that could leave the scope.
    const isGone = leadUid !== null && all.length === 0 && (!creates || this.leads.has(leadUid))
    const uids = new Set(all.map((row) => row.client_uid))
    if (leadUid === null && clientUid !== null) uids.add(clientUid)
    return {
      rows: { leads: all, clients: [...uids].flatMap((uid) => this.rows.clients.get(uid) ?? []) },
      removed: isGone ? [leadUid] : [],
    }
  }
}
