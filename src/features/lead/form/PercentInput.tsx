/** A percentage: 0 to 100, three characters at the most (first text, section 5). A comma just typed is kept until it has its digit. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { percentOf, percentText, percentWords } from './typed-values.ts'

interface PercentInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

export function PercentInput({ value, onChange, ...rest }: PercentInputProps) {
  const [typed, setTyped] = useState(() => percentWords(value))
  const text = percentOf(typed) === value ? typed : percentWords(value)
  return (
    <TextInput
      inputMode="decimal"
      rightSection="%"
      autoComplete="off"
      {...rest}
      value={text}
      onChange={(event) => {
        const next = percentText(event.currentTarget.value)
        setTyped(next)
        onChange(percentOf(next))
      }}
    />
  )
}
