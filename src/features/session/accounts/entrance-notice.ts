/** A sentence for the sign-in screen: why the user is there. It lives in the history entry, so a reload keeps it. */
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { notify } from '../../../ui/notify.ts'
import { hasStoredToken } from '../stored-token.ts'

export interface EntranceNotice {
  readonly kind: 'done' | 'problem'
  readonly text: string
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    entrance?: EntranceNotice
  }
}

/** Returns a function that leads to the sign-in screen. With a session the app opens instead, with a toast. */
export function useEntrance(): (notice: EntranceNotice) => void {
  const navigate = useNavigate()
  return useCallback(
    (notice) => {
      if (hasStoredToken()) {
        if (notice.kind === 'done') notify.success(notice.text)
        else notify.warning(notice.text)
      }
      void navigate({ to: '/login', replace: true, state: { entrance: notice } })
    },
    [navigate],
  )
}
