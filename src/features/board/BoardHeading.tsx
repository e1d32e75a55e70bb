/** Above the cards: the counts of the results, or the period of the schedulings. */
import { SegmentedControl } from '@mantine/core'
import type { BoardView } from '../../domain/board/board-view.ts'
import classes from './BoardScreen.module.css'
import { ResultButtons } from './ResultButtons.tsx'

interface BoardHeadingProps {
  readonly view: BoardView
  /** Leads are still missing on this device. */
  readonly isGrowing: boolean
  readonly byStatus: Readonly<Record<number, number>>
  readonly onChoose: (view: BoardView) => void
}

export function BoardHeading({ view, isGrowing, byStatus, onChoose }: BoardHeadingProps) {
  if (view.kind === 'results')
    return (
      <ResultButtons
        byStatus={byStatus}
        isGrowing={isGrowing}
        chosen={view.status}
        onChoose={(status) =>
          onChoose({ kind: 'results', filters: view.filters, ...(status === undefined ? {} : { status }) })
        }
      />
    )
  if (view.kind === 'schedules')
    return (
      <div className={classes.results}>
        <SegmentedControl
          size="sm"
          aria-label="Período dos agendamentos"
          value={view.sevenDays ? 'week' : 'all'}
          onChange={(value) => onChoose({ kind: 'schedules', sevenDays: value === 'week' })}
          data={[
            { value: 'all', label: 'Todos' },
            { value: 'week', label: 'Próximos sete dias' },
          ]}
        />
      </div>
    )
  return null
}
