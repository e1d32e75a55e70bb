/**
 * The findings of a running server. A look costs connections to mail server, bucket and proxy, so one serves for some
 * minutes: on 'Saúde', and for the gauges of /metrics. Looks at mail server and bucket serve for an hour, unless a
 * person asks. docs/operations.md#doctor
 */
import { Gauge, type Registry } from 'prom-client'
import type { Finding, FindingState } from '../../../src/contract/administration/findings.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import type { Store } from '../../db/store.ts'
import { MEASURES, type Measure } from './found.ts'
import { askDatabase, isYoung, type Kept, lookAtMachine, type Note } from './look.ts'
import type { FullFinding, Grounds } from './probe.ts'

export interface Look {
  /** Epoch ms. */
  readonly at: number
  readonly findings: readonly FullFinding[]
}

export interface Findings {
  /** A look that is at most some minutes old. Never rejects. */
  recent(): Promise<Look>
  /** A look at everything that a person asks for: one that begins now, or has begun some seconds ago. Never rejects. */
  again(): Promise<Look>
  /** The last look, which may be old or missing; a new one begins when it is. */
  last(): Look | null
}

export const KEPT_MS = 5 * MINUTE_MS
/** However often people ask. */
export const AGAIN_MS = 10_000

export function createFindings(
  store: Store,
  {
    grounds,
    registry,
    note,
  }: { readonly grounds: Grounds; readonly registry: Registry; readonly note: Note },
): Findings {
  let kept: Look | null = null
  let running: Promise<Look> | null = null
  let asked: { readonly at: number; readonly look: Promise<Look> } | null = null
  const keptLonger: Kept = new Map()
  const look = async (): Promise<Look> => {
    const at = grounds.now()
    const parts = await Promise.all([
      lookAtMachine(grounds, note, keptLonger),
      askDatabase(grounds, store, note),
    ])
    kept = { at, findings: parts.flat() }
    return kept
  }
  const begin = (): Promise<Look> => {
    running ??= look().finally(() => {
      running = null
    })
    return running
  }
  const again = (): Promise<Look> => {
    const at = grounds.now()
    if (asked !== null && isYoung(at - asked.at, AGAIN_MS)) return asked.look
    keptLonger.clear()
    // A running look may return kept results, so a new one begins after it.
    asked = { at, look: running === null ? begin() : running.then(begin) }
    return asked.look
  }
  const isFresh = (seen: Look | null): seen is Look =>
    seen !== null && isYoung(grounds.now() - seen.at, KEPT_MS)
  const findings: Findings = {
    recent: () => (isFresh(kept) ? Promise.resolve(kept) : begin()),
    again,
    last: () => {
      if (!isFresh(kept)) void begin()
      return kept
    },
  }
  addFindingGauges(registry, findings)
  return findings
}

/** Without the figures that only alerts need. */
export const shownFindings = ({ findings }: Look): Finding[] =>
  findings.map(({ key, group, state, what, to_do, value }) => ({ key, group, state, what, to_do, value }))

const STATES: readonly FindingState[] = ['good', 'notice', 'problem']
const isMeasure = (name: string): name is Measure => name in MEASURES

/**
 * The gauges show the last look, because a scrape must not wait for a mail server. Before the first look they are
 * missing.
 */
function addFindingGauges(registry: Registry, findings: Findings): void {
  const registers = [registry]
  new Gauge({
    name: 'farol_findings',
    help: "Findings of 'Saúde' by state",
    labelNames: ['state'],
    registers,
    collect() {
      const last = findings.last()
      if (last === null) return
      for (const state of STATES)
        this.set({ state }, last.findings.filter((finding) => finding.state === state).length)
    },
  })
  new Gauge({
    name: 'farol_problem',
    help: "1 for each problem of 'Saúde'",
    labelNames: ['key', 'group'],
    registers,
    collect() {
      this.reset()
      for (const { key, group, state } of findings.last()?.findings ?? [])
        if (state === 'problem') this.set({ key, group }, 1)
    },
  })
  for (const [name, help] of Object.entries(MEASURES))
    new Gauge({
      name,
      help,
      labelNames: [],
      registers,
      collect() {
        const value = isMeasure(name) ? measured(findings.last(), name) : undefined
        // Prometheus keeps no figure that is not known: an alert on it must not see a zero.
        this.reset()
        this.set(value ?? Number.NaN)
      },
    })
}

const measured = (last: Look | null, name: Measure): number | undefined =>
  last?.findings.map(({ measures }) => measures?.[name]).find((value) => value !== undefined)
