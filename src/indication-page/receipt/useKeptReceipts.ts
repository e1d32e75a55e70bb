/** The receipts that this device has read. What ended since goes as the list is looked at. docs/rules.md#receipt */
import { useEffect, useState } from 'react'
import { dropReceipt, type KeptReceipt, keptReceipts } from './kept-receipts.ts'
import { readReceipt } from './receipt-call.ts'

const nowMs = () => Date.now()

interface KeptList {
  readonly kept: readonly KeptReceipt[]
  readonly forget: (code: string) => void
}

/** Returns what is left. */
function without(code: string): readonly KeptReceipt[] {
  dropReceipt(code)
  return keptReceipts(nowMs())
}

export function useKeptReceipts(): KeptList {
  const [kept, setKept] = useState(() => keptReceipts(nowMs()))
  useEffect(() => {
    let current = true
    const look = async () => {
      // One after the other, the last read one last: it is the likeliest to go on, and a limit may stop the rest.
      for (const { code } of keptReceipts(nowMs()).toReversed()) {
        const { kind } = await readReceipt(code)
        if (!current || kind === 'limited' || kind === 'unreachable') return
        if (kind === 'none') setKept(without(code))
      }
    }
    const again = () => void look()
    again()
    window.addEventListener('online', again)
    return () => {
      current = false
      window.removeEventListener('online', again)
    }
  }, [])
  return { kept, forget: (code) => setKept(without(code)) }
}
