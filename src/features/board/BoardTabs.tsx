/**
 * Seven tabs with live counters, in the order of the attendance flow. On a narrow screen they scroll sideways. The
 * chosen tab scrolls into view, and Agendamentos with its badge always stays there. Counters that come later move no tab.
 */
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { BoardCounters, BoardView } from '../../domain/board/board-view.ts'
import { SCHEDULES_TAB, tabOrder } from '../../domain/lead/status.ts'
import { formatNumber } from '../../domain/text/formats.ts'
import { afterPaint } from '../../ui/after-paint.ts'
import { ScrollRow } from '../../ui/ScrollRow.tsx'
import classes from './BoardTabs.module.css'
import { schedulesInWords } from './schedule-words.ts'
import { StatusIcon } from './status-icons.tsx'

interface BoardTabsProps {
  readonly view: BoardView
  readonly flow: readonly number[]
  readonly counters: BoardCounters | null
  /** Those that were shown last: badges have their width until the counters come. */
  readonly lastCounters: BoardCounters | null
  /** Leads are still missing on this device. */
  readonly isGrowing: boolean
  readonly onChoose: (view: BoardView) => void
}

const isActive = (view: BoardView, status: number) =>
  status === SCHEDULES_TAB ? view.kind === 'schedules' : view.kind === 'status' && view.status === status

/** Arrow keys move the focus along the tabs. Enter or space chooses, as on any button. */
function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const place = tabs.findIndex((tab) => tab === document.activeElement)
  if (place >= 0) tabs[(place + step + tabs.length) % tabs.length]?.focus()
}

export function BoardTabs({ view, flow, counters, lastCounters, isGrowing, onChoose }: BoardTabsProps) {
  const list = useRef<HTMLDivElement>(null)
  const shownView = useRef<BoardView>(null)
  // After a reload or an arrow key the chosen tab may be out of view.
  useEffect(() => {
    const isChosen = shownView.current !== null && shownView.current !== view
    shownView.current = view
    // Before the paint the browser would lay the page out for it.
    void afterPaint().then(() => {
      // Who has scrolled already is about to press a tab: none moves from under the finger.
      if (!isChosen && list.current?.parentElement?.scrollLeft !== 0) return
      const chosen = list.current?.querySelector('[data-active]')
      chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
  }, [view])
  return (
    <ScrollRow className={classes.place}>
      <div
        ref={list}
        className={classes.tabs}
        role="tablist"
        tabIndex={-1}
        aria-label={isGrowing ? 'Situação dos leads, ainda baixando' : 'Situação dos leads'}
        data-growing={isGrowing || undefined}
        onKeyDown={moveFocus}
      >
        {tabOrder(flow).map(({ status, label }) => (
          <div
            key={status}
            className={classes.item}
            data-active={isActive(view, status) || undefined}
            data-pinned={status === SCHEDULES_TAB || undefined}
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
                    ? { kind: 'schedules', sevenDays: false, whose: 'own' }
                    : { kind: 'status', status },
                )
              }
            >
              <StatusIcon status={status} size={16} />
              <span className={classes.label}>{label}</span>
              <TabCount status={status} counters={counters} lastCounters={lastCounters} />
            </button>
          </div>
        ))}
      </div>
    </ScrollRow>
  )
}

const shownCount = (status: number, counters: BoardCounters) =>
  formatNumber(status === SCHEDULES_TAB ? counters.own.open : (counters.byStatus[status]?.total ?? 0))

interface TabCountProps extends Pick<BoardTabsProps, 'counters' | 'lastCounters'> {
  readonly status: number
}

/** Agendamentos: orange with one's own open ones, red as soon as one of them is late (docs/rules.md#counters). */
function TabCount({ status, counters, lastCounters }: TabCountProps) {
  if (counters === null)
    return (
      <span className={classes.count} data-empty>
        <span className={classes.reserve}>
          {lastCounters === null ? null : shownCount(status, lastCounters)}
        </span>
      </span>
    )
  if (status === SCHEDULES_TAB) {
    const { open, late } = counters.own
    return (
      <span
        className={classes.count}
        data-kind={late > 0 ? 'late' : open > 0 ? 'pending' : undefined}
        title={schedulesInWords(counters)}
      >
        {shownCount(status, counters)}
      </span>
    )
  }
  const { news } = counters.byStatus[status] ?? { news: 0 }
  return (
    <span className={classes.count} title={news > 0 ? `${news} novos na última hora` : undefined}>
      {shownCount(status, counters)}
    </span>
  )
}
