/** 'Resultados': how many of what was filtered stand in each status; 7 is hidden (ruling 7). */
import { Button } from '@mantine/core'
import { SCHEDULES_TAB, STATUSES } from '../../domain/lead/status.ts'
import classes from './BoardScreen.module.css'

interface ResultButtonsProps {
  readonly byStatus: Readonly<Record<number, number>>
  readonly chosen: number | undefined
  readonly onChoose: (status: number | undefined) => void
}

const count = new Intl.NumberFormat('pt-BR')

export function ResultButtons({ byStatus, chosen, onChoose }: ResultButtonsProps) {
  return (
    <div className={classes.results}>
      <h2 className={classes.heading}>Resultados</h2>
      {STATUSES.filter(({ status }) => status !== SCHEDULES_TAB).map(({ status, label }) => {
        const found = byStatus[status] ?? 0
        return (
          <Button
            key={status}
            size="xs"
            variant={chosen === status ? 'filled' : 'default'}
            className={classes.result ?? ''}
            aria-pressed={chosen === status}
            disabled={found === 0 && chosen !== status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            {label} ({count.format(found)})
          </Button>
        )
      })}
    </div>
  )
}
