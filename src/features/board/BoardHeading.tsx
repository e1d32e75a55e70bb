/** What the tabs alone don't say: Origem's channel, the results' counts, the period of the schedules. */
import { SegmentedControl } from '@mantine/core'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import classes from './BoardScreen.module.css'
import type { Choice } from './board-choices.ts'
import { ChannelMenu } from './ChannelMenu.tsx'
import { ResultButtons } from './ResultButtons.tsx'
import type { Catalogues } from './useCatalogues.ts'

interface BoardHeadingProps {
  readonly view: BoardView
  readonly byStatus: Readonly<Record<number, number>>
  readonly catalogues: Catalogues | undefined
  readonly counters: BoardCounters | null
  readonly channels: readonly Choice[]
  readonly onChoose: (view: BoardView) => void
}

const ORIGIN = 1

export function BoardHeading({
  view,
  byStatus,
  catalogues,
  counters,
  channels,
  onChoose,
}: BoardHeadingProps) {
  if (view.kind === 'results')
    return (
      <ResultButtons
        byStatus={byStatus}
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
  if (view.status !== ORIGIN) return null
  return (
    <div className={classes.results}>
      <ChannelMenu
        chosen={chosenChannel(view, catalogues)}
        channels={channels}
        counters={counters}
        onChoose={onChoose}
      />
    </div>
  )
}

/** Which channel narrows Origem, in words. */
function chosenChannel(view: Extract<BoardView, { kind: 'status' }>, catalogues: Catalogues | undefined) {
  if (view.channelId === undefined) return null
  const channel = catalogues?.channels.get(view.channelId)?.name ?? ''
  const insurance = view.insuranceId === undefined ? undefined : catalogues?.insurances.get(view.insuranceId)
  return insurance === undefined ? channel : `${channel} · ${insurance}`
}
