/** How the background loops of this process fare. Each error of one reaches the log and the health of the process. */
import type { LoopWatch } from '../keep-looking.ts'

/** For people. */
export const LOOP_NAMES = {
  mails: 'Envio de e-mails',
  mail_files: 'Limpeza dos e-mails em arquivo',
  pushes: 'Envio de avisos push',
  imports: 'Importações',
  exports: 'Exportação de tudo',
  export_files: 'Limpeza de exportações',
  returns: 'Volta de leads perdidos',
  discards: 'Guarda legal e descarte',
  clocks: 'Relógios de trabalho',
  marks: 'Marcas da sincronização',
  house: 'Limpeza de dados antigos',
  backups: 'Cópias de segurança',
  revocations: 'Registro de revogações',
} as const
export type LoopName = keyof typeof LOOP_NAMES

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
}: {
  /** Health.note */
  readonly note: (error: unknown) => void
  readonly now: () => number
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
