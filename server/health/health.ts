/**
 * Whether this process can serve: what `/healthz`, `/readyz` and `/metrics` report.
 * docs/operations.md#health-and-metrics
 */
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { ofServer } from '../backup/refused.ts'
import type { Config } from '../base/config.ts'
import { freeSpace } from '../base/free-space.ts'
import { type Metrics, refusedPushes } from '../base/metrics.ts'
import { type Clock, createClock } from '../clock/clock.ts'
import { isDiskFull } from '../db/disk-full.ts'
import { type MigrationState, migrationState } from '../db/migrate.ts'
import type { Store } from '../db/store.ts'
import { createIntegrations, type Integrations } from '../integrations/integrations.ts'
import type { Facts } from './facts.ts'
import { createFindings, type Findings } from './findings/findings.ts'
import { isYoung } from './findings/look.ts'
import { addGauges } from './gauges.ts'
import { createLoops, type Loops } from './loops.ts'
import type { Replica, ReplicaState } from './replica.ts'

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
