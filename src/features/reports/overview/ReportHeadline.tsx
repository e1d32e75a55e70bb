/** The question of a report, and what this device last knew of its answer. docs/rules.md#report-overview */
import { Text } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { isReportPath } from '../../../domain/permissions/routes.ts'
import { QUESTIONS } from '../../../domain/reports/overview.ts'
import { rangeText } from '../../../domain/reports/period.ts'
import { ageInWords } from '../../../domain/time/sao-paulo.ts'
import classes from '../Reports.module.css'
import { keptHeadline } from './headlines.ts'

interface ReportHeadlineProps {
  readonly userId: number
  readonly path: string
  /** Epoch ms. */
  readonly now: number
  /** Whether its answer may still come. */
  readonly isAsking: boolean
}

const questions: Readonly<Record<string, string>> = QUESTIONS

export function ReportHeadline({ userId, path, now, isAsking }: ReportHeadlineProps) {
  const kept = useLiveQuery(async () => keptHeadline(userId, path), [userId, path])
  return (
    <>
      <Text size="sm">{questions[path]}</Text>
      {/* The room of an answer, so that nothing moves when it comes. */}
      {isReportPath(path) ? (
        <div className={classes.headline}>
          {kept === null ? (
            <Text size="sm" c="dimmed">
              {isAsking ? 'Carregando…' : 'Ainda sem dados neste aparelho.'}
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
      ) : null}
    </>
  )
}
