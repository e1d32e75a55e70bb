/** How the background loops of this process fare. Each error of one reaches the log and the health of the process. */
import type { LoopWatch } from '../base/keep-looking.ts'

interface Loop {
  /** For people. */
  readonly label: string
  /** What it deletes, sends or makes follows the time: it waits while the clock is not trusted. docs/rules.md#clock */
  readonly byClock: boolean
}

/** Every loop of the server. */
export const LOOPS = {
  clock: { label: 'Relógio', byClock: false },
  mails: { label: 'Envio de e-mails', byClock: true },
  receipts: { label: 'Andamento das indicações por e-mail', byClock: true },
  mail_files: { label: 'Limpeza dos e-mails em arquivo', byClock: true },
  pushes: { label: 'Envio de avisos push', byClock: true },
  messages: { label: 'Envio de mensagens pelo WhatsApp', byClock: true },
  webhooks: { label: 'Envio a webhooks', byClock: true },
  automations: { label: 'Automações', byClock: true },
  /** It dates contacts. */
  whatsapp: { label: 'Avisos do WhatsApp', byClock: true },
  imports: { label: 'Importações', byClock: true },
  exports: { label: 'Exportação de tudo', byClock: false },
  export_files: { label: 'Limpeza de exportações', byClock: true },
  absences: { label: 'Ausências', byClock: true },
  departures: { label: 'Leads de quem saiu', byClock: true },
  /** It dates anchors. */
  history: { label: 'Corrente do histórico', byClock: true },
  returns: { label: 'Volta de leads perdidos', byClock: true },
  discards: { label: 'Guarda legal e descarte', byClock: true },
  clocks: { label: 'Relógios de trabalho', byClock: false },
  pairs: { label: 'Pares de clientes repetidos', byClock: false },
  marks: { label: 'Marcas da sincronização', byClock: false },
  house: { label: 'Limpeza de dados antigos', byClock: true },
  /** It makes its backup, and removes none meanwhile. */
  backups: { label: 'Cópias de segurança', byClock: false },
  revocations: { label: 'Registro de revogações', byClock: false },
} as const satisfies Readonly<Record<string, Loop>>
export type LoopName = keyof typeof LOOPS

export interface LoopState {
  readonly name: LoopName
  /** Epoch ms; null: no look runs. */
  readonly runningSince: number | null
  /** Looks that failed since the last one that did not. */
  readonly failures: number
}

export interface Loops {
  /** `log` writes an error of the loop. */
  readonly watch: (name: LoopName, log: (error: unknown) => void) => LoopWatch
  readonly states: () => readonly LoopState[]
}

export function createLoops({
  note,
  now,
  isClockTrusted,
}: {
  /** Health.note */
  readonly note: (error: unknown) => void
  readonly now: () => number
  readonly isClockTrusted: () => boolean
}): Loops {
  const states = new Map<LoopName, LoopState>()
  return {
    watch: (name, log) => {
      states.set(name, { name, runningSince: null, failures: 0 })
      const change = (change: (state: LoopState) => Partial<LoopState>) => {
        const state = states.get(name)
        if (state !== undefined) states.set(name, { ...state, ...change(state) })
      }
      return {
        waits: () => LOOPS[name].byClock && !isClockTrusted(),
        warn: (error) => {
          note(error)
          log(error)
        },
        begins: () => change(() => ({ runningSince: now() })),
        ends: (outcome) =>
          change(({ failures }) => ({
            runningSince: null,
            failures: outcome === 'done' ? 0 : failures + 1,
          })),
      }
    },
    states: () => [...states.values()],
  }
}
