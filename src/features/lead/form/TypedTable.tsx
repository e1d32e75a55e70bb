/** Typed values that no form can open any more, as a table to copy. */
import { Group, Table } from '@mantine/core'
import type { ReactNode } from 'react'
import type { WrittenField } from '../../../commands/written-fields.ts'
import { linesOf, linesText } from '../../../commands/written-lines.ts'
import type { Names } from '../../../domain/lead/field-words.ts'
import { CopyTextButton } from '../../../ui/CopyTextButton.tsx'

interface TypedTableProps {
  readonly title: string
  readonly fields: readonly WrittenField[]
  readonly names: Names
  /** Buttons beside 'Copiar texto'. */
  readonly children?: ReactNode
}

export function TypedTable({ title, fields, names, children }: TypedTableProps) {
  const lines = linesOf(fields, names)
  return (
    <>
      <Table withTableBorder withColumnBorders verticalSpacing={6} captionSide="top">
        <Table.Caption mt={0} ta="left">
          {title}
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Campo</Table.Th>
            <Table.Th scope="col">Seu valor</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ key, label, words }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">{label}</Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs">
        <CopyTextButton text={linesText(title, lines)} />
        {children}
      </Group>
    </>
  )
}
