/** 'Em 1 h · Hoje 17h · Amanhã 9h · Segunda 9h', one tap each. */
import { Button } from '@mantine/core'
import type { QuickTime } from '../../domain/day/quick-times.ts'
import classes from './NextStepLine.module.css'

interface QuickTimeButtonsProps {
  readonly times: readonly QuickTime[]
  /** What the times are for, for screen readers. */
  readonly label: string
  readonly disabled?: boolean
  readonly onChoose: (time: QuickTime) => void
}

export function QuickTimeButtons({ times, label, disabled = false, onChoose }: QuickTimeButtonsProps) {
  return (
    <div className={classes.times} role="group" aria-label={label}>
      {times.map((time) => (
        <Button
          key={time.label}
          className={classes.time ?? ''}
          size="compact-md"
          variant="default"
          disabled={disabled}
          onClick={() => onChoose(time)}
        >
          {time.label}
        </Button>
      ))}
    </div>
  )
}
