/** A field changed on both sides: 'Seu valor' beside 'Valor atual', to compare or to choose; free texts also together. */
import { Radio, Table, Text } from '@mantine/core'
import { Fragment, type ReactNode, useId } from 'react'
import { changedByWords } from '../../domain/lead/conflict-words.ts'
import type { FieldConflict } from '../../domain/lead/conflicts.ts'
import { fieldLabel, fieldValue, type Names } from '../../domain/lead/field-words.ts'
import { whenInWords } from '../../domain/notices/notice.ts'
import classes from './ConflictSides.module.css'

export type Side = 'mine' | 'theirs' | 'both'

interface ConflictSidesProps {
  readonly fields: readonly FieldConflict[]
  /** The joined text of fields that may keep both; null: too long. */
  readonly both: ReadonlyMap<string, string | null>
  readonly names: Names
  /** When the user's values were saved here, ISO 8601. */
  readonly hereAt: string
  readonly nowMs: number
  /** Absent: the user does not choose row by row. */
  readonly choice?: {
    /** undefined: not chosen. */
    readonly sideOf: (field: string) => Side | undefined
    readonly choose: (field: string, side: Side) => void
  }
}

const TOO_LONG = 'Os dois textos juntos não cabem neste campo. Copie o seu antes de escolher.'

export function ConflictSides({ fields, both, names, hereAt, nowMs, choice }: ConflictSidesProps) {
  const id = useId()
  const value = (field: string, side: Side, words: string) =>
    choice === undefined ? (
      words
    ) : (
      <Radio
        label={words}
        name={`${id}${field}`}
        {...(side === 'both' ? {} : { 'aria-describedby': `${id}-${side}` })}
        checked={choice.sideOf(field) === side}
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
            <Table.Th scope="col">
              <span id={`${id}-mine`}>Seu valor</span>
              <When>Aqui, {whenInWords(Date.parse(hereAt), nowMs)}</When>
            </Table.Th>
            <Table.Th scope="col" id={`${id}-theirs`}>
              Valor atual
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map(({ field, yours, current, last }) => (
            <Fragment key={field}>
              <Table.Tr>
                <Table.Th scope="row">{fieldLabel(field)}</Table.Th>
                <Table.Td>{value(field, 'mine', fieldValue(field, yours, names))}</Table.Td>
                <Table.Td>
                  {value(field, 'theirs', fieldValue(field, current, names))}
                  {last === undefined ? null : <When>{changedByWords(last, nowMs)}</When>}
                </Table.Td>
              </Table.Tr>
              <BothRow text={both.get(field)}>{value(field, 'both', 'Manter os dois textos')}</BothRow>
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const When = ({ children }: { readonly children: ReactNode }) => (
  <Text size="xs" c="dimmed" fw={400}>
    {children}
  </Text>
)

/** `children` is the choice or its name. `text` undefined: the field does not offer it. */
function BothRow({
  text,
  children,
}: {
  readonly text: string | null | undefined
  readonly children: ReactNode
}) {
  if (text === undefined) return null
  return (
    <Table.Tr>
      <Table.Td colSpan={3}>
        {text === null ? (
          <Text size="sm" c="dimmed">
            {TOO_LONG}
          </Text>
        ) : (
          <>
            <Text component="div" size="sm" fw={550}>
              {children}
            </Text>
            <Text size="sm" className={classes.both ?? ''}>
              {text}
            </Text>
          </>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
