/**
 * A server in memory that keeps the contract: keys, versions, bases, scope, cursor, tombstones. What transactions are
 * to the real one a counter is here. It remembers every row it ever had, so that a test can ask what was true when.
 */
import type { CommandContext } from '../../../src/commands/definition.ts'
import { commands, isCommandName } from '../../../src/commands/registry.ts'
import type {
  CatalogueRow,
  PullPage,
  PushCommand,
  PushResponse,
  PushResult,
} from '../../../src/contract/sync.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { matchesScope, mayWork, type ScopeColumns, scopeOf } from '../../../src/domain/lead/access.ts'
import { captureProblem } from '../../../src/domain/lead/capture.ts'
import { conflictingFields, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { settings } from '../../unit/domain/fixtures.ts'

interface Cursor {
  readonly epoch: number
  readonly scope: string
  readonly from: number
  readonly high: number | null
  readonly version: number
  readonly uid: string
}

const FLOW = [1, 2, 3, 4, 5, 6]
const PAGE_ROWS = 3

const CHANNEL = {
  id: 7,
  name: 'Renovação',
  parent_id: null,
  custom: false,
  attendance_flow: { status_flow: FLOW },
}

export class FakeServer {
  readonly user: SessionUser
  readonly leads = new Map<string, Lead>()
  /** Every row that ever was, by uid. */
  readonly history = new Map<string, Lead[]>()
  /** Keys in the order in which they were carried out; one that is here twice was done twice. */
  readonly applied: string[] = []
  readonly outcomes = new Map<string, number>()
  readonly tokens = new Set<string>()
  /** Sent whole with the first page of each run. */
  readonly catalogues: CatalogueRow[] = [{ kind: 'channel', id: '7', version: 1, value: CHANNEL }]
  /** Commands of these leads make the server fail. */
  readonly poison = new Set<string>()
  readonly #log = new Map<string, PushResult>()
  #tombstones: { version: number; uid: string; columns: ScopeColumns }[] = []
  #epoch = 1
  #version = 100
  #now: () => number

  constructor(user: SessionUser, now: () => number) {
    this.user = user
    this.#now = now
  }

  /** Writes a lead as anybody but the device would; answers the row. */
  write(lead: Lead): Lead {
    const before = this.leads.get(lead.uid)
    this.#version += 1
    const row = { ...lead, version: this.#version }
    this.leads.set(row.uid, row)
    this.history.set(row.uid, [...(this.history.get(row.uid) ?? []), row])
    if (before !== undefined && !sameValue(columnsOf(before), columnsOf(row)))
      this.#tombstones.push({ version: this.#version, uid: row.uid, columns: columnsOf(before) })
    return row
  }

  change(uid: string, changes: Partial<Lead>): void {
    const lead = this.leads.get(uid)
    if (lead !== undefined) this.write({ ...lead, ...changes })
  }

  /** The dump of another cluster: versions start elsewhere, so every row is stamped anew. */
  restore(): void {
    this.#epoch += 1
    this.#version = 10
    this.#tombstones = []
    for (const lead of this.leads.values()) this.write(lead)
  }

  inScope(): Lead[] {
    const scope = scopeOf(this.user)
    return [...this.leads.values()].filter((lead) => matchesScope(lead, scope))
  }

  pull(asked: string | null): PullPage {
    const scope = JSON.stringify(scopeOf(this.user))
    const given: Cursor | null = asked === null ? null : JSON.parse(asked)
    const usable = given !== null && given.epoch === this.#epoch && given.scope === scope
    const start = { epoch: this.#epoch, scope, from: 0, high: null, version: 0, uid: '' }
    const cursor: Cursor = usable ? given : start
    const high = cursor.high ?? this.#version + 1
    const after = (lead: Lead) =>
      lead.version > cursor.version || (lead.version === cursor.version && lead.uid > cursor.uid)
    const changed = this.inScope()
      .filter((lead) => lead.version >= cursor.from && lead.version < high)
      .toSorted((a, b) => a.version - b.version)
    const rows = changed.filter(after).slice(0, PAGE_ROWS)
    const last = rows.at(-1)
    const more = last !== undefined && changed.filter(after).length > PAGE_ROWS
    const next: Cursor = more
      ? { ...cursor, high, version: last.version, uid: last.uid }
      : { ...start, from: high }
    const starts = cursor.high === null
    return {
      rows: {
        leads: rows,
        clients: rows.map(clientOf),
        catalogues: starts ? this.catalogues : [],
      },
      removed: { leads: more ? [] : this.#removed(cursor.from, high), catalogues: [] },
      timelines: [],
      cursor: JSON.stringify(next),
      more,
      ...(starts && cursor.from === 0 ? { expected: changed.length } : {}),
      ...(asked !== null && !usable ? { reset: true } : {}),
      server_time: new Date(this.#now()).toISOString(),
    }
  }

  #removed(from: number, high: number): string[] {
    if (from === 0) return []
    const scope = scopeOf(this.user)
    const now = new Set(this.inScope().map((lead) => lead.uid))
    return this.#tombstones
      .filter(
        ({ version, uid, columns }) =>
          version >= from && version < high && matchesScope(columns, scope) && !now.has(uid),
      )
      .map(({ uid }) => uid)
  }

  push(asked: readonly PushCommand[]): PushResponse {
    const results = asked.map((command) => {
      const result = this.#log.get(command.key) ?? this.#once(command)
      this.outcomes.set(result.outcome, (this.outcomes.get(result.outcome) ?? 0) + 1)
      return result
    })
    return { results, server_time: new Date(this.#now()).toISOString() }
  }

  #once(command: PushCommand): PushResult {
    const before = command.depends_on
    if (before !== null && this.#log.get(before)?.outcome !== 'applied')
      return { key: command.key, outcome: 'blocked', depends_on: before }
    const result = this.#decide(command)
    this.#log.set(command.key, result)
    return result
  }

  #decide(command: PushCommand): PushResult {
    const { key } = command
    if (!isCommandName(command.command)) throw new Error(`unknown command ${command.command}`)
    const prepared = commands[command.command].prepare(command.args)
    if ('errors' in prepared) throw new Error('arguments that the device should have refused')
    const lead = this.leads.get(prepared.entityUid)
    if (lead === undefined || this.poison.has(lead.uid))
      throw new Error(`no answer for ${prepared.entityUid}`)
    const refuse = (message: string): PushResult => ({
      key,
      outcome: 'rejected',
      code: 'rule',
      message,
      errors: {},
      ...this.#fresh(lead.uid),
    })
    const nowMs = Date.parse(command.occurred_at)
    if (command.command === 'lead.capture') {
      const problem = captureProblem(lead, { user: this.user, nowMs, oldestPendingUid: lead.uid })
      if (problem?.code === 'taken') {
        const holder = { id: lead.broker_id ?? 0, name: 'Rita Alves' }
        return {
          key,
          outcome: 'conflict',
          message: problem.message,
          holder,
          fields: [],
          ...this.#fresh(lead.uid),
        }
      }
      if (problem !== null) return refuse(problem.message)
    } else if (!mayWork(lead, this.user)) return refuse('Este lead não é seu.')
    const context: CommandContext = {
      occurredAt: command.occurred_at,
      user: this.user,
      settings,
      statusFlow: FLOW,
    }
    const after = prepared.applyLead(lead, context) ?? lead
    const fields = conflictingFields(command.base, lead, after)
    if (fields.length > 0)
      return {
        key,
        outcome: 'conflict',
        message: 'Outra pessoa mudou o mesmo campo.',
        holder: null,
        fields,
        ...this.#fresh(lead.uid),
      }
    this.applied.push(key)
    this.write(after)
    return { key, outcome: 'applied', ...this.#fresh(lead.uid) }
  }

  #fresh(uid: string) {
    const lead = this.inScope().find((row) => row.uid === uid)
    return lead === undefined
      ? { rows: { leads: [], clients: [] }, removed: [uid] }
      : { rows: { leads: [lead], clients: [clientOf(lead)] }, removed: [] }
  }
}

const columnsOf = (lead: Lead): ScopeColumns => ({
  state: lead.state,
  channel_id: lead.channel_id,
  broker_id: lead.broker_id,
  partner_id: lead.partner_id,
  inviter_id: lead.inviter_id,
})

const clientOf = (lead: Lead): Client => ({
  uid: lead.client_uid,
  id: 1,
  version: lead.version,
  name: lead.client_name,
  phone: '',
  cellphone: lead.client_cellphone,
  mail: '',
  cpf: lead.client_cpf,
  rg: '',
  birth_date: null,
  address: { cep: '', street: '', number: '', comp: '', district: '', city: '', state: '' },
})
