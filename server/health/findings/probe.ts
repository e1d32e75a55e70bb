/** A question to one part of the server. A probe that throws or takes too long is itself a finding. */
import type { Finding, FindingGroup } from '../../../src/contract/administration/findings.ts'
import type { Config } from '../../base/config.ts'
import { within } from '../../base/within.ts'
import { Refusal } from '../../context/refusal.ts'
import { isDiskFull } from '../../db/disk-full.ts'
import type { Store } from '../../db/store.ts'
import type { Integrations } from '../../integrations/integrations.ts'
import type { LoopState } from '../loops.ts'
import type { ReplicaState } from '../replica.ts'
import { type Found, problem } from './found.ts'

/** What only a running server knows. */
export interface ProcessFacts {
  readonly loops: () => readonly LoopState[]
  /** Notices that push services refused since the start. */
  readonly refusedPushes: () => Promise<number>
  /** Epoch ms. */
  readonly startedAt: number
}

/** What probes look at. */
export interface Grounds {
  readonly config: Config
  readonly integrations: Integrations
  readonly now: () => number
  /** null: a command that runs beside or before a server. */
  readonly process: ProcessFacts | null
  /** Resolves with null without DATABASE_REPLICA_URL. */
  readonly replica: () => Promise<ReplicaState | null>
}

interface ProbeOf<Look> {
  readonly group: FindingGroup
  /** Of the finding when the probe fails. */
  readonly key: string
  /** What could not be looked at: 'o servidor de e-mail'. */
  readonly about: string
  readonly limitMs?: number
  /** Its look costs another service something, so one look serves for so long, unless a person asks. */
  readonly keptMs?: number
  readonly look: Look
}

export type Probe = ProbeOf<(grounds: Grounds) => Promise<readonly Found[]> | readonly Found[]>
/** It asks the database, which answers and has the tables of this version. */
export type DatabaseProbe = ProbeOf<(grounds: Grounds, store: Store) => Promise<readonly Found[]>>

export type FullFinding = Finding & Pick<Found, 'measures'>

/** Shorter than the patience of a person who waits for the screen. */
const LIMIT_MS = 3000

const LATE = 'the probe took too long'
const SEE_LOG = 'Veja o registro (log) do servidor e verifique de novo.'

function failureOf({ key, about }: Pick<Probe, 'key' | 'about'>, error: unknown, limitMs: number): Found {
  if (isDiskFull(error))
    return problem(key, 'Não há espaço em disco para gravar.', 'Libere espaço no disco ou aumente-o.')
  // Its message is written for people.
  if (error instanceof Refusal) return problem(key, error.message, SEE_LOG)
  if (error instanceof Error && error.message === LATE)
    return problem(key, `Não foi possível ver ${about} em ${limitMs / 1000} s.`, SEE_LOG)
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return problem(key, `Não foi possível ver ${about}${code}.`, SEE_LOG)
}

/** Runs the probes side by side. It never rejects. `note` gets each error of a probe. */
export async function lookWith<Look extends Pick<Probe, 'group' | 'key' | 'about' | 'limitMs'>>(
  probes: readonly Look[],
  ask: (probe: Look) => Promise<readonly Found[]> | readonly Found[],
  note: (error: unknown) => void,
): Promise<FullFinding[]> {
  const found = await Promise.all(
    probes.map(async (probe) => {
      const limitMs = probe.limitMs ?? LIMIT_MS
      const looked = Promise.resolve().then(() => ask(probe))
      const lines = await within(limitMs, looked, LATE).catch((error: unknown) => {
        note(error)
        return [failureOf(probe, error, limitMs)]
      })
      return lines.map((line) => ({ ...line, group: probe.group }))
    }),
  )
  return found.flat()
}
