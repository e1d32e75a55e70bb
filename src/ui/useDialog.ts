/** A dialog and its subject. The subject stays after closing, until the dialog has faded out and returned the focus. */
import { useState } from 'react'

export interface Dialog<Subject> {
  readonly subject: Subject | null
  readonly opened: boolean
  readonly open: (subject: Subject) => void
  readonly close: () => void
}

export function useDialog<Subject>(): Dialog<Subject> {
  const [state, setState] = useState<{ subject: Subject | null; opened: boolean }>({
    subject: null,
    opened: false,
  })
  return {
    ...state,
    open: (subject) => setState({ subject, opened: true }),
    close: () => setState((before) => ({ ...before, opened: false })),
  }
}
