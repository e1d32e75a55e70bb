/** The lines below a report's filters: what is printed of them, the age of the data, and what the period is compared with. */
import { Alert, Group, Text } from '@mantine/core'
import { AnswerAge } from '../../device/AnswerAge.tsx'
import { originWords } from '../../domain/reports/data-origin.ts'
import { rangeText } from '../../domain/reports/period.ts'
import type { ReportContent } from '../../domain/reports/report.ts'
import classes from './Reports.module.css'
import type { ShownReport } from './useReport.ts'

interface ReportLinesProps {
  readonly shown: Pick<ShownReport, 'answer' | 'before'>
  readonly printed: string
}

export function ReportLines({ shown: { answer, before }, printed }: ReportLinesProps) {
  const origin = originWords(answer.value?.answered)
  return (
    <Group gap="md">
      <Text size="sm" className={classes.printed ?? ''}>
        {printed}
      </Text>
      <AnswerAge {...answer} />
      {origin === null ? null : (
        <Text size="sm" c="dimmed">
          {origin}
        </Text>
      )}
      {before === null ? null : (
        <Text size="sm" c="dimmed">
          Comparado com {rangeText(before.range)}
        </Text>
      )}
    </Group>
  )
}

/** What the report says of itself, above its figures. */
export function ReportNotes({ warning, note }: Pick<ReportContent, 'warning' | 'note'>) {
  return (
    <>
      {warning === undefined ? null : (
        <Alert color="yellow" role="status" p="sm">
          {warning}
        </Alert>
      )}
      {note === undefined ? null : (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  )
}
