/** Calls from the board's cards, one at a time: a second call would ring the same telephone as the first. */
import { useRef } from 'react'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { notify } from '../../../ui/notify.ts'
import { SETTLED_MS, useOnce } from '../../../ui/useOnce.ts'
import { useCalls } from './useCalls.ts'

const BUSY = 'Aguarde: uma ligação já está sendo feita.'

export interface CardCalls {
  readonly onCall: (lead: { readonly uid: string }, phone: string) => void
  readonly onConversation: (lead: { readonly uid: string }, phone: string) => void
}

export function useCardCalls(user: SessionUser): CardCalls {
  const { call, record } = useCalls(user)
  const once = useOnce()
  const onceForConversation = useOnce()
  const calling = useRef<{ readonly uid: string; readonly sinceMs: number } | null>(null)
  return {
    onCall: ({ uid }, phone) => {
      if (calling.current !== null) {
        // The second tap of a double tap is no further call.
        const repeats = calling.current.uid === uid && Date.now() - calling.current.sinceMs < SETTLED_MS
        if (!repeats) notify.warning(BUSY)
        return
      }
      void once(async () => {
        calling.current = { uid, sinceMs: Date.now() }
        await call(uid, phone).finally(() => {
          calling.current = null
        })
      }, `call ${uid}`)
    },
    onConversation: ({ uid }, phone) =>
      void onceForConversation(async () => {
        await record(uid, phone)
      }, uid),
  }
}
