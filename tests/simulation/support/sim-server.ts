/** The real server, called without a port. It uses the scenario's clock, and dies when the witness ends it. */

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { erasePersonalData, removeErasedFiles } from '../../../server/administration/personal-data/erase.ts'
import { buildApp } from '../../../server/app.ts'
import type { AppContext } from '../../../server/app-context.ts'
import { clientUidOf } from '../../../server/commands/client/write-client.ts'
import { readConfig } from '../../../server/config.ts'
import { ensureEpoch } from '../../../server/db/epoch.ts'
import { createHealth } from '../../../server/health/health.ts'
import { createIntegrations } from '../../../server/integrations/integrations.ts'
import { createMetrics } from '../../../server/metrics.ts'
import { readLead } from '../../../server/queries/lead-row.ts'
import { createSecurityLog } from '../../../server/security-log.ts'
import { LoginAttempts } from '../../../server/session/login-attempts.ts'
import { sessionUser } from '../../../server/session/session-user.ts'
import { sweepFiles } from '../../../server/sync/housekeeping.ts'
import { PokeHub } from '../../../server/sync/poke-hub.ts'
import { Present } from '../../../server/sync/present.ts'
import type { Lead } from '../../../src/domain/lead/lead.ts'
import { PDF_TYPE } from '../../../src/domain/lead/lead-file.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Chance } from '../../sync/support/random.ts'
import type { SimDatabase } from './database.ts'
import type { LogRow } from './made-commands.ts'
import type { ScenarioClock } from './scenario-clock.ts'
import { SimFiles } from './sim-files.ts'

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

export interface SimServerOptions {
  readonly database: SimDatabase
  readonly clock: ScenarioClock
  readonly chance: Chance
  /** True: documents are in a folder on the disk; false: in a map. */
  readonly filesInFolder: boolean
}

const config = readConfig({ LOG_LEVEL: 'silent', DIST_DIR: import.meta.dirname })

export class SimServer {
  readonly database: SimDatabase
  readonly files: SimFiles
  readonly #clock: ScenarioClock
  readonly #context: AppContext
  #epoch = ''
  /** A process that starts remembers nothing. */
  readonly #newPresent: () => Present
  #present: Present
  #app: FastifyInstance | null = null
  #tokens = 0
  readonly #users = new Map<number, SessionUser>()

  constructor({ database, clock, chance, filesInFolder }: SimServerOptions) {
    this.database = database
    this.files = new SimFiles({ witness: database.witness, clock, chance, inFolder: filesInFolder })
    this.#clock = clock
    const epochOf = () => this.#epoch
    const metrics = createMetrics()
    this.#newPresent = () => new Present(database.store, metrics)
    this.#present = this.#newPresent()
    const presentOf = () => this.#present
    this.#context = {
      store: database.store,
      reports: database.store.db,
      config,
      get epoch() {
        return epochOf()
      },
      // Each call returns another instant, so that events can be ordered by time.
      now: () => ++clock.now,
      metrics,
      health: createHealth(database.store, { config, metrics }),
      security: createSecurityLog(
        () => {},
        () => Date.now(),
      ),
      pokes: new PokeHub(),
      get present() {
        return presentOf()
      },
      passwordAttempts: new LoginAttempts(),
      factorAttempts: new LoginAttempts(),
      deviceSecrets: null,
      integrations: { ...createIntegrations(config.integrations), files: this.files },
    }
  }

  get db() {
    return this.database.store.db
  }

  /** Epoch ms. */
  get now(): number {
    return this.#clock.now
  }

  async start(): Promise<void> {
    this.database.witness.revive()
    this.#present = this.#newPresent()
    this.#epoch = await ensureEpoch(this.db)
    this.#app ??= await buildApp(this.#context)
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
    if (this.#app === null) throw new Error('the server is not started')
    const { body } = request
    const answer = await this.#app.inject({
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
  }

  /** Lets all sessions of the user expire. */
  async letExpire(userId: number): Promise<void> {
    await this.db
      .updateTable('sessions')
      .set({ expires_at: new Date(this.#clock.now - 1000).toISOString() })
      .where('user_id', '=', userId)
      .execute()
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
    return this.db.selectFrom('command_log').select(['key', 'outcome']).execute()
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
