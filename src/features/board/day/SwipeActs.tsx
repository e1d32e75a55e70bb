/** A swipe over the shown lead presses one of its buttons: left 'Adiar', right 'Ligar'. docs/rules.md#my-day */
import { type ReactNode, useRef } from 'react'
import { type SwipeSide, useSwipe } from '../../../ui/useSwipe.ts'
import classes from './SwipeActs.module.css'

const ACTS: Readonly<Record<SwipeSide, { readonly act: string; readonly words: string }>> = {
  left: { act: 'postpone', words: 'Adiar' },
  right: { act: 'call', words: 'Ligar' },
}

const isStill = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

export function SwipeActs({ children }: { readonly children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null)
  const buttonOf = (side: SwipeSide) =>
    root.current?.querySelector<HTMLElement>(`[data-day-act="${ACTS[side].act}"]:not(:disabled)`) ?? null
  const swipe = useSwipe({
    allows: (side) => buttonOf(side) !== null,
    onMove: (distance, isFar) => {
      const element = root.current
      if (element === null) return
      element.toggleAttribute('data-far', isFar)
      element.dataset.side = distance === 0 ? '' : distance < 0 ? 'left' : 'right'
      element.style.setProperty('--across', isStill() ? '0px' : `${distance}px`)
    },
    onSwipe: (side) => buttonOf(side)?.click(),
  })
  return (
    <div ref={root} className={classes.root} {...swipe}>
      {(['left', 'right'] as const).map((side) => (
        <span key={side} className={classes.words} data-of={side} aria-hidden>
          {ACTS[side].words}
        </span>
      ))}
      <div className={classes.moved}>{children}</div>
    </div>
  )
}
