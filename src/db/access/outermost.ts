/** Nested transactions. */
import type { Transaction } from 'dexie'

/** Returns the outermost transaction: a nested one commits or aborts with it. */
export function outermost(inner: Transaction): Transaction {
  let transaction = inner
  while (transaction.parent) transaction = transaction.parent
  return transaction
}
