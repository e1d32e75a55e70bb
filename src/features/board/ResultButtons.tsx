/** 'Resultados': a count for each status, those with leads first. Status 7 is hidden (docs/rules.md#filters). */
import { Button } from '@mantine/core'
import { SCHEDULES_TAB, STATUSES } from '../../domain/lead/status.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { ScrollRow } from '../../ui/ScrollRow.tsx'
import classes from './BoardScreen.module.css'

interface ResultButtonsProps {
  readonly byStatus: Readonly<Record<number, number>>
  /** Leads are still missing on this device. */
  readonly isGrowing: boolean
  readonly chosen: number | undefined
  readonly onChoose: (status: number | undefined) => void
}

export function ResultButtons({ byStatus, isGrowing, chosen, onChoose }: ResultButtonsProps) {
  const lines = STATUSES.filter(({ status }) => status !== SCHEDULES_TAB).map((line) => ({
    ...line,
    found: byStatus[line.status] ?? 0,
  }))
  const [hits, others] = [lines.filter(({ found }) => found > 0), lines.filter(({ found }) => found === 0)]
  return (
    <ScrollRow>
      <div className={classes.results}>
        <h2 className={classes.heading}>{isGrowing ? 'Resultados até agora' : 'Resultados'}</h2>
        {[...hits, ...others].map(({ status, label, found }) => (
          <Button
            key={status}
            size="xs"
            variant={chosen === status ? 'filled' : 'default'}
            className={classes.result ?? ''}
            aria-pressed={chosen === status}
            disabled={found === 0 && chosen !== status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            {label} ({formatNumber(found)})
          </Button>
        ))}
      </div>
    </ScrollRow>
  )
}
