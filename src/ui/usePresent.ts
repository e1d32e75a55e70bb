/** A state that is changed by edits of its present value: an answer that comes late keeps what was typed meanwhile. */
import { useRef, useState } from 'react'

export type Edit<Value> = (present: Value) => Value

/** Returns the value, and a function that applies an edit and returns its result, also between two renders. */
export function usePresent<Value>(start: Value | (() => Value)): [Value, (edit: Edit<Value>) => Value] {
  const [value, setValue] = useState(start)
  const present = useRef(value)
  return [
    value,
    (edit) => {
      present.current = edit(present.current)
      setValue(present.current)
      return present.current
    },
  ]
}
