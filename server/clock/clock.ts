/**
 * Tells the time to the server's rules, and whether they may act by it. No other module of the server reads the clock of
 * the machine. docs/rules.md#clock
 */
import { formatDateTime } from '../../src/domain/time/sao-paulo.ts'
import { TOLERANCE_MS, type Verdict } from '../base/clock/judge.ts'
import { type Machine, thisMachine, wallNow } from '../base/clock/machine.ts'
import type { Store } from '../db/store.ts'
import { forgetFuture } from './future.ts'
import { doubt, judged, remember } from './memory.ts'

export interface Clock {
  /** Epoch ms. */
  readonly now: () => number
  /** False: nothing may be deleted or sent that follows the time. */
  readonly isTrusted: () => boolean
  /** Asks the database, and remembers the present instant there if it may be trusted. */
  readonly look: () => Promise<Verdict>
  /** A person has confirmed that the present instant is right. */
  readonly confirm: () => Promise<Verdict>
}

type Told = (verdict: Verdict, nowMs: number) => void

export function createClock(
  store: Store,
  {
    sessionDays,
    wall = wallNow,
    machine = thisMachine(),
    tell = () => {},
  }: {
    /** SESSION_DAYS */
    readonly sessionDays: number
    readonly wall?: () => number
    readonly machine?: Machine
    /** Called when the verdict changes its kind. */
    readonly tell?: Told
  },
): Clock {
  /** null: until the first look nothing is trusted. */
  let last: Verdict['kind'] | null = null
  /** What both clocks showed at the last look. */
  let seen = { wallMs: wall(), machineMs: machine.elapsed() }

  const hasJumped = () => Math.abs(wall() - seen.wallMs - (machine.elapsed() - seen.machineMs)) > TOLERANCE_MS

  const look = async (): Promise<Verdict> => {
    const at = { wallMs: wall(), machineMs: machine.elapsed() }
    const verdict = await judged(store, { nowMs: at.wallMs, machine })
    if (verdict.kind === 'trusted') {
      await remember(store, { nowMs: at.wallMs, machine })
      // What a clock has written that was ahead, before this one was right again.
      if (last !== 'trusted' || hasJumped()) await forgetFuture(store.db, { nowMs: at.wallMs, sessionDays })
    } else if (verdict.kind !== 'apart') await doubt(store, verdict)
    const isNews = verdict.kind !== (last ?? 'trusted')
    last = verdict.kind
    seen = at
    if (isNews) tell(verdict, at.wallMs)
    return verdict
  }

  return {
    now: wall,
    isTrusted: () => last === 'trusted' && !hasJumped(),
    look,
    confirm: async () => {
      // Which of two clocks is wrong can't be known, so neither is remembered.
      const verdict = await judged(store, { nowMs: wall(), machine })
      if (verdict.kind === 'apart') return verdict
      await remember(store, { nowMs: wall(), machine })
      last = null
      return look()
    },
  }
}

const WAITS = 'E-mails, avisos e limpezas esperam'

/** What a line of the log says of it. */
export function verdictLine(verdict: Verdict, nowMs: number): string {
  const now = formatDateTime(nowMs)
  switch (verdict.kind) {
    case 'trusted':
      return `O relógio confere (${now}). E-mails, avisos e limpezas seguem.`
    case 'ahead':
    case 'behind':
      return (
        `ATENÇÃO: o relógio mostra ${now}, e o último instante que o banco lembra é ${formatDateTime(verdict.sinceMs)}. ` +
        `${WAITS} até a hora ser acertada, ou um administrador confirmá-la em Configurações, 'Saúde'.`
      )
    case 'apart':
      return (
        `ATENÇÃO: os relógios deste servidor (${now}) e do banco diferem por mais de uma hora. ` +
        `${WAITS} até a hora ser acertada (NTP) nas duas máquinas.`
      )
  }
}
