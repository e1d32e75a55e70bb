/**
 * The same object as long as a value that is made anew in each drawing has the same content, so that what depends on it is not drawn
 * again. The value is data: it has no function in it.
 */
import { dequal } from 'dequal'
import { useState } from 'react'

export function useUnchanged<Value>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (dequal(kept, value)) return kept
  keep(value)
  return value
}
