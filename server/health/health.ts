/**
 * Whether this process can serve: what `/healthz`, `/readyz` and `/metrics` report.
 * docs/operations.md#health-and-metrics
 */
import { Gauge, type Registry } from 'prom-client'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { ofServer } from '../backup/refused.ts'
import type { Config } from '../base/config.ts'
import { type FreeSpace, freeSpace } from '../base/free-space.ts'
import { type Metrics, refusedPushes } from '../base/metrics.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { type MigrationState, migrationState } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import { createIntegrations, type Integrations } from '../integrations/integrations.ts'
import { createFindings, type Findings } from './findings/findings.ts'
import { isYoung } from './findings/look.ts'
import { createLoops, type Loops } from './loops.ts'
import type { Replica, ReplicaState } from './replica.ts'

/** Metrics whose values are read at each scrape. */
function addGauges(
  registry: Registry,
  { facts, waiting }: { readonly facts: () => Promise<Facts>; readonly waiting: () => number },
): void {
  const registers = [registry]
  new Gauge({
    name: 'farol_free_bytes',
    help: 'Free space of DATA_DIR, FILES_DIR and BACKUP_DIR',
    labelNames: ['folder'],
    registers,
    async collect() {
      for (const [folder, bytes] of Object.entries((await facts()).free_bytes))
        if (bytes === null) this.remove({ folder })
        else this.set({ folder }, bytes)
    },
  })
  new Gauge({
    name: 'farol_database_waiting',
    help: 'Queries that wait for a connection to the database',
    registers,
    collect() {
      this.set(waiting())
    },
  })
  new Gauge({
    name: 'farol_replica_delay_seconds',
    help: 'How far the replica is behind; NaN while it does not tell',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset()
      const { replica } = await facts()
      if (replica !== null) this.set({ status: replica.status }, replica.delay_seconds ?? Number.NaN)
    },
  })
}

/** Each of them refuses readiness. */
export interface Checks {
  readonly database: 'answers' | 'silent'
  /** 'unknown' while the database is silent. */
  readonly migrations: MigrationState | 'unknown'
  readonly disk: 'writes' | 'full'
  readonly process: 'runs' | 'stops'
}

export interface Health {
  /** Rejects when the database does not answer in time. */
  answer(): Promise<void>
  checks(): Promise<Checks>
  facts(): Promise<Facts>
  /** null without DATABASE_REPLICA_URL. */
  replica(): ReplicaState | null
  /** Remembers an error that says something about the machine. An error of a backup's target does not. */
  note(error: unknown): void
  /** Watches the background loops: an error of one is noted. */
  readonly loops: Loops
  /** What 'Saúde' shows. */
  readonly findings: Findings
  /** From now on the process is not ready. */
  announceStop(): void
}

/** For so long after a write failed because the disk is full, the process is not ready. */
const FULL_FOR_MS = MINUTE_MS

export function createHealth(
  store: Store,
  {
    config,
    metrics,
    replica = null,
    clock = createClock(store, { sessionDays: config.sessionDays }),
    integrations = createIntegrations(config.integrations),
  }: {
    readonly config: Config
    readonly metrics: Metrics
    readonly replica?: Replica | null
    readonly clock?: Clock
    readonly integrations?: Integrations
  },
): Health {
  const { now, isTrusted: isClockTrusted } = clock
  let stops = false
  let fullSince = Number.NEGATIVE_INFINITY
  const facts = async () => ({ replica: replica?.state() ?? null, free_bytes: await freeSpace(config) })
  addGauges(metrics.registry, { facts, waiting: () => store.waiting() })
  const migrations = () =>
    migrationState(store).then(
      (state) => ({ database: 'answers' as const, migrations: state }),
      () => ({ database: 'silent' as const, migrations: 'unknown' as const }),
    )
  const note = (error: unknown) => {
    if (ofServer(error).some(isDiskFull)) fullSince = now()
  }
  const loops = createLoops({ note, now, isClockTrusted })
  const replicaState = () => replica?.state() ?? null
  const findings = createFindings(store, {
    grounds: {
      config,
      integrations,
      now,
      process: { loops: loops.states, refusedPushes: () => refusedPushes(metrics), startedAt: now() },
      replica: async () => replicaState(),
    },
    registry: metrics.registry,
    note,
  })
  return {
    answer: async () => {
      await store.ask('select 1')
    },
    checks: async () => ({
      ...(await migrations()),
      disk: isYoung(now() - fullSince, FULL_FOR_MS) ? 'full' : 'writes',
      process: stops ? 'stops' : 'runs',
    }),
    facts,
    replica: replicaState,
    note,
    loops,
    findings,
    announceStop: () => {
      stops = true
    },
  }
}

/** True when no check refuses. */
export const isReady = ({ database, migrations, disk, process }: Checks): boolean =>
  database === 'answers' && migrations === 'known' && disk === 'writes' && process === 'runs'

/** Facts for the operator. They never make the server refuse a request. */
interface Facts {
  /** Null without DATABASE_REPLICA_URL. */
  readonly replica: ReplicaState | null
  readonly free_bytes: FreeSpace
}
