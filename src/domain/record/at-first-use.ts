/** Returns a function that makes its value at the first call and returns the same one from then on. */
export function atFirstUse<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
