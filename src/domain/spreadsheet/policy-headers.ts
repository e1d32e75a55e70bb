/** Headers of a policy's end, in lists of renewals and of leads. docs/rules.md#spreadsheets */
import type { FieldLine } from './column-guess.ts'

export const END_HEADERS: readonly string[] = [
  'vencimento seguro',
  'fim vigencia',
  'vigencia ate',
  'vencimento apolice',
  'vencimento vigencia',
  'fim seguro',
  'fim apolice',
  'vencimento',
  'data vencimento',
  'expira em',
  'expira',
  'validade',
  'vigente ate',
  'policy end',
  'end of validity',
]

/** What is said of a column whose header only may be a policy's end. */
export const END_OF_VALIDITY = {
  of: ['data', 'em', 'seguro', 'apolice', 'vigencia', 'segurado'],
  doubted: [
    'vigencia',
    'periodo vigencia',
    'vigencia seguro',
    'vigencia apolice',
    'renovacao',
    'renovacao em',
    'data renovacao',
  ],
  // The day of an instalment.
  beside: [
    {
      header: /^(?:data )?vencimento$/u,
      next: /\b(?:parcelas?|boletos?|fatura|pagamento)\b/u,
      means: 'doubt',
    },
  ],
} as const satisfies Partial<FieldLine>
