/**
 * The lead that takes another's place is seen from its top: its buttons are in sight, however far the page was scrolled. The focus
 * that went with the other one goes to it, so that Tab goes on there. docs/rules.md#my-day
 */
import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Returns the ref of the lead's place. */
export function useLeadInSight(uid: string | undefined): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(uid)
  useLayoutEffect(() => {
    const isAnother = before.current !== undefined && before.current !== uid
    before.current = uid
    const element = place.current
    if (!isAnother || element === null) return
    if (document.activeElement === document.body) element.focus({ preventScroll: true })
    // Below the bar of the app: the page's scroll padding.
    const edge = Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)
    if (element.getBoundingClientRect().top < edge) element.scrollIntoView({ block: 'start' })
  }, [uid])
  return place
}
