/**
 * Maps one value after the other. Reading a thousand files at once needs as many open files, which many systems don't allow
 * (`ulimit -n` is 1024 in a container).
 */
export async function eachInTurn<Value, Result>(
  values: Iterable<Value>,
  act: (value: Value) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (const value of values) results.push(await act(value))
  return results
}
