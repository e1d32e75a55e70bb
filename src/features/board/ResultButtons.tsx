/** 'Resultados': how many of what was filtered stand in each status; 7 is hidden (ruling 7). */
import { Button } from '@mantine/core'
import { SCHEDULES_TAB, STATUSES } from '../../domain/lead/status.ts'
import classes from './BoardScreen.module.css'

interface ResultButtonsProps {
  readonly byStatus: Readonly<Record<number, number>>
  readonly chosen: number | undefined
  readonly onChoose: (status: number | undefined) => void
}

export function ResultButtons({ byStatus, chosen, onChoose }: ResultButtonsProps) {
  return (
    <div className={classes.results}>
      <h2 className={classes.heading}>Resultados</h2>
      {STATUSES.filter(({ status }) => status !== SCHEDULES_TAB).map(({ status, label }) => (
        <Button
          key={status}
          size="xs"
          variant={chosen === status ? 'filled' : 'default'}
          aria-pressed={chosen === status}
          disabled={(byStatus[status] ?? 0) === 0}
          onClick={() => onChoose(chosen === status ? undefined : status)}
        >
          {label} ({byStatus[status] ?? 0})
        </Button>
      ))}
    </div>
  )
}
