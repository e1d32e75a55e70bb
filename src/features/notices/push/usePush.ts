/** The state of pushed notices on this device, and its switch: docs/rules.md#push */
import { useCallback, useEffect, useRef, useState } from 'react'
import {
  type PushStanding,
  type PushState,
  pushStanding,
  turnPushOff,
  turnPushOn,
} from '../../../device/push.ts'

export interface Push {
  /** undefined: not read yet. */
  readonly state: PushState | undefined
  readonly busy: boolean
  /** Why it could not be switched on, or is no longer. */
  readonly problem: string | null
  readonly set: (on: boolean) => void
}

const FAILED = 'Houve um problema ao mudar os avisos deste aparelho. Tente de novo.'

export function usePush(userId: number): Push {
  const [standing, setStanding] = useState<PushStanding>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const latest = useRef(0)
  const read = useCallback(async () => {
    latest.current += 1
    const number = latest.current
    const found = await pushStanding(userId)
    // An earlier look may be answered later.
    if (number === latest.current) setStanding(found)
  }, [userId])
  useEffect(() => {
    const look = () => {
      read().catch(() => setProblem(FAILED))
    }
    look()
    // The user may have changed the permission in the browser's own settings.
    document.addEventListener('visibilitychange', look)
    window.addEventListener('focus', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('focus', look)
    }
  }, [read])

  const change = async (on: boolean) => {
    setBusy(true)
    setProblem(null)
    try {
      if (on) setProblem(await turnPushOn(userId))
      else await turnPushOff(userId)
      await read()
    } catch {
      // The device's store or the browser failed. Neither gives a reason that a user understands.
      setProblem(FAILED)
    }
    setBusy(false)
  }
  return {
    state: standing?.state,
    busy,
    problem: problem ?? standing?.problem ?? null,
    set: (on) => void change(on),
  }
}
