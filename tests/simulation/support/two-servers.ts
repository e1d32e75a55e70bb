/**
 * The real server and the fake one of tests/sync with the same rows. Each exchange goes to both. `seen` has what a device
 * would have after the answers of each.
 */
import { sql } from 'kysely'
import { expect } from 'vitest'
import { clientColumns } from '../../../server/queries/lead-row.ts'
import type { CommandContext } from '../../../src/commands/definition.ts'
import { commands } from '../../../src/commands/registry.ts'
import {
  type PullPage,
  type PushCommand,
  type PushResult,
  pullPageSchema,
  pushResponseSchema,
} from '../../../src/contract/sync.ts'
import type { Client } from '../../../src/domain/client/client.ts'
import { changedFields, flatRow, sameValue } from '../../../src/domain/lead/conflicts.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { addLead, EVA } from '../../api/support/people.ts'
import { FakeServer } from '../../sync/support/fake-server.ts'
import type { Chance } from '../../sync/support/random.ts'
import { settings } from '../../unit/domain/fixtures.ts'
import type { AnyAction } from './actions.ts'
import type { SimServer } from './sim-server.ts'

const DEVICE = 'device-of-both'
const FLOW = [1, 2, 3, 4, 5, 6]
const PAGE_ROWS = 3

/** What a device would have after the answers of one server. */
class Seen {
  readonly leads = new Map<string, Lead>()
  readonly clients = new Map<string, Client>()
  cursor: string | null = null

  take(rows: { readonly leads: readonly Lead[]; readonly clients: readonly Client[] }): void {
    for (const lead of rows.leads) this.leads.set(lead.uid, lead)
    for (const client of rows.clients) this.clients.set(client.uid, client)
  }

  /** A device shows the clients of its leads. */
  get shown() {
    const leads = [...this.leads.values()].toSorted((a, b) => (a.uid < b.uid ? -1 : 1)).map(unstamped)
    const clients = leads
      .map(({ client_uid }) => this.clients.get(client_uid))
      .map((row) => row && unstamped(row))
    return { leads, clients }
  }
}

/** Versions are each server's own, and these columns are stamped or computed by the real one alone. */
const OWN = ['version'] as const

function unstamped<Row extends Lead | Client>(row: Row): Row {
  const copy = { ...row }
  for (const column of OWN) Reflect.deleteProperty(copy, column)
  return copy
}

interface Options {
  readonly real: SimServer
  readonly user: SessionUser
  readonly token: string
  readonly chance: Chance
  readonly now: () => number
}

export class TwoServers {
  readonly fake: FakeServer
  readonly device = new Seen()
  readonly ofFake = new Seen()
  /** The commands that were sent, for a repeat. */
  readonly sent: PushCommand[] = []
  readonly #options: Options
  #keys = 0

  constructor(options: Options) {
    this.#options = options
    this.fake = new FakeServer(options.user, options.now)
  }

  newUid = (): string => {
    this.#keys += 1
    return `00000000-0000-7000-8000-${String(this.#options.chance.below(1e6) * 1e6 + this.#keys).padStart(12, '0')}`
  }

  /** Begins with rows of the real database. */
  async begin(leads: number): Promise<void> {
    const { real } = this.#options
    for (let number = 0; number < leads; number++) await addLead(real.database.store, { channel_id: 7 })
    await this.copy()
  }

  /** The fake server gets the rows as somebody else wrote them in the real database. */
  async copy(): Promise<void> {
    for (const client of await this.#realClients())
      if (differs(client, this.fake.rows.clients.get(client.uid))) this.fake.rows.writeClient(client)
    for (const lead of await this.#options.real.leads())
      if (differs(lead, this.fake.leads.get(lead.uid))) this.fake.write(lead)
  }

  async #realClients(): Promise<Client[]> {
    const { rows } = await sql<{ client: Client }>`
      select row_to_json(r) as client from (select ${clientColumns} from clients c) r`.execute(
      this.#options.real.db,
    )
    return rows.map(({ client }) => client)
  }

  /** Pulls until no page is left. */
  async pull(): Promise<void> {
    const real = await this.#run(this.device, async (cursor) => {
      const query = `limit=${PAGE_ROWS}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
      return pullPageSchema.parse(JSON.parse(await this.#ask('GET', `/api/sync?${query}`, null)))
    })
    const fake = await this.#run(this.ofFake, async (cursor) => this.fake.pull(cursor))
    expectSame('pull', { ...real, ...this.device.shown }, { ...fake, ...this.ofFake.shown })
  }

  async #run(seen: Seen, ask: (cursor: string | null) => Promise<PullPage>) {
    const told = { erased: new Set<string>(), aliases: new Map<string, string>(), reset: false, expected: 0 }
    for (;;) {
      const page = await ask(seen.cursor)
      if (page.reset === true) {
        seen.leads.clear()
        told.reset = true
      }
      seen.take(page.rows)
      for (const uid of page.removed.leads) seen.leads.delete(uid)
      for (const uid of page.erased) told.erased.add(uid)
      for (const { uid, client_uid } of page.aliases) told.aliases.set(uid, client_uid)
      told.expected += page.expected ?? 0
      expect(page.rows.leads.length).toBeLessThanOrEqual(PAGE_ROWS)
      seen.cursor = page.cursor
      if (!page.more) return { ...told, erased: [...told.erased].toSorted(), aliases: [...told.aliases] }
    }
  }

  /** The command as the device would queue it now. */
  command(action: AnyAction, lead: Lead, dependsOn: string | null): PushCommand {
    const { user, chance, now } = this.#options
    const client = this.device.clients.get(lead.client_uid)
    const given = action.args({ lead, client, user, chance, now: now(), newUid: this.newUid })
    // Which fields the server checks is proven by the API's tests.
    const args: unknown = JSON.parse(JSON.stringify(given).replaceAll('sem arroba', 'com@arroba.com.br'))
    const occurredAt = new Date(now()).toISOString()
    const context: CommandContext = { occurredAt, user, settings, statusFlow: FLOW }
    const prepared = commands[action.command].prepare(args)
    if ('errors' in prepared) expect.fail(`${action.command}: ${JSON.stringify(prepared.errors)}`)
    const before = prepared.creates ? null : lead
    const known = prepared.clientUid === null ? null : (this.device.clients.get(prepared.clientUid) ?? null)
    const after = flatRow(prepared.applyLead(before, context), known && prepared.applyClient(known, context))
    return {
      key: this.newUid(),
      command: action.command,
      schema_version: commands[action.command].version,
      args,
      base: before === null ? {} : changedFields(flatRow(before, known), after),
      occurred_at: occurredAt,
      depends_on: dependsOn,
    }
  }

  async push(asked: readonly PushCommand[]): Promise<void> {
    this.sent.push(...asked)
    const body = JSON.stringify({ device_id: DEVICE, app_version: '1.0.0', commands: asked })
    const real = pushResponseSchema.parse(JSON.parse(await this.#ask('POST', '/api/sync/push', body)))
    const fake = pushResponseSchema.parse(JSON.parse(JSON.stringify(this.fake.push(asked))))
    for (const [place, result] of real.results.entries()) {
      const other = fake.results[place]
      const what = `${asked[place]?.command} ${JSON.stringify(asked[place]?.args).slice(0, 90)} ${'message' in result ? result.message : ''}`
      expectSame(what, essence(result), other && essence(other))
      if (other === undefined || !('rows' in other) || !('rows' in result)) continue
      for (const [seen, answer] of [
        [this.device, result],
        [this.ofFake, other],
      ] as const) {
        seen.take(answer.rows)
        for (const uid of answer.removed) seen.leads.delete(uid)
      }
    }
    expect(fake.results).toHaveLength(real.results.length)
  }

  /** Another user changes a lead. */
  async change(uid: string, columns: Record<string, unknown>): Promise<void> {
    await this.#options.real.db.updateTable('leads').set(columns).where('uid', '=', uid).execute()
    await this.copy()
  }

  async changeClient(uid: string, columns: Record<string, unknown>): Promise<void> {
    await this.#options.real.db.updateTable('clients').set(columns).where('uid', '=', uid).execute()
    await this.copy()
  }

  async restore(): Promise<void> {
    await this.#options.real.moveToAnotherCluster()
    this.fake.restore()
  }

  async #ask(method: 'GET' | 'POST', path: string, body: string | null): Promise<string> {
    const answer = await this.#options.real.handle({ method, path, token: this.#options.token, body })
    if (answer?.status !== 200) expect.fail(`${path}: ${answer?.status} ${answer?.body}`)
    return answer.body
  }
}

export const ANOTHER = EVA

const differs = (row: Lead | Client, other: Lead | Client | undefined): boolean =>
  other === undefined || !sameValue(unstamped(row), unstamped(other))

/** Fails with the values that differ, by their paths. */
function expectSame(what: string, real: unknown, fake: unknown): void {
  const found = differences(real, fake, '')
  if (found.length > 0) expect.fail(`${what}\n${found.join('\n')}`)
}

function differences(real: unknown, fake: unknown, path: string): string[] {
  if (sameValue(real, fake)) return []
  if (typeof real !== 'object' || typeof fake !== 'object' || real === null || fake === null)
    return [
      `${path}: ${JSON.stringify(real)?.slice(0, 80)} is ${JSON.stringify(fake)?.slice(0, 80)} on the fake server`,
    ]
  const [a, b]: [Record<string, unknown>, Record<string, unknown>] = [{ ...real }, { ...fake }]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((key) =>
    differences(a[key], b[key], `${path}.${key}`),
  )
}

/** What a device acts on. The words of a refusal are the rules' own. */
function essence(result: PushResult) {
  const { key, outcome } = result
  if (outcome === 'blocked') return { key, outcome, depends_on: result.depends_on }
  const rows = {
    leads: result.rows.leads.map(unstamped).toSorted((a, b) => (a.uid < b.uid ? -1 : 1)),
    removed: result.removed.toSorted(),
  }
  if (outcome === 'rejected') return { key, outcome, isErased: result.code === 'erased', ...rows }
  if (outcome === 'applied') return { key, outcome, found_done: result.found_done, ...rows }
  const fields = result.fields.map(({ field, yours, current }) => ({ field, yours, current }))
  return { key, outcome, fields, holder: result.holder?.id ?? null, ...rows }
}
