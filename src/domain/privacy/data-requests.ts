/** What data subjects ask for, how it reaches the brokerage, and how it is answered. docs/rules.md#data-requests */

export const REQUEST_KINDS = [
  'confirmation',
  'access',
  'correction',
  'erasure',
  'portability',
  'consent',
  'sharing',
  'opposition',
  'other',
] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]
export const REQUEST_KIND_WORDS: Readonly<Record<RequestKind, string>> = {
  confirmation: 'Confirmação de que há dados',
  access: 'Acesso aos dados',
  correction: 'Correção',
  erasure: 'Eliminação',
  portability: 'Portabilidade',
  consent: 'Revogação de consentimento',
  sharing: 'Informação sobre compartilhamento',
  opposition: 'Oposição ao tratamento',
  other: 'Outro pedido',
}

export const REQUEST_WAYS = ['mail', 'phone', 'message', 'in_person', 'letter', 'other'] as const
export type RequestWay = (typeof REQUEST_WAYS)[number]
export const REQUEST_WAY_WORDS: Readonly<Record<RequestWay, string>> = {
  mail: 'E-mail',
  phone: 'Telefone',
  message: 'WhatsApp',
  in_person: 'Pessoalmente',
  letter: 'Carta',
  other: 'Outro meio',
}

export const REQUEST_OUTCOMES = ['granted', 'partly', 'denied'] as const
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]
export const REQUEST_OUTCOME_WORDS: Readonly<Record<RequestOutcome, string>> = {
  granted: 'Atendido',
  partly: 'Atendido em parte',
  denied: 'Não atendido',
}

/** What Farol does for the request by itself: docs/rules.md#personal-data */
export type RequestAct = 'export' | 'erase'

/** Returns how the request is served on the client's data, or null where a person answers in words. */
export function requestAct(kind: RequestKind): RequestAct | null {
  if (kind === 'erasure') return 'erase'
  return kind === 'access' || kind === 'portability' || kind === 'confirmation' ? 'export' : null
}

/** The answer that is offered after the act. */
export const ACT_ANSWERS: Readonly<Record<RequestAct, string>> = {
  export: 'Entreguei à pessoa a cópia dos dados dela que estão no Farol.',
  erase: 'Os dados pessoais foram apagados no Farol.',
}
