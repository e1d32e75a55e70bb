/** One look at everything. */
import type { Store } from '../../db/store.ts'
import { accessProbe, accountProbes } from './access.ts'
import { certificateProbe } from './certificate.ts'
import { databaseProbes, lookAtDatabase } from './database.ts'
import { deviceKeysProbe } from './device-keys.ts'
import { backupFolderProbe, diskProbes, filesProbe } from './disk.ts'
import { historyProbe } from './history.ts'
import { type DatabaseProbe, type FullFinding, type Grounds, lookWith, type Probe } from './probe.ts'
import { loopProbe, queueProbes } from './queue.ts'
import { mailProbe, pushProbe, serviceProbes } from './services.ts'
import { backupCheckProbe, backupProbe, replicaProbe } from './standby.ts'
import { syncProbe } from './sync.ts'
import { versionProbe } from './version.ts'
import { webhooksProbe } from './webhooks.ts'

const PROBES: readonly Probe[] = [
  ...diskProbes,
  backupFolderProbe,
  filesProbe,
  replicaProbe,
  mailProbe,
  pushProbe,
  ...serviceProbes,
  accessProbe,
  certificateProbe,
  loopProbe,
  versionProbe,
]

const ASKING: readonly DatabaseProbe[] = [
  ...databaseProbes,
  ...queueProbes,
  webhooksProbe,
  historyProbe,
  ...accountProbes,
  deviceKeysProbe,
  syncProbe,
  backupProbe,
  backupCheckProbe,
]

export type Note = (error: unknown) => void

/** A look of the future, by a clock that was set back, is not. */
export const isYoung = (ageMs: number, mostMs: number): boolean => ageMs >= 0 && ageMs < mostMs

/** Looks that serve for longer than others. */
export type Kept = Map<Probe, { readonly at: number; readonly findings: FullFinding[] }>

/**
 * What can be seen without the database. Never rejects. `note` gets each error. What is in `kept` is not asked again.
 */
export async function lookAtMachine(
  grounds: Grounds,
  note: Note,
  kept: Kept = new Map(),
): Promise<FullFinding[]> {
  const lookWithKept = async (probe: Probe) => {
    const at = grounds.now()
    const before = kept.get(probe)
    if (before !== undefined && isYoung(at - before.at, probe.keptMs ?? 0)) return before.findings
    const findings = await lookWith([probe], ({ look }) => look(grounds), note)
    if (probe.keptMs !== undefined) kept.set(probe, { at, findings })
    return findings
  }
  return (await Promise.all(PROBES.map(lookWithKept))).flat()
}

/** Findings that need the database. If it can't be used, only that is reported. Never rejects. */
export async function askDatabase(grounds: Grounds, store: Store, note: Note): Promise<FullFinding[]> {
  const { found, isUsable } = await lookAtDatabase(store)
  const own = found.map((line) => ({ ...line, group: 'database' as const }))
  return isUsable ? [...own, ...(await lookWith(ASKING, ({ look }) => look(grounds, store), note))] : own
}
