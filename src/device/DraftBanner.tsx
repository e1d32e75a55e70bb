/**
 * Offers the draft of an earlier visit: typed values are not lost, and do not return without being asked for. Below the
 * form: when the present draft was stored.
 */
import { Button } from '@mantine/core'
import { formatDate, formatTime, saoPauloDay } from '../domain/time/sao-paulo.ts'
import classes from '../ui/FormLayout.module.css'
import { useNow } from '../ui/useNow.ts'

interface DraftBannerProps {
  readonly savedAt: number
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

function momentWords(savedAt: number, nowMs: number): string {
  const today = saoPauloDay(savedAt) === saoPauloDay(nowMs)
  return today ? formatTime(savedAt) : `${formatDate(savedAt)} às ${formatTime(savedAt)}`
}

export function DraftBanner({ savedAt, onContinue, onDiscard }: DraftBannerProps) {
  const now = useNow(60_000)
  return (
    <div className={classes.banner} role="status">
      <span className={classes.bannerWords}>Você tem um rascunho de {momentWords(savedAt, now)}.</span>
      <Button size="sm" onClick={onContinue} data-autofocus>
        Continuar
      </Button>
      <Button size="sm" variant="default" onClick={onDiscard}>
        Descartar rascunho
      </Button>
    </div>
  )
}

interface DraftWordsProps {
  /** When the draft was stored last, epoch ms. Null: there is none. */
  readonly savedAt: number | null
  readonly failed: boolean
}

export function DraftWords({ savedAt, failed }: DraftWordsProps) {
  const words = failed
    ? 'Sem espaço para guardar o rascunho neste aparelho: salve logo.'
    : savedAt === null
      ? null
      : `Rascunho guardado às ${formatTime(savedAt)}`
  return <div className={classes.draft}>{words}</div>
}
