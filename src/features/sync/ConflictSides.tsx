/** A field changed on both sides: 'Seu valor' beside 'Valor atual', to compare or to choose. */
import { Radio, Table } from '@mantine/core'
import { useId } from 'react'
import type { OutboxRecord } from '../../db/mirror/schema.ts'
import { fieldLabel, fieldValue, type Names } from '../../domain/lead/field-words.ts'
import classes from './ConflictSides.module.css'

type Fields = NonNullable<OutboxRecord['problem']>['fields']

export type Side = 'mine' | 'theirs'

interface ConflictSidesProps {
  readonly fields: Fields
  readonly names: Names
  /** Absent: the user does not choose row by row. */
  readonly choice?: {
    readonly sides: ReadonlyMap<string, Side>
    readonly choose: (field: string, side: Side) => void
  }
}

export function ConflictSides({ fields, names, choice }: ConflictSidesProps) {
  const id = useId()
  const value = (field: string, side: Side, words: string) =>
    choice === undefined ? (
      words
    ) : (
      <Radio
        label={words}
        name={`${id}${field}`}
        aria-describedby={`${id}-${side}`}
        checked={choice.sides.get(field) === side}
        onChange={() => choice.choose(field, side)}
      />
    )
  return (
    <Table.ScrollContainer minWidth={290} type="native">
      <Table className={classes.table ?? ''} withTableBorder withColumnBorders verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col" className={classes.field ?? ''}>
              Campo
            </Table.Th>
            <Table.Th scope="col" id={`${id}-mine`}>
              Seu valor
            </Table.Th>
            <Table.Th scope="col" id={`${id}-theirs`}>
              Valor atual
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ field, yours, current }) => (
            <Table.Tr key={field}>
              <Table.Th scope="row">{fieldLabel(field)}</Table.Th>
              <Table.Td>{value(field, 'mine', fieldValue(field, yours, names))}</Table.Td>
              <Table.Td>{value(field, 'theirs', fieldValue(field, current, names))}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
