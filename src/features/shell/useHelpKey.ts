/** '?' opens the help about the screen, unless the user is typing or a dialog is open. */
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askedFrom, HELP_PATH } from '../../domain/assistant/help-path.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.closest('input, textarea, select, [role="combobox"]') !== null)

export function useHelpKey(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || document.querySelector('[role="dialog"]') !== null) return
      event.preventDefault()
      void navigate({ to: HELP_PATH, search: askedFrom(window.location.pathname) })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate])
}
