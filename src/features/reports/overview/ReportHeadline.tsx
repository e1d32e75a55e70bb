/** The question of a report, and what this device last knew of its answer. docs/rules.md#report-overview */
import { Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { QUESTIONS } from '../../../domain/reports/overview.ts'
import { rangeText } from '../../../domain/reports/period.ts'
import { ageInWords } from '../../../domain/time/sao-paulo.ts'
import classes from '../Reports.module.css'
import { keptHeadline } from './headlines.ts'
import type { HeadlineState } from './useHeadlines.ts'

interface ReportHeadlineProps {
  readonly userId: number
  readonly path: string
  /** Epoch ms. */
  readonly now: number
  readonly state: HeadlineState | 'offline'
}

/** Where nothing is kept. An answered report without a figure says nothing of it. */
const WORDS: Readonly<Record<ReportHeadlineProps['state'], string>> = {
  asking: 'Carregando…',
  answered: '',
  failed: 'O servidor não deu este número agora.',
  offline: 'Ainda sem dados neste aparelho.',
}

const questions: Readonly<Record<string, string>> = QUESTIONS

export function ReportHeadline({ userId, path, now, state }: ReportHeadlineProps) {
  const kept = useLiveQuery(async () => keptHeadline(userId, path), [userId, path])
  return (
    <>
      <Text size="sm">{questions[path]}</Text>
      {/* The room of an answer, so that nothing moves when it comes. */}
      <div className={classes.headline}>
        {kept === null ? (
          <Text size="sm" c="dimmed">
            {WORDS[state]}
          </Text>
        ) : null}
        {kept ? (
          <>
            <p className={classes.value}>
              {kept.figure} <span className={classes.counted}>{kept.label}</span>
            </p>
            <Text size="xs" c="dimmed">
              {kept.change}, de {rangeText(kept.days.before)}
            </Text>
            <Text size="xs" c="dimmed">
              {rangeText(kept.days.present)}, dados {ageInWords(Math.min(kept.at, now), now)}
            </Text>
          </>
        ) : null}
      </div>
    </>
  )
}
