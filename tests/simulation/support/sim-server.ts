/**
 * The real server, called without a port. It uses the scenario's clock, and dies when the witness ends it. It has one or
 * two processes over one database, which answer by turns.
 */

import { createHash } from 'node:crypto'
import { erasePersonalData, removeErasedFiles } from '../../../server/administration/personal-data/erase.ts'
import { clientUidOf } from '../../../server/commands/client/write-client.ts'
import type { AppContext } from '../../../server/context/app-context.ts'
import { ensureEpoch } from '../../../server/db/epoch.ts'
import { readLead } from '../../../server/queries/lead-row.ts'
import { sessionUser } from '../../../server/queries/session-user.ts'
import { sweepFiles } from '../../../server/sync/housekeeping.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { PDF_TYPE } from '../../../src/domain/lead/lead-file.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Chance } from '../../sync/support/random.ts'
import type { SimDatabase } from './database.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import { SimFiles } from './sim-files.ts'
import { SimProcess } from './sim-process.ts'

export interface SimRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly path: string
  readonly token: string
  /** JSON, or the bytes of a document. */
  readonly body: string | Blob | null
  /** Idempotency-Key of a REST call. */
  readonly key?: string
}
export interface SimAnswer {
  readonly status: number
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** What the server has answered. */
export interface LogRow {
  readonly key: string
  readonly outcome: string
  /** The user whose device sent what another had handed over; null: the author's own did. */
  readonly sent_by: number | null
}

export interface SimServerOptions {
  readonly database: SimDatabase
  readonly clock: ScenarioClock
  readonly chance: Chance
  /** True: documents are in a folder on the disk; false: in a map. */
  readonly filesInFolder: boolean
  readonly processes: number
  readonly hasDeviceKey: boolean
}

export class SimServer {
  readonly database: SimDatabase
  readonly files: SimFiles
  readonly #clock: ScenarioClock
  readonly #processes: readonly SimProcess[]
  #requests = 0
  #starts = 0
  /** Tokens that no process may accept any more. */
  readonly #over = new Set<string>()
  readonly #inactive = new Set<number>()
  readonly #signedIn: { readonly userId: number; readonly deviceId: string; readonly token: string }[] = []
  #epoch = ''
  #tokens = 0
  readonly #users = new Map<number, SessionUser>()

  constructor({ database, clock, chance, filesInFolder, processes, hasDeviceKey }: SimServerOptions) {
    this.database = database
    this.files = new SimFiles({ witness: database.witness, clock, chance, inFolder: filesInFolder })
    this.#clock = clock
    const options = { database, clock, files: this.files, epoch: () => this.#epoch, hasDeviceKey }
    this.#processes = Array.from({ length: processes }, () => new SimProcess(options))
  }

  get db() {
    return this.database.store.db
  }

  /** Epoch ms. */
  get now(): number {
    return this.#clock.now
  }

  /** The process that answers next. */
  get #next(): SimProcess {
    const process = this.nextProcess
    this.#requests += 1
    return process
  }

  get #context(): AppContext {
    return this.#next.context
  }

  /** Whether each process has to answer 401 to this token from now on. */
  mustRefuse(token: string): boolean {
    const userId = this.#signedIn.find((session) => session.token === token)?.userId
    return this.#over.has(token) || (userId !== undefined && this.#inactive.has(userId))
  }

  #endAll(userId: number): void {
    for (const session of this.#signedIn) if (session.userId === userId) this.#over.add(session.token)
  }

  /** A restore of the database may have brought sessions back. */
  forgetEndings(): void {
    this.#over.clear()
  }

  async setActive(userId: number, isActive: boolean): Promise<void> {
    await this.db
      .updateTable('users')
      .set({ status: isActive ? 1 : 0 })
      .where('id', '=', userId)
      .execute()
    if (isActive) this.#inactive.delete(userId)
    else this.#inactive.add(userId)
    this.forgetUsers()
  }

  /** All processes start, by turns with a cold feed and with one that is filled. */
  async start(): Promise<void> {
    this.database.witness.revive()
    this.#epoch = await ensureEpoch(this.db)
    this.#starts += 1
    for (const process of this.#processes) await process.start({ filled: this.#starts % 2 === 0 })
  }

  /** The process of the next request. Its streams end when it starts again. */
  get nextProcess(): SimProcess {
    const process = this.#processes[(this.#requests + 1) % this.#processes.length]
    if (process === undefined) throw new Error('the server has no process')
    return process
  }

  /** How many pages the processes have answered from memory. */
  async pullsFromMemory(): Promise<number> {
    const each = await Promise.all(this.#processes.map((process) => process.pullsFromMemory()))
    return each.reduce((sum, pulls) => sum + pulls, 0)
  }

  /** Sweeps the documents. Resolves to false if the server died during the sweep; it is then started again. */
  async sweepFiles(): Promise<boolean> {
    const { witness } = this.database
    await sweepFiles(this.#context).catch((error: unknown) => {
      if (!witness.dead) throw error
    })
    const lived = !witness.dead
    if (!lived) await this.start()
    witness.revive()
    return lived
  }

  /** Resolves to null if the server died before its answer; it is then started again. Throws before the first start. */
  async handle(request: SimRequest): Promise<SimAnswer | null> {
    const { body } = request
    const answer = await this.#next.app.inject({
      method: request.method,
      url: request.path,
      headers: {
        authorization: `Bearer ${request.token}`,
        ...(body === null
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/json' : PDF_TYPE }),
        ...(request.key === undefined ? {} : { 'idempotency-key': request.key }),
      },
      ...(body === null
        ? {}
        : { payload: typeof body === 'string' ? body : Buffer.from(await body.arrayBuffer()) }),
    })
    if (this.database.witness.dead) {
      await this.start()
      return null
    }
    return {
      status: answer.statusCode,
      body: answer.body,
      headers: { 'content-type': String(answer.headers['content-type'] ?? '') },
    }
  }

  /** Creates a session as a login does, with the scenario's time and a reproducible token. Returns the token. */
  async signIn(userId: number, deviceId: string): Promise<string> {
    this.#tokens += 1
    const token = `token-${userId}-${this.#tokens}`
    this.#signedIn.push({ userId, deviceId, token })
    const now = new Date(this.#clock.now).toISOString()
    await this.db
      .insertInto('sessions')
      .values({
        id: `00000000-0000-4000-8000-${String(this.#tokens).padStart(12, '0')}`,
        token_hash: createHash('sha256').update(token).digest('hex'),
        user_id: userId,
        device_id: deviceId,
        created_at: now,
        last_seen_at: now,
        expires_at: new Date(this.#clock.now + 30 * DAY_MS).toISOString(),
      })
      .execute()
    return token
  }

  /** Erases a client's personal data. Returns every uid of the person. */
  async erase(client: { readonly uid: string; readonly id: number }, userId: number): Promise<string[]> {
    const reason = 'A pessoa pediu por escrito.'
    await erasePersonalData(this.#context, { client, user: { id: userId }, reason })
    await removeErasedFiles(this.#context)
    const { uids } = await this.db
      .selectFrom('client_erasures')
      .select('uids')
      .where('client_uid', '=', client.uid)
      .executeTakeFirstOrThrow()
    return uids
  }

  async revoke(userId: number): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ revoked_at: new Date(this.#clock.now).toISOString() })
      .where('user_id', '=', userId)
      .execute()
    this.#endAll(userId)
  }

  /** Orders the device to be erased, which ends its sessions. */
  async orderErasure(userId: number, deviceId: string): Promise<void> {
    const now = new Date(this.#clock.now).toISOString()
    await this.db
      .insertInto('devices')
      .values({ user_id: userId, device_id: deviceId, erase_requested_at: now })
      .execute()
    await this.db
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .where('revoked_at', 'is', null)
      .execute()
    for (const session of this.#signedIn)
      if (session.userId === userId && session.deviceId === deviceId) this.#over.add(session.token)
  }

  /** The device is erased. */
  async confirmErasure(userId: number, deviceId: string): Promise<void> {
    await this.db
      .deleteFrom('devices')
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId)
      .execute()
  }

  /** Lets all sessions of the user expire. */
  async letExpire(userId: number): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ expires_at: new Date(this.#clock.now - 1000).toISOString() })
      .where('user_id', '=', userId)
      .execute()
    this.#endAll(userId)
  }

  /** Returns the user from the database, cached until `forgetUsers`. */
  async user(userId: number): Promise<SessionUser | null> {
    const known = this.#users.get(userId) ?? (await sessionUser(this.db, userId))
    if (known !== null) this.#users.set(userId, known)
    return known
  }

  forgetUsers(): void {
    this.#users.clear()
  }

  /** Returns the commands that the server has answered. */
  log(): Promise<LogRow[]> {
    return this.db.selectFrom('command_log').select(['key', 'outcome', 'sent_by']).execute()
  }

  lead(uid: string): Promise<Lead | null> {
    return readLead(this.db, uid)
  }

  /** Returns the leads of a client. `uid` may be a device's uid of a client that the server knows under another uid. */
  async leadsOfClient(uid: string): Promise<Lead[]> {
    const known = await clientUidOf(this.db, uid)
    return this.#leads(
      await this.db.selectFrom('leads').select('uid').where('client_uid', '=', known).execute(),
    )
  }

  /** Returns the CPF or CNPJ of a client; null: there is none with this uid. */
  async documentOfClient(uid: string): Promise<string | null> {
    const known = await clientUidOf(this.db, uid)
    const row = await this.db.selectFrom('clients').select('cpf').where('uid', '=', known).executeTakeFirst()
    return row?.cpf ?? null
  }

  /** Returns all leads. */
  async leads(): Promise<Lead[]> {
    return this.#leads(await this.db.selectFrom('leads').select('uid').execute())
  }

  async #leads(rows: readonly { readonly uid: string }[]): Promise<Lead[]> {
    const leads = await Promise.all(rows.map((row) => readLead(this.db, row.uid)))
    return leads.flatMap((lead) => lead ?? [])
  }

  /** Simulates a dump restored in another cluster: all rows get new versions and all cursors are invalid. */
  async moveToAnotherCluster(): Promise<void> {
    await this.db.updateTable('sync_epoch').set({ cluster: 'another' }).execute()
    await this.start()
  }
}
