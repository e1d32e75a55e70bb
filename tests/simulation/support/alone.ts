/**
 * Runs one scenario after the other. Vitest goes on beside a test that ran out of time: its scenario would share the
 * database and the stubs with the next, and both would fail for no fault of the product.
 */
export function oneAfterTheOther(): <Value>(run: () => Promise<Value>) => Promise<Value> {
  let before: Promise<unknown> = Promise.resolve()
  return (run) => {
    const next = before.then(run)
    before = next.catch(() => undefined)
    return next
  }
}
