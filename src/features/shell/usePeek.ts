/** The collapsed menu shows its whole width over the screen while somebody looks into a group. docs/rules.md#menu */
import { type RefObject, useEffect, useState } from 'react'

interface Peek {
  readonly peeks: boolean
  readonly peek: () => void
  readonly leave: () => void
}

/** A press elsewhere, the focus elsewhere and Escape end it. */
export function usePeek(root: RefObject<HTMLElement | null>, collapsed: boolean): Peek {
  const [wanted, setWanted] = useState(false)
  const peeks = wanted && collapsed
  useEffect(() => {
    if (!peeks) return
    const leaveFrom = ({ target }: Event) => {
      if (target instanceof Node && root.current?.contains(target) !== true) setWanted(false)
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      event.preventDefault()
      setWanted(false)
    }
    document.addEventListener('pointerdown', leaveFrom)
    document.addEventListener('focusin', leaveFrom)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', leaveFrom)
      document.removeEventListener('focusin', leaveFrom)
      document.removeEventListener('keydown', onKey)
    }
  }, [peeks, root])
  return { peeks, peek: () => setWanted(true), leave: () => setWanted(false) }
}
