/** Connection and queue in the top bar: a short text, a badge with the queue's size, and a link to the queue. */
import { IconAlertTriangle, IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useClockOffset } from '../../device/useCorrectedNow.ts'
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { useFirstPull } from '../../opening/useFirstPull.ts'
import { CountedIcon } from '../../ui/CountedIcon.tsx'
import { useNow } from '../../ui/useNow.ts'
import classes from './ConnectionBadge.module.css'
import { connectionWords, type Mood } from './connection-words.ts'
import { usePending } from './usePending.ts'

const ICON = {
  connected: IconCloudCheck,
  offline: IconCloudOff,
  waiting: IconCloudUp,
  attention: IconAlertTriangle,
} as const satisfies Record<Mood, unknown>

export function ConnectionBadge({ userId }: { userId: number }) {
  const status = useSyncStatus(userId)
  const counts = usePending(userId)
  const pull = useFirstPull(userId)
  const now = useNow(15_000) + useClockOffset(userId)
  // DownloadLine has the words about the first download.
  const shown = pull ? { ...status, progress: null } : status
  const { mood, words, count } = connectionWords(shown, counts, now)
  const Icon = ICON[mood]
  const parts = words.split(' · ')
  return (
    <Link
      to="/sincronizacao"
      className={classes.root}
      data-mood={mood}
      data-testid="connection"
      data-fleeting="words"
      title={words}
    >
      <CountedIcon count={count} isUrgent={mood === 'attention'}>
        <Icon size={20} stroke={1.7} />
      </CountedIcon>
      <span className={classes.words}>
        {parts.map((part, place) => (
          <Fragment key={part}>
            {/* A second line begins with a word, not with a dot. */}
            <span className={classes.part}>{place < parts.length - 1 ? `${part} ·` : part}</span>{' '}
          </Fragment>
        ))}
      </span>
    </Link>
  )
}
