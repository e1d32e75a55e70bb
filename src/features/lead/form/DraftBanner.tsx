/** Offers the draft of an earlier visit: typed values are not lost, and do not return without being asked for. */
import { Button } from '@mantine/core'
import { formatDate, formatTime, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import classes from './LeadForm.module.css'

interface DraftBannerProps {
  readonly savedAt: number
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

function momentWords(savedAt: number): string {
  const today = saoPauloDay(savedAt) === saoPauloDay(Date.now())
  return today ? formatTime(savedAt) : `${formatDate(savedAt)} às ${formatTime(savedAt)}`
}

export function DraftBanner({ savedAt, onContinue, onDiscard }: DraftBannerProps) {
  return (
    <div className={classes.banner} role="status">
      <span className={classes.bannerWords}>Você tem um rascunho de {momentWords(savedAt)}.</span>
      <Button size="sm" onClick={onContinue} data-autofocus>
        Continuar
      </Button>
      <Button size="sm" variant="default" onClick={onDiscard}>
        Descartar rascunho
      </Button>
    </div>
  )
}
