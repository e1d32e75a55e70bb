/** Several choices of a list. */
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import '@mantine/core/styles/PillsInput.layer.css'
import { namedInOrder } from '../domain/text/name-order.ts'
import type { Choice } from './IdSelect.tsx'

/** Choices that are stored by a word. */
export function WordsSelect(props: MultiSelectProps<string>) {
  return (
    <MultiSelect
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="Nada encontrado"
      clearButtonProps={{ 'aria-label': 'Limpar' }}
      {...props}
    />
  )
}

interface ManySelectProps
  extends Omit<MultiSelectProps<string>, 'value' | 'onChange' | 'data' | 'defaultValue'> {
  readonly value: readonly number[]
  readonly choices: readonly Choice[]
  readonly onChange: (value: number[]) => void
}

/** Rows that have a number and a name, by name. */
export function ManySelect({ value, choices, onChange, ...rest }: ManySelectProps) {
  const known = new Set(choices.map(({ id }) => id))
  // A chosen row that the list no longer has stays visible by its number.
  const ordered = namedInOrder(choices)
  const all = [...ordered, ...value.filter((id) => !known.has(id)).map((id) => ({ id, name: `Nº ${id}` }))]
  return (
    <WordsSelect
      {...rest}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  )
}
