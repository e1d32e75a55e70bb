/** What became of reading a PDF, and its words. docs/rules.md#policy-reading */
import type { PolicyReading } from './read-policy.ts'

export type PolicyOutcome =
  | { readonly kind: 'read'; readonly reading: PolicyReading }
  | { readonly kind: 'image' | 'locked' | 'damaged' | 'failed' }

export const READING_PDF = 'Lendo o PDF…'

const WORDS: Readonly<Record<Exclude<PolicyOutcome['kind'], 'read'>, string>> = {
  image: 'Este PDF é uma imagem: não há texto para ler.',
  locked: 'Este PDF tem senha: não dá para ler os dados.',
  damaged: 'Este PDF está danificado: não dá para ler os dados.',
  failed: 'Não deu para ler os dados deste PDF.',
}

const NO_POLICY = 'Não há dados de apólice neste PDF.'
const NOTHING_NEW = 'Os campos do lead já têm o que este PDF diz.'

/** Returns what the form says where a PDF offers nothing. */
export function emptyOutcomeWords(outcome: PolicyOutcome): string {
  if (outcome.kind !== 'read') return WORDS[outcome.kind]
  return Object.keys(outcome.reading).length === 0 ? NO_POLICY : NOTHING_NEW
}
