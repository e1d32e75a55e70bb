/** One figure of 'E se?': before and after in words, by broker and channel, and the leads that change sides. */
import { Text, Title } from '@mantine/core'
import { cellText } from '../../../domain/reports/cell-text.ts'
import type { JudgedMeasure } from '../../../domain/reports/what-if/judge.ts'
import { type Names, whatIfTables } from '../../../domain/reports/what-if/tables.ts'
import {
  differenceInWords,
  keptFlagsInWords,
  shareInWords,
  sharesInWords,
  staffingInWords,
} from '../../../domain/reports/what-if/words.ts'
import { LocalTable } from '../LocalTable.tsx'
import classes from './WhatIfPanel.module.css'

interface WhatIfMeasureProps {
  readonly label: string
  readonly measure: JudgedMeasure
  /** 'Com 2 h em vez de 3 h'; null: nothing is changed. */
  readonly change: string | null
  readonly names: Names
  readonly opensLeads: boolean
}

const NO_CHOICE = {}

export function WhatIfMeasure({ label, measure, change, names, opensLeads }: WhatIfMeasureProps) {
  const { whole, changed, timed, staffing } = measure
  const [brokers, channels, leads] = whatIfTables(measure, names)
  const table = (shown: typeof brokers) =>
    shown === undefined || shown.count === 0 ? null : (
      <section className={classes.table} aria-label={`${shown.title}: ${label}`}>
        <Title order={4} size="h6">
          {shown.title}
        </Title>
        <LocalTable table={shown} choice={NO_CHOICE} opensLeads={opensLeads} />
      </section>
    )
  return (
    <section className={classes.measure} aria-label={label}>
      <Title order={3} size="h5">
        {label}
      </Title>
      {whole === 0 ? (
        <Text>Nenhum lead para julgar neste período.</Text>
      ) : (
        <>
          <div role="status">
            <p className={classes.result}>
              {change === null ? shareInWords(measure) : `${change}: ${sharesInWords(measure)}`}
            </p>
            <Text size="sm">
              {change === null
                ? `De ${cellText(whole, 'integer')} leads. Mude um campo acima para ver a diferença.`
                : differenceInWords(measure, changed)}
              {timed === null || change === null
                ? ''
                : ` Tempo médio: ${cellText(timed.after, 'clock')} (${cellText(timed.before, 'clock')}).`}
            </Text>
          </div>
          {staffing === null || change === null ? null : (
            <Text size="sm">{staffingInWords(staffing, names.channelName(staffing.channel))}</Text>
          )}
          {change === null
            ? null
            : keptFlagsInWords(measure).map((words) => (
                <Text key={words} size="sm" c="dimmed">
                  {words}
                </Text>
              ))}
          <div className={classes.sides}>
            {table(brokers)}
            {table(channels)}
          </div>
          {table(leads)}
        </>
      )}
    </section>
  )
}
