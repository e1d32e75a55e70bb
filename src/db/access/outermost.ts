/** Transactions within transactions. */
import type { Transaction } from 'dexie'

/** The one with which another is stored: what is written inside a nested one is the outermost's, and ends as that does. */
export function outermost(inner: Transaction): Transaction {
  let transaction = inner
  while (transaction.parent) transaction = transaction.parent
  return transaction
}
