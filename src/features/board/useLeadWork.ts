/** Leads from the board, or from a lead's view, to the lead's form. */
import { useRef } from 'react'
import type { Lead } from '../../domain/lead/lead.ts'
import type { Dialog } from '../../ui/useDialog.ts'

export interface LeadWork {
  /** Closes the view and opens the form. */
  readonly work: (lead: Lead) => void
  /** Whether the view that has closed made way for the form, which has the focus. Answers so once. */
  readonly madeWay: () => boolean
}

export function useLeadWork(view: Dialog<Lead>, onWork: (lead: Lead) => void): LeadWork {
  const goesToForm = useRef(false)
  return {
    work: (lead) => {
      goesToForm.current = view.opened
      view.close()
      onWork(lead)
    },
    madeWay: () => {
      const did = goesToForm.current
      goesToForm.current = false
      return did
    },
  }
}
