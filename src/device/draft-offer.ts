/** What a form does with the draft that it finds. Pure. */

/** The draft of an earlier visit, until the user chooses 'Continuar' or 'Descartar'. */
export interface DraftOffer<Draft> {
  readonly draft: Draft
  /** Epoch ms. */
  readonly savedAt: number
}

export type Finding<Draft> =
  | { readonly kind: 'none' }
  | { readonly kind: 'offer'; readonly offer: DraftOffer<Draft> }
  /** It has nothing that the form or the queue lacks: a reload came between a save and the draft's deletion. */
  | { readonly kind: 'drop' }

interface Judging<Draft> {
  /** Returns the parsed draft, or null if this version can't offer it. */
  readonly parse: (kept: unknown) => Draft | null
  /** Whether it has values that neither the form nor the queue has. */
  readonly adds: (draft: Draft) => boolean
}

export function findingOf<Draft>(
  found: { readonly values: unknown; readonly savedAt: number } | undefined,
  { parse, adds }: Judging<Draft>,
): Finding<Draft> {
  const draft = found === undefined ? null : parse(found.values)
  if (found === undefined || draft === null) return { kind: 'none' }
  return adds(draft) ? { kind: 'offer', offer: { draft, savedAt: found.savedAt } } : { kind: 'drop' }
}
