/** Seven tabs with live counters, in the order of the attendance flow; Origem opens the channel menu. */
import { Menu } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import { SCHEDULES_TAB, tabOrder } from '../../domain/lead/status.ts'
import classes from './BoardTabs.module.css'
import { type ChannelChoice, ChannelMenu } from './ChannelMenu.tsx'
import { StatusIcon } from './status-icons.tsx'

interface BoardTabsProps {
  readonly view: BoardView
  readonly flow: readonly number[]
  readonly counters: BoardCounters | null
  readonly channels: readonly ChannelChoice[]
  readonly onChoose: (view: BoardView) => void
}

const ORIGIN = 1
const count = new Intl.NumberFormat('pt-BR')

const isActive = (view: BoardView, status: number) =>
  status === SCHEDULES_TAB ? view.kind === 'schedules' : view.kind === 'status' && view.status === status

export function BoardTabs({ view, flow, counters, channels, onChoose }: BoardTabsProps) {
  return (
    <div className={classes.scroller}>
      <div className={classes.tabs} role="tablist" aria-label="Situação dos leads">
        {tabOrder(flow).map(({ status, label }) => (
          <div
            key={status}
            className={classes.item}
            data-active={isActive(view, status) || undefined}
            role="presentation"
          >
            <button
              type="button"
              role="tab"
              aria-selected={isActive(view, status)}
              className={classes.tab}
              onClick={() =>
                onChoose(
                  status === SCHEDULES_TAB
                    ? { kind: 'schedules', sevenDays: false }
                    : { kind: 'status', status },
                )
              }
            >
              <StatusIcon status={status} size={16} />
              <span>{label}</span>
              <TabCount status={status} counters={counters} />
            </button>
            {status === ORIGIN ? (
              <Menu position="bottom-start" width={300}>
                <Menu.Target>
                  <button type="button" className={classes.more} aria-label="Escolher canal">
                    <IconChevronDown size={16} aria-hidden />
                  </button>
                </Menu.Target>
                <Menu.Dropdown mah="70vh" style={{ overflowY: 'auto' }}>
                  <ChannelMenu channels={channels} counters={counters} onChoose={onChoose} />
                </Menu.Dropdown>
              </Menu>
            ) : null}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Agendamentos: orange with what is pending, red as soon as one is late (ruling 8). */
function TabCount({ status, counters }: { status: number; counters: BoardCounters | null }) {
  if (counters === null) return <span className={classes.count} data-empty />
  if (status === SCHEDULES_TAB) {
    const { pending, late } = counters.schedules
    const words = late > 0 ? `${late} em atraso, ${pending} ao todo` : `${pending} pendentes`
    return (
      <span
        className={classes.count}
        data-kind={late > 0 ? 'late' : pending > 0 ? 'pending' : undefined}
        title={words}
      >
        {count.format(pending)}
      </span>
    )
  }
  const { total, news } = counters.byStatus[status] ?? { total: 0, news: 0 }
  return (
    <span className={classes.count} title={news > 0 ? `${news} novos na última hora` : undefined}>
      {count.format(total)}
    </span>
  )
}
