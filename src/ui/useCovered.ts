/**
 * Whether another dialog covers this one, or did a moment ago: the Escape that closed it must not close this one as
 * well, even if this one gets the key first.
 */
import { useEffect, useState } from 'react'

/** Returns true while `covered`, and until the event that ended it is over. */
export function useCovered(covered: boolean): boolean {
  const [late, setLate] = useState(covered)
  if (covered && !late) setLate(true)
  useEffect(() => {
    if (covered) return
    const timer = setTimeout(() => setLate(false))
    return () => clearTimeout(timer)
  }, [covered])
  return covered || late
}
