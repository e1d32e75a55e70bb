/** What is changed in the panel 'E se?'. The address follows, and leads where it was changed by itself. */
import { useEffect, useRef, useState } from 'react'
import { type Change, readChange, writeChange } from '../../../domain/reports/what-if/change.ts'

interface PanelChange {
  readonly change: Change
  /** Another number draws the fields anew: they keep what is typed. */
  readonly resets: number
  readonly onChange: (next: Change, how?: { readonly resets: boolean }) => void
}

export function useChange(text: string, onText: (text: string) => void): PanelChange {
  const [change, setChange] = useState(() => readChange(text))
  const [resets, setResets] = useState(0)
  /** The address comes later than what is typed: these are no news. */
  const written = useRef(new Set([text]))
  useEffect(() => {
    if (written.current.has(text)) return
    written.current.add(text)
    setChange(readChange(text))
    setResets((before) => before + 1)
  }, [text])
  return {
    change,
    resets,
    onChange: (next, how) => {
      const wrote = writeChange(next)
      written.current.add(wrote)
      setChange(next)
      if (how?.resets === true) setResets(resets + 1)
      onText(wrote)
    },
  }
}
