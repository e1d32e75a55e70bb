/**
 * A lead's problem may appear above a form or view that is scrolled down. Until the card was visible once, a line under
 * the header links to it. The line takes no space: nothing moves under the user's hands.
 */
import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './ProblemInSight.module.css'

interface ProblemInSightProps {
  readonly words: string
  readonly kind: 'conflict' | 'rejected'
  readonly children: ReactNode
}

/** The visible part that counts as seen: headline and reason. */
const SEEN_PART = 0.25

export function ProblemInSight({ words, kind, children }: ProblemInSightProps) {
  const card = useRef<HTMLElement>(null)
  const [sight, setSight] = useState<'unknown' | 'hidden' | 'seen'>('unknown')
  /** Height of the dialog's sticky header in px. */
  const [header, setHeader] = useState(0)
  useEffect(() => {
    const element = card.current
    if (element === null || sight === 'seen') return
    const top = element.closest('[role="dialog"]')?.querySelector('header')?.offsetHeight ?? 0
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry === undefined) return
        setHeader(top)
        setSight(entry.intersectionRatio >= SEEN_PART ? 'seen' : 'hidden')
      },
      { threshold: [0, SEEN_PART], rootMargin: `-${top}px 0px 0px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [sight])
  const show = () => {
    card.current?.scrollIntoView({ block: 'start' })
    card.current?.focus({ preventScroll: true })
    // A card taller than the screen may never reach that part.
    setSight('seen')
  }
  return (
    <>
      {/* Rendered before its content: otherwise screen readers do not announce it. */}
      <div className={classes.place} style={{ top: header }} role="status">
        {sight === 'hidden' ? (
          <div className={classes.line} data-kind={kind}>
            <IconAlertTriangle size={18} aria-hidden />
            <span className={classes.words}>{words}</span>
            <Button size="sm" variant="default" onClick={show}>
              Ver
            </Button>
          </div>
        ) : null}
      </div>
      <section
        ref={card}
        className={classes.card}
        style={{ scrollMarginTop: header + 8 }}
        tabIndex={-1}
        aria-label={words}
      >
        {children}
      </section>
    </>
  )
}
