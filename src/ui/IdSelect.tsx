/** A select of rows with number and name. Null: nothing chosen. */
import { Select, type SelectProps } from '@mantine/core'
import { namedInOrder } from '../domain/text/name-order.ts'

export interface Choice {
  readonly id: number
  readonly name: string
  /** Shown, and not to be chosen: the name says why. */
  readonly disabled?: boolean
}

interface IdSelectProps extends Omit<SelectProps<string>, 'value' | 'onChange' | 'data' | 'defaultValue'> {
  readonly value: number | null
  readonly choices: readonly Choice[]
  /** The choices have an order of their own, as months. Otherwise they are sorted by name. */
  readonly keepOrder?: boolean
  readonly onChange: (value: number | null) => void
}

/** From this length a list is searchable. Long lists only show the first matches. */
const SEARCH_FROM = 9
const SHOWN = 60

export function IdSelect({ value, choices, keepOrder = false, onChange, ...rest }: IdSelectProps) {
  // A value that is no longer in the list is shown by its number, not as empty.
  const known = value === null || choices.some(({ id }) => id === value)
  const ordered = keepOrder ? choices : namedInOrder(choices)
  const all: readonly Choice[] = known ? ordered : [...ordered, { id: value, name: `Nº ${value}` }]
  return (
    <Select
      clearable={!rest.required}
      searchable={all.length >= SEARCH_FROM}
      limit={SHOWN}
      {...rest}
      data={all.map(({ id, name, disabled = false }) => ({ value: String(id), label: name, disabled }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}
