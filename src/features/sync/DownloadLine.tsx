/**
 * The first download while it runs: its sentence below the screen's name in the top bar, and a line of 2 px at the bar's foot.
 * Nothing moves, and nothing is covered. docs/rules.md#top-bar
 */
import { useSyncStatus } from '../../device/useSyncStatus.ts'
import { useFirstPull } from '../../opening/useFirstPull.ts'
import classes from './DownloadLine.module.css'
import { downloadWords } from './download-words.ts'

export function DownloadLine({ userId }: { userId: number }) {
  const status = useSyncStatus(userId)
  const pull = useFirstPull(userId)
  const words = pull ? downloadWords(pull, status) : null
  if (words?.kind !== 'runs') return null
  return (
    <>
      {/* Not a status: a screen reader would speak after each page. */}
      <p
        className={classes.words}
        role="progressbar"
        aria-label="Leads neste aparelho"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={words.share === null ? undefined : Math.round(words.share * 100)}
        aria-valuetext={words.text}
        title={words.share === null ? undefined : 'Contagens e buscas ainda estão incompletas.'}
      >
        {words.text}
      </p>
      <span className={classes.line} style={{ transform: `scaleX(${words.share ?? 0})` }} aria-hidden />
    </>
  )
}
