/** A value that is made anew in each drawing, in the same object while its content is the same: what depends on it is not drawn again. */
import { dequal } from 'dequal'
import { useState } from 'react'

export function useUnchanged<Value>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (dequal(kept, value)) return kept
  keep(value)
  return value
}
