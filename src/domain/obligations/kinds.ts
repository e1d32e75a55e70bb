/** The kinds of limits that the law sets, one line each: docs/rules.md#obligations */
import { ownValue } from '../record/own-value.ts'
import { formatDay } from '../time/sao-paulo.ts'

interface KindLine {
  readonly label: string
  /** Who owes what, for the screen and the register. */
  readonly what: string
  readonly article: string
  /** What its days count from. */
  readonly from: string
  readonly days: number
  /** 'working': of the brokerage's town. */
  readonly unit: 'working' | 'calendar'
  /** What a user does who says that it was kept. Where the insurer keeps it, the user only records that. */
  readonly keep: { readonly verb: string; readonly doneOn: string; readonly saved: string }
}

export const OBLIGATION_KINDS = {
  handover: {
    label: 'Entrega de documentos',
    what: 'A corretora entrega ao destinatário os documentos e dados que lhe foram confiados.',
    article: 'Lei 15.040/2024, art. 39',
    from: 'do dia em que a corretora recebeu os documentos',
    days: 5,
    unit: 'working',
    keep: { verb: 'Registrar entrega', doneOn: 'Entregue em', saved: 'Entrega registrada' },
  },
  answer: {
    label: 'Resposta da seguradora',
    what: 'A seguradora avisa se recusa a proposta. Sem resposta até o fim do prazo, a proposta é aceita.',
    article: 'Lei 15.040/2024, art. 49',
    from: 'do dia em que a seguradora recebeu a proposta',
    days: 25,
    unit: 'calendar',
    keep: { verb: 'Registrar resposta', doneOn: 'Respondida em', saved: 'Resposta registrada' },
  },
  document: {
    label: 'Documento do contrato',
    what: 'A seguradora entrega ao cliente o documento que prova o contrato.',
    article: 'Lei 15.040/2024, art. 55',
    from: 'do dia em que a proposta foi aceita',
    days: 30,
    unit: 'calendar',
    keep: { verb: 'Registrar documento', doneOn: 'Entregue em', saved: 'Documento registrado' },
  },
} as const satisfies Readonly<Record<string, KindLine>>

export type ObligationKind = keyof typeof OBLIGATION_KINDS

/** A non-empty list, in the order of the choices. */
export const OBLIGATION_KIND_NAMES = [
  'handover',
  'answer',
  'document',
] as const satisfies readonly ObligationKind[]

export const isObligationKind = (kind: string): kind is ObligationKind =>
  Object.hasOwn(OBLIGATION_KINDS, kind)

/** Returns null for a kind that a newer server knows. */
export const obligationKind = (kind: string): KindLine | null =>
  ownValue<KindLine>(OBLIGATION_KINDS, kind) ?? null

const labelOfKind = (kind: string) => obligationKind(kind)?.label ?? 'Prazo da lei'

/** Returns 'Resposta da seguradora, desde 29/11/2026'. */
export const limitWords = ({ kind, since }: { readonly kind: string; readonly since: string }): string =>
  `${labelOfKind(kind)}, desde ${formatDay(since)}`

/** Returns 'Resposta da seguradora até 24/12/2026', also of a kind that only a newer server knows. */
export const obligationWords = ({ kind, until }: { readonly kind: string; readonly until: string }): string =>
  `${labelOfKind(kind)} até ${formatDay(until)}`

/** On each screen, paper and help page about them. */
export const NO_LEGAL_ADVICE =
  'O Farol conta os dias e lembra. Isto não é orientação jurídica: em dúvida, fale com o advogado da corretora.'
