/** Shown above a screen when the queue is older than a day: iOS may clear it. */
import { Anchor } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { NoticeBar } from '../../ui/NoticeBar.tsx'
import { useNow } from '../../ui/useNow.ts'
import { isOldQueue } from './connection-words.ts'
import { usePending } from './usePending.ts'

export function QueueNotice({ userId }: { userId: number }) {
  const counts = usePending(userId)
  const now = useNow(60_000)
  if (!isOldQueue(counts, now)) return null
  return (
    <NoticeBar icon={<IconAlertTriangle size={18} />}>
      Há alterações neste aparelho esperando há mais de um dia.{' '}
      <Anchor component={Link} to="/sincronizacao" inherit c="inherit" underline="always">
        Ver a fila
      </Anchor>
    </NoticeBar>
  )
}
