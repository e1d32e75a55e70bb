/** The goals of a funnel: green where the share reaches the goal, red where not. docs/rules.md#funnel */
import { Table, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { cellText } from '../../domain/reports/cell-text.ts'
import { type Funnel, funnelKpis } from '../../domain/reports/funnel.ts'

const TONES = {
  good: { color: 'var(--farol-chip-green-text)', Icon: IconCheck, words: 'meta atingida' },
  bad: { color: 'var(--farol-chip-red-text)', Icon: IconX, words: 'abaixo da meta' },
} as const

export function FunnelPanel({ funnel }: { readonly funnel: Funnel }) {
  return (
    <Table fz="xs" verticalSpacing={3} horizontalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Indicador</Table.Th>
          <Table.Th ta="right">Meta</Table.Th>
          <Table.Th ta="right">Resultado</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {funnelKpis(funnel).map(({ key, title, goal, value, tone }) => {
          const shown = tone === null ? null : TONES[tone]
          return (
            <Table.Tr key={key}>
              <Table.Td>{title}</Table.Td>
              <Table.Td ta="right">{goal}%</Table.Td>
              <Table.Td ta="right">
                <Text span inherit fw={640} {...(shown === null ? {} : { c: shown.color })}>
                  {cellText(value, 'percent')}{' '}
                  {shown === null ? null : <shown.Icon size={12} role="img" aria-label={shown.words} />}
                </Text>
              </Table.Td>
            </Table.Tr>
          )
        })}
      </Table.Tbody>
    </Table>
  )
}
