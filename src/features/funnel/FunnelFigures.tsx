/** A funnel: a bar for each step, with its number and its shares, and the time of its data. docs/rules.md#funnel */
import { Table, Text } from '@mantine/core'
import type { AnswerProblem } from '../../device/useAnswer.ts'
import { cellText } from '../../domain/reports/cell-text.ts'
import { chartText } from '../../domain/reports/chart.ts'
import { originWords } from '../../domain/reports/data-origin.ts'
import { type Funnel, type FunnelRow, funnelRows } from '../../domain/reports/funnel.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import classes from './Funnel.module.css'

interface FunnelFiguresProps {
  readonly funnel: Funnel
  readonly isMain: boolean
  readonly problem: AnswerProblem | null
}

const shareText = (value: number | null) => (value === null ? '' : chartText(value, 'percent'))

export function FunnelFigures({ funnel, isMain, problem }: FunnelFiguresProps) {
  const origin = originWords(funnel)
  const age = `Dados de ${formatDateTime(funnel.as_of)}${origin === null ? '' : `. ${origin}`}`
  return (
    <>
      <Table
        className={classes.values ?? ''}
        fz={isMain ? 'sm' : 'xs'}
        verticalSpacing={isMain ? 6 : 2}
        horizontalSpacing={isMain ? 'xs' : 4}
        withRowBorders={false}
      >
        {isMain ? (
          <Table.Thead>
            <Table.Tr>
              <Table.Th className={classes.name ?? ''}>Etapa</Table.Th>
              <Table.Th className={classes.picture ?? ''} aria-hidden />
              <Table.Th ta="end">Leads</Table.Th>
              <Table.Th ta="end">Da etapa anterior</Table.Th>
              <Table.Th ta="end">De todos</Table.Th>
            </Table.Tr>
          </Table.Thead>
        ) : null}
        <Table.Tbody>
          {funnelRows(funnel).map((row) => (
            <Line key={row.key} row={row} isMain={isMain} />
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {problem?.isOffline ? `Sem conexão. ${age}` : age}
      </Text>
    </>
  )
}

interface LineProps {
  readonly row: FunnelRow
  readonly isMain: boolean
}

function Line({ row: { title, value, isStage, bar, ofBefore, ofAll }, isMain }: LineProps) {
  return (
    <Table.Tr>
      <Table.Th className={classes.name ?? ''} fw={isStage ? 640 : 400} {...(isStage ? {} : { pl: 'lg' })}>
        {title}
      </Table.Th>
      <Table.Td className={classes.picture ?? ''} aria-hidden>
        {bar === null ? null : <div className={classes.bar} style={{ width: `${bar}%` }} />}
      </Table.Td>
      <Table.Td ta="end">{cellText(value, 'integer')}</Table.Td>
      {isMain ? (
        <>
          <Table.Td ta="end">{shareText(ofBefore)}</Table.Td>
          <Table.Td ta="end">{shareText(ofAll)}</Table.Td>
        </>
      ) : null}
    </Table.Tr>
  )
}
