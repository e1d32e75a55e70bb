/**
 * A sideways swipe of a finger over an element, which needs `touch-action: pan-y`. Whatever it does has a button as well. The page's
 * own scrolling goes before it: a movement that begins downwards is none. docs/rules.md#touch
 */
import { type PointerEvent, useRef } from 'react'

export type SwipeSide = 'left' | 'right'

interface Swipe {
  /** Whether a swipe to that side does something now. */
  readonly allows: (side: SwipeSide) => boolean
  /** With 0 the movement has ended. `isFar`: letting go now swipes. */
  readonly onMove: (distance: number, isFar: boolean) => void
  readonly onSwipe: (side: SwipeSide) => void
}

/** A finger that has not gone so far has not decided anything, px. */
const SLOP = 12
/** A swipe is so long, px. */
const FAR = 88
/** The browser's own gestures begin this near to the edge, px. */
const EDGE = 24
/** A swipe is so much wider than high. */
const FLAT = 2

interface Touch {
  readonly id: number
  readonly x: number
  readonly y: number
  isSwipe: boolean
}

const sideOf = (distance: number): SwipeSide => (distance < 0 ? 'left' : 'right')

export function useSwipe({ allows, onMove, onSwipe }: Swipe) {
  const touch = useRef<Touch | null>(null)
  const end = () => {
    if (touch.current?.isSwipe === true) onMove(0, false)
    touch.current = null
  }
  return {
    onPointerDown: ({ pointerType, isPrimary, pointerId, clientX, clientY }: PointerEvent) => {
      if (!isPrimary) return end()
      const isAtEdge = clientX < EDGE || clientX > window.innerWidth - EDGE
      if (pointerType !== 'touch' || isAtEdge) return
      touch.current = { id: pointerId, x: clientX, y: clientY, isSwipe: false }
    },
    onPointerMove: ({ pointerId, clientX, clientY, currentTarget }: PointerEvent) => {
      const begun = touch.current
      if (begun === null || begun.id !== pointerId) return
      const across = clientX - begun.x
      const down = Math.abs(clientY - begun.y)
      if (!begun.isSwipe) {
        if (Math.max(Math.abs(across), down) < SLOP) return
        if (Math.abs(across) < FLAT * down || !allows(sideOf(across))) return end()
        begun.isSwipe = true
        currentTarget.setPointerCapture(pointerId)
      }
      // Back over the beginning to a side that does nothing.
      const distance = allows(sideOf(across)) ? across : 0
      onMove(distance, Math.abs(distance) >= FAR)
    },
    onPointerUp: ({ pointerId, clientX }: PointerEvent) => {
      const begun = touch.current
      if (begun === null || begun.id !== pointerId) return
      const across = clientX - begun.x
      const isSwiped = begun.isSwipe && Math.abs(across) >= FAR && allows(sideOf(across))
      end()
      if (isSwiped) onSwipe(sideOf(across))
    },
    onPointerCancel: end,
  }
}
