/** Above the cards: the counts of the results, or the period of the schedulings. */
import { SegmentedControl } from '@mantine/core'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import classes from './BoardScreen.module.css'
import { ResultButtons } from './ResultButtons.tsx'
import { schedulesInWords, WHOSE_LABELS } from './schedule-words.ts'

interface BoardHeadingProps {
  readonly view: BoardView
  /** Leads are still missing on this device. */
  readonly isGrowing: boolean
  readonly byStatus: Readonly<Record<number, number>>
  readonly counters: BoardCounters | null
  readonly onChoose: (view: BoardView) => void
}

export function BoardHeading({ view, isGrowing, byStatus, counters, onChoose }: BoardHeadingProps) {
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
          aria-label="De quem são os agendamentos"
          value={view.whose ?? 'all'}
          onChange={(value) =>
            onChoose({
              kind: 'schedules',
              sevenDays: view.sevenDays,
              ...(value === 'own' || value === 'free' ? { whose: value } : {}),
            })
          }
          data={Object.entries(WHOSE_LABELS).map(([value, label]) => ({ value, label }))}
        />
        <SegmentedControl
          size="sm"
          aria-label="Período dos agendamentos"
          value={view.sevenDays ? 'week' : 'all'}
          onChange={(value) => onChoose({ ...view, sevenDays: value === 'week' })}
          data={[
            { value: 'all', label: 'Qualquer data' },
            { value: 'week', label: 'Próximos sete dias' },
          ]}
        />
        {/* On a phone it is a line of its own, whose room is there before the counters are. */}
        <span className={classes.sum}>{counters === null ? '\u00a0' : schedulesInWords(counters)}</span>
      </div>
    )
  return null
}
