/**
 * Writes whose result is not read. PostgreSQL gets them together with the next statement of their transaction, so that
 * no caller waits for their answers: docs/performance.md#the-server
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const work = new AsyncLocalStorage<true>()

/**
 * Runs one write within a transaction. It may be answered later: its error is then thrown by the transaction's next
 * statement, or by its commit. The embedded database answers at once.
 */
export const deferWrite = async (write: () => Promise<unknown>): Promise<void> => {
  await work.run(true, write)
}

/** Whether the present statement was given to `deferWrite`. */
export const isDeferred = (): boolean => work.getStore() === true
