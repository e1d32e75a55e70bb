/** One notice: what it is about, what happened, when, and whether it is new. */
import { VisuallyHidden } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarTime,
  IconDeviceMobile,
  IconDeviceMobileExclamation,
  IconFileImport,
  IconHourglassLow,
  IconLink,
  IconReceipt,
  IconRobot,
  IconScale,
  IconUserQuestion,
  IconUserShare,
  IconUserShield,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { NoticeKind } from '../../domain/notices/kinds.ts'
import { type Notice, targetAddress } from '../../domain/notices/notice.ts'
import { ageInWords } from '../../domain/time/sao-paulo.ts'
import classes from './NoticeLine.module.css'

const ICONS = {
  assigned: IconUserShare,
  schedule: IconCalendarTime,
  queue: IconAlertTriangle,
  renewal: IconHourglassLow,
  import: IconFileImport,
  link: IconLink,
  receipt: IconReceipt,
  device: IconDeviceMobile,
  stuck: IconDeviceMobileExclamation,
  account: IconUserShield,
  held: IconUserQuestion,
  automation: IconRobot,
  law: IconScale,
} as const satisfies Record<NoticeKind, unknown>

interface NoticeLineProps {
  readonly notice: Notice
  readonly isNew: boolean
  readonly nowMs: number
  /** The panel begins with this line. */
  readonly isFirst: boolean
  readonly onVisit: () => void
}

export function NoticeLine({ notice, isNew, nowMs, isFirst, onVisit }: NoticeLineProps) {
  const { kind, title, text, note, momentMs, isUrgent, target } = notice
  const Icon = ICONS[kind]
  return (
    <Link
      {...targetAddress(target)}
      className={classes.root}
      data-new={isNew || undefined}
      data-urgent={isUrgent || undefined}
      data-autofocus={isFirst || undefined}
      onClick={onVisit}
    >
      <span className={classes.icon} aria-hidden>
        <Icon size={18} stroke={1.7} />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>{title}</span>
        <span className={classes.text}>{text}</span>
        {note === '' ? null : <span className={classes.note}>{note}</span>}
      </span>
      <span className={classes.when}>
        <span>{ageInWords(momentMs, nowMs)}</span>
        {isNew ? (
          <span className={classes.dot}>
            <VisuallyHidden>novo</VisuallyHidden>
          </span>
        ) : null}
      </span>
    </Link>
  )
}
