/** '?' shows the keys over the screen, unless the user is typing or a dialog is open. */
import { useEffect, useState } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)

interface Keys {
  /** The path of the screen whose keys are shown; null: none. */
  readonly path: string | null
  readonly close: () => void
}

export function useKeysKey(): Keys {
  const [path, setPath] = useState<string | null>(null)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      setPath(window.location.pathname)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
  return { path, close: () => setPath(null) }
}
