/** The figures above a report's tables, each with its change since the period before. */
import { Text, UnstyledButton } from '@mantine/core'
import { cellText } from '../../domain/reports/cell-text.ts'
import { changeWords } from '../../domain/reports/comparison.ts'
import type { OpenFigure } from '../../domain/reports/figure-leads.ts'
import type { Figure } from '../../domain/reports/report.ts'
import classes from './Reports.module.css'

interface ReportFiguresProps {
  readonly figures: readonly Figure[]
  /** Figures of the period before; null while the user does not compare. */
  readonly before: readonly Figure[] | null
  readonly workday?: number
  /** Opens the leads of a figure. */
  readonly onOpen: (figure: OpenFigure) => void
}

export function ReportFigures({ figures, before, workday, onOpen }: ReportFiguresProps) {
  if (figures.length === 0) return null
  return (
    <dl className={classes.figures}>
      {figures.map(({ key, label, value, format, note, tone, opens }) => {
        const words = cellText(value, format, workday)
        const earlier = before?.find((figure) => figure.key === key)
        return (
          <div key={key} className={classes.tile}>
            <Text component="dt" size="xs" c="dimmed">
              {label}
            </Text>
            <dd className={classes.value} data-tone={tone ?? undefined}>
              {opens === undefined || value === 0 || value === null ? (
                words
              ) : (
                <UnstyledButton
                  className={classes.tileFigure ?? ''}
                  aria-label={`${label}: ${words}, ver os leads`}
                  onClick={() => onOpen(opens)}
                >
                  {words}
                </UnstyledButton>
              )}
            </dd>
            {note === undefined ? null : (
              <Text component="dd" size="xs" c="dimmed" m={0}>
                {note}
              </Text>
            )}
            {before === null ? null : (
              <Text component="dd" size="xs" c="dimmed" m={0}>
                {changeWords(value, earlier?.value ?? null, {
                  format,
                  textOf: (earlierValue) => cellText(earlierValue, format, workday),
                })}
              </Text>
            )}
          </div>
        )
      })}
    </dl>
  )
}
