/**
 * Returns the same object while the content stays the same. The value itself may be made anew at each drawing. It is data: it has no
 * function in it, and nobody changes it in place.
 */
import { dequal } from 'dequal'
import { useState } from 'react'

export function useUnchanged<Value>(value: Value): Value {
  const [kept, keep] = useState(value)
  if (dequal(kept, value)) return kept
  keep(value)
  return value
}
