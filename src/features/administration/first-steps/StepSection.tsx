/** A step of the list: its icon or number, title and state, and what is done in it once it is opened. */
import { UnstyledButton } from '@mantine/core'
import { IconCheck, IconChevronDown, IconClock } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { FIRST_STEP_TITLES, type StepLine } from '../../../domain/first-steps/first-steps.ts'
import classes from './FirstSteps.module.css'

interface StepSectionProps {
  readonly line: StepLine
  /** From 1. */
  readonly place: number
  readonly words: string
  readonly opened: boolean
  /** The step stays mounted while it is closed, so that typed text is kept. */
  readonly wasOpened: boolean
  /** Another step led here: the focus comes along, and the step into sight. */
  readonly isArrival: boolean
  readonly onToggle: () => void
  readonly children: ReactNode
}

const STATE_WORDS = { done: 'Feito', later: 'Para depois', open: '' } as const

function StepIcon({ line: { state }, place }: Pick<StepSectionProps, 'line' | 'place'>) {
  return (
    <span className={classes.icon} data-state={state} aria-hidden>
      {state === 'done' ? (
        <IconCheck size={16} stroke={2.4} />
      ) : state === 'later' ? (
        <IconClock size={16} stroke={1.8} />
      ) : (
        place
      )}
    </span>
  )
}

export function StepSection(props: StepSectionProps) {
  const { line, place, words, opened, wasOpened, isArrival, onToggle, children } = props
  const title = FIRST_STEP_TITLES[line.step]
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isArrival) return
    toggle.current?.focus({ preventScroll: true })
    toggle.current?.scrollIntoView({ block: 'start' })
  }, [isArrival])
  return (
    <li className={classes.step} data-opened={opened || undefined}>
      <h2 className={classes.heading}>
        <UnstyledButton
          ref={toggle}
          className={classes.toggle}
          aria-expanded={opened}
          aria-controls={wasOpened ? id : undefined}
          onClick={onToggle}
        >
          <StepIcon line={line} place={place} />
          <span className={classes.texts}>
            <span className={classes.title}>{title}</span>
            <span className={classes.words}>{words}</span>
          </span>
          {line.state === 'open' ? null : (
            <span className={classes.state} data-state={line.state}>
              {STATE_WORDS[line.state]}
            </span>
          )}
          <IconChevronDown className={classes.chevron} size={18} stroke={1.7} aria-hidden />
        </UnstyledButton>
      </h2>
      {wasOpened ? (
        <div id={id} className={classes.body} role="group" aria-label={title} hidden={!opened}>
          {children}
        </div>
      ) : null}
    </li>
  )
}
