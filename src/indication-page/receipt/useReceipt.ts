/** What a receipt says: the kept answer at once, then the server's, asked again while the page is looked at. */
import { useEffect, useState } from 'react'
import { MINUTE_MS } from '../../domain/time/durations.ts'
import { readQueue } from '../queue.ts'
import { dropReceipt, keepReceipt, keptReceipt } from './kept-receipts.ts'
import { type ReadReceipt, type Receipt, readReceipt } from './receipt-call.ts'

const EVERY_MS = 5 * MINUTE_MS

export interface ShownReceipt {
  /** Null: nothing is known of it. */
  readonly receipt: Receipt | null
  /** Null: the server has not answered yet. */
  readonly last: ReadReceipt | null
  /** The indication waits on this device to be sent: the server can't know it yet. */
  readonly isWaiting: boolean
}

const nowMs = () => Date.now()

const isQueued = async (code: string) => (await readQueue()).some(({ receipt }) => receipt === code)

/** Mount it anew for another code. */
export function useReceipt(code: string): ShownReceipt {
  const [shown, setShown] = useState<ShownReceipt>(() => ({
    receipt: keptReceipt(code, nowMs()),
    last: null,
    isWaiting: false,
  }))
  useEffect(() => {
    let current = true
    const look = async () => {
      const last = await readReceipt(code)
      const isWaiting = last.kind !== 'read' && (await isQueued(code))
      if (!current) return
      if (last.kind === 'read') keepReceipt(code, last.receipt, nowMs())
      if (last.kind === 'none') dropReceipt(code)
      setShown((before) => ({
        receipt: last.kind === 'read' ? last.receipt : last.kind === 'none' ? null : before.receipt,
        last,
        isWaiting,
      }))
    }
    const seen = () => {
      if (document.visibilityState === 'visible') void look()
    }
    void look()
    const timer = setInterval(seen, EVERY_MS)
    window.addEventListener('online', seen)
    document.addEventListener('visibilitychange', seen)
    return () => {
      current = false
      clearInterval(timer)
      window.removeEventListener('online', seen)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [code])
  return shown
}
