/** One broker's day in a line: figures, the line of time, and below it the queue as the broker sees it. */
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import type { TeamDay } from '../../../domain/day/team.ts'
import { formatMoney } from '../../../domain/money/money.ts'
import type { BusinessCalendar } from '../../../domain/sla/business-calendar.ts'
import { TeamBeam } from './TeamBeam.tsx'
import classes from './TeamScreen.module.css'

interface TeamRowProps {
  readonly name: string
  /** 'ausente até 12/12 · Bruno atende'; null: at work. */
  readonly leave: string | null
  readonly day: TeamDay
  readonly nowMs: number
  readonly calendar: BusinessCalendar
  readonly opened: boolean
  readonly onToggle: () => void
  /** Absent: nothing can be dropped here. */
  readonly onDrop?: () => void
  readonly children: ReactNode
}

const counted = (count: number, one: string, many: string): [string, string] => [
  String(count),
  count === 1 ? one : many,
]

const figuresOf = ({ late, today, free, done, sales, salesCents }: TeamDay) => [
  { key: 'late', part: counted(late, 'atrasado', 'atrasados') },
  { key: 'today', part: counted(today, 'para hoje', 'para hoje') },
  { key: 'free', part: counted(free, 'livre', 'livres') },
  { key: 'done', part: counted(done, 'feito', 'feitos') },
  {
    key: 'sales',
    part: counted(
      sales,
      sales === 0 ? 'vendas' : `venda · R$ ${formatMoney(salesCents)}`,
      sales === 0 ? 'vendas' : `vendas · R$ ${formatMoney(salesCents)}`,
    ),
  },
]

export function TeamRow(props: TeamRowProps) {
  const { name, leave, day, nowMs, calendar, opened, onToggle, onDrop, children } = props
  const [isOver, setOver] = useState(false)
  const drop =
    onDrop === undefined
      ? {}
      : {
          onDragOver: (event: DragEvent) => {
            event.preventDefault()
            setOver(true)
          },
          onDragLeave: () => setOver(false),
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            setOver(false)
            onDrop()
          },
        }
  return (
    <li className={classes.member} data-over={isOver || undefined} {...drop}>
      <UnstyledButton className={classes.row} aria-expanded={opened} onClick={onToggle}>
        <IconChevronRight className={classes.chevron} size={18} aria-hidden />
        <span className={classes.name}>
          {name}
          {leave === null ? null : <span className={classes.leave}>{leave}</span>}
        </span>
        <span className={classes.figures}>
          {figuresOf(day).map(({ key, part: [figure, words] }) => (
            <span
              key={key}
              className={classes.figure}
              data-figure={key}
              data-zero={figure === '0' || undefined}
            >
              <b>{figure}</b> {words}
            </span>
          ))}
        </span>
        <TeamBeam dots={day.dots} nowMs={nowMs} calendar={calendar} />
      </UnstyledButton>
      {opened ? children : null}
    </li>
  )
}
