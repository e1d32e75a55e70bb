/** A limit of the law in words, for the report and the register. */
import { obligationKind } from './kinds.ts'
import type { ObligationOutcome } from './proof.ts'

interface Recorded {
  readonly outcome: ObligationOutcome | null
  readonly is_late: boolean
}

export const limitWordsOf = ({ kind }: { readonly kind: string }): string =>
  obligationKind(kind)?.label ?? 'Prazo da lei'

export function outcomeWords({ outcome, is_late }: Recorded): string {
  if (outcome === 'fulfilled') return is_late ? 'Cumprido atrasado' : 'Cumprido no prazo'
  if (outcome === 'dismissed') return 'Dispensado'
  if (outcome === 'erased') return 'Dados apagados'
  return is_late ? 'Atrasado' : 'Corre'
}
