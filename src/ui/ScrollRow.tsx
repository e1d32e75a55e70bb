/** A row that may be wider than its container. It scrolls sideways, and an edge with hidden content fades out. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import classes from './ScrollRow.module.css'

interface ScrollRowProps {
  readonly children: ReactNode
  /** Class of the container. `--row-ground` is the background colour. */
  readonly className?: string | undefined
}

/** Marks the container's edges that have hidden content. */
function useEdges(place: RefObject<HTMLDivElement | null>, row: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const { current: outer } = place
    const { current: inner } = row
    if (outer === null || inner === null) return
    const mark = () => {
      const behind = inner.scrollWidth - inner.clientWidth - inner.scrollLeft
      outer.toggleAttribute('data-more-before', inner.scrollLeft > 1)
      outer.toggleAttribute('data-more-after', behind > 1)
    }
    const sizes = new ResizeObserver(mark)
    sizes.observe(inner)
    for (const child of inner.children) sizes.observe(child)
    inner.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      inner.removeEventListener('scroll', mark)
    }
  }, [place, row])
}

export function ScrollRow({ children, className }: ScrollRowProps) {
  const place = useRef<HTMLDivElement>(null)
  const row = useRef<HTMLDivElement>(null)
  useEdges(place, row)
  return (
    <div ref={place} className={className === undefined ? classes.root : `${classes.root} ${className}`}>
      <div ref={row} className={classes.row}>
        {children}
      </div>
    </div>
  )
}
