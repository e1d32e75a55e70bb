/** A percentage: docs/rules.md#documents-phones-money. A comma without a digit disappears on blur. */
import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { percentOf, percentText, percentWords } from './typed-values.ts'

interface PercentInputProps extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange'> {
  readonly value: number | null
  readonly onChange: (value: number | null) => void
}

export function PercentInput({ value, onChange, onBlur, ...rest }: PercentInputProps) {
  const [typed, setTyped] = useState(() => percentWords(value))
  const text = percentOf(typed) === value ? typed : percentWords(value)
  return (
    <TextInput
      inputMode="decimal"
      rightSection="%"
      autoComplete="off"
      {...rest}
      value={text}
      onBlur={(event) => {
        setTyped(percentWords(value))
        onBlur?.(event)
      }}
      onChange={(event) => {
        const next = percentText(event.currentTarget.value)
        setTyped(next)
        onChange(percentOf(next))
      }}
    />
  )
}
