/** The steps of a receipt and the sentence for none. Apart from their rule: its page loads no calendar. docs/rules.md#receipt */

export const RECEIPT_STEPS = ['received', 'contacted', 'quoted', 'closed', 'lost', 'cancelled'] as const
export type ReceiptStepName = (typeof RECEIPT_STEPS)[number]

/** What is still to come, while the lead has not ended. */
export const STEPS_TO_COME = [
  { step: 'contacted', text: 'Primeiro contato' },
  { step: 'quoted', text: 'Cotada' },
  { step: 'closed', text: 'Fechada' },
] as const satisfies readonly { readonly step: ReceiptStepName; readonly text: string }[]

export const hasEnded = (steps: readonly { readonly step: ReceiptStepName }[]): boolean =>
  steps.some(({ step }) => step === 'closed' || step === 'lost' || step === 'cancelled')

/** The same for a code that is wrong, was never there, ended, was withdrawn or erased. */
export const NO_RECEIPT = 'Este recibo não existe ou já terminou. Confira o código.'
