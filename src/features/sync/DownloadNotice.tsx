/** Above the screen: the first download makes no progress, and why. While it runs, DownloadLine shows it. */
import { IconCloudOff } from '@tabler/icons-react'
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { useFirstPull } from '../../opening/useFirstPull.ts'
import { NoticeBar } from '../../ui/NoticeBar.tsx'
import { downloadWords } from './download-words.ts'

export function DownloadNotice({ userId }: { userId: number }) {
  const status = useSyncStatus(userId)
  const pull = useFirstPull(userId)
  const words = pull ? downloadWords(pull, status) : null
  if (words?.kind !== 'stands') return null
  return <NoticeBar icon={<IconCloudOff size={18} />}>{words.text}</NoticeBar>
}
