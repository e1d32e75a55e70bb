/** A server that stops in the middle of its work. */
import type { TestStore } from './databases.ts'
import type { TestServer } from './server.ts'

interface House {
  readonly server: TestServer
  readonly store: TestStore
}

/** A context whose transactions end in a power cut, from the one of this number on. */
export function failingFrom({ server, store }: House, number: number) {
  const { db } = store
  let transactions = 0
  const broken = Object.create(db, {
    transaction: {
      value: () => ({
        execute: (run: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) =>
          db.transaction().execute(async (tx) => {
            const result = await run(tx)
            transactions += 1
            if (transactions >= number) throw new Error('power cut')
            return result
          }),
      }),
    },
  })
  return { store: { ...store, db: broken }, now: server.context.now }
}
