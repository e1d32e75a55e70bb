/** The same field changed on both sides: 'Seu valor' beside 'Valor atual'. */
import { Table } from '@mantine/core'
import type { OutboxRecord } from '../../db/schema.ts'
import { fieldLabel, fieldValue, type Names } from '../../domain/lead/field-words.ts'

type Fields = NonNullable<OutboxRecord['problem']>['fields']

export function ConflictSides({ fields, names }: { fields: Fields; names: Names }) {
  return (
    <Table.ScrollContainer minWidth={290} type="native">
      <Table withTableBorder withColumnBorders verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Campo</Table.Th>
            <Table.Th scope="col">Seu valor</Table.Th>
            <Table.Th scope="col">Valor atual</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ field, yours, current }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{fieldLabel(field)}</Table.Th>
              <Table.Td>{fieldValue(field, yours, names)}</Table.Td>
              <Table.Td>{fieldValue(field, current, names)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
