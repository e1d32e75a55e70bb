/** Checks a book of proposals by itself, on a device without a network. docs/rules.md#proposal-book */
import { type Means, type SignatureState, signatureState, type Verdict } from '../signed/signature.ts'
import { type Book, bookOrigin, bookRowHash, bookSignedText } from './book.ts'

/** 'row': it is not the one that was signed, or one before it was put in, taken out or moved. 'count': the terms say another number. */
export type BookProblem = { readonly kind: 'row'; readonly place: number } | { readonly kind: 'count' }

export interface CheckedBook {
  readonly problems: readonly BookProblem[]
  readonly signature: SignatureState
  readonly verdict: Verdict
  /** The hash of all that is signed, which each sheet of the paper has at its foot. */
  readonly code: string
}

async function problemsOf({ month, columns, count, rows }: Book, { sha }: Means): Promise<BookProblem[]> {
  const problems: BookProblem[] = []
  let before = await bookOrigin(sha, month)
  for (const [at, { cells, hash }] of rows.entries()) {
    if (cells.length !== columns.length || (await bookRowHash(sha, before, cells)) !== hash)
      problems.push({ kind: 'row', place: at + 1 })
    before = hash
  }
  return rows.length === count ? problems : [...problems, { kind: 'count' }]
}

function verdictOf(problems: readonly BookProblem[], signature: SignatureState): Verdict {
  if (problems.length > 0) return 'broken'
  if (signature === 'holds') return 'holds'
  return signature === 'own_key' ? 'unproven' : 'broken'
}

export async function checkedBook(book: Book, means: Means): Promise<CheckedBook> {
  const text = bookSignedText(book)
  const [problems, signature] = [
    await problemsOf(book, means),
    await signatureState(book.signature, text, means),
  ]
  return { problems, signature, verdict: verdictOf(problems, signature), code: await means.sha(text) }
}
