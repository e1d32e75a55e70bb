/**
 * What is still missing on the device during the first download. While it runs, a line is shown over the foot of the
 * screen, so nothing moves. If the download makes no progress, a notice above the screen says so.
 */
import { IconCloudDown, IconCloudOff } from '@tabler/icons-react'
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { useFirstPull } from '../../opening/useFirstPull.ts'
import { NoticeBar } from '../../ui/NoticeBar.tsx'
import classes from './DownloadNotice.module.css'
import { downloadWords } from './download-words.ts'

export function DownloadNotice({ userId }: { userId: number }) {
  const status = useSyncStatus(userId)
  const pull = useFirstPull(userId)
  const words = pull ? downloadWords(pull, status) : null
  if (words === null) return null
  if (words.kind === 'stands') return <NoticeBar icon={<IconCloudOff size={18} />}>{words.text}</NoticeBar>
  return (
    <div className={classes.root}>
      <IconCloudDown size={18} stroke={1.7} aria-hidden />
      <div>
        {/* Not a status: a screen reader would speak after each page. */}
        <p
          className={classes.words}
          role="progressbar"
          aria-label="Leads neste aparelho"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={words.share === null ? undefined : Math.round(words.share * 100)}
          aria-valuetext={words.text}
        >
          {words.text}
        </p>
        {words.share === null ? null : (
          <p className={classes.more}>Contagens e buscas ainda estão incompletas.</p>
        )}
      </div>
      <span className={classes.bar} style={{ transform: `scaleX(${words.share ?? 0})` }} aria-hidden />
    </div>
  )
}
