/** A choice among rows that have a number and a name; null: nothing chosen. */
import { Select, type SelectProps } from '@mantine/core'

export interface Choice {
  readonly id: number
  readonly name: string
}

interface IdSelectProps extends Omit<SelectProps<string>, 'value' | 'onChange' | 'data' | 'defaultValue'> {
  readonly value: number | null
  readonly choices: readonly Choice[]
  readonly onChange: (value: number | null) => void
}

/** Past this a list is searched, and long ones show what was found only. */
const SEARCH_FROM = 9
const SHOWN = 60

export function IdSelect({ value, choices, onChange, ...rest }: IdSelectProps) {
  // What the lead has and no list knows any more is shown as what it is, never as nothing.
  const known = value === null || choices.some(({ id }) => id === value)
  const all = known ? choices : [...choices, { id: value, name: `Nº ${value}` }]
  return (
    <Select
      clearable={!rest.required}
      searchable={all.length >= SEARCH_FROM}
      limit={SHOWN}
      {...rest}
      data={all.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === null ? null : String(value)}
      onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
    />
  )
}
