/** Typed values that no form can open any more, as a table to copy. */
import { Button, Group, Table } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fieldLabel, fieldValue, type Names } from '../../../domain/lead/field-words.ts'
import { notify } from '../../../ui/notify.ts'
import type { WrittenField } from './refused.ts'

interface TypedTableProps {
  readonly title: string
  readonly fields: readonly WrittenField[]
  readonly names: Names
  /** Buttons beside 'Copiar'. */
  readonly children?: ReactNode
}

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success('Copiado')
  } catch {
    notify.error('O navegador não deixou copiar: selecione o texto da tabela.')
  }
}

export function TypedTable({ title, fields, names, children }: TypedTableProps) {
  const lines = fields.map(({ field, value }, place) => ({
    // Two lines of an indication have fields of one name.
    key: `${field} ${place}`,
    label: fieldLabel(field),
    words: fieldValue(field, value, names),
  }))
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
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{words}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group gap="xs">
        <Button
          leftSection={<IconCopy size={16} aria-hidden />}
          onClick={() =>
            void copy([title, ...lines.map(({ label, words }) => `${label}: ${words}`)].join('\n'))
          }
        >
          Copiar
        </Button>
        {children}
      </Group>
    </>
  )
}
