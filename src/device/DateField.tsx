/** A day, picked or typed in Brazilian notation. Invalid text reverts to the last value, and the field says so. */
import { DateInput, type DateInputProps } from '@mantine/dates'
import { useState } from 'react'
import { saoPauloDay } from '../domain/time/sao-paulo.ts'
import { readDay } from '../domain/time/typed-date.ts'

interface DateFieldProps
  extends Pick<
    DateInputProps,
    'id' | 'label' | 'aria-label' | 'error' | 'disabled' | 'required' | 'clearable' | 'inputContainer'
  > {
  /** YYYY-MM-DD. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Called with a problem of the typed text, for a field in a narrow group that has no room for it. null: the text is a day. */
  readonly onRefused?: (problem: string | null) => void
  /** In a dialog: the field is focused when the dialog opens. */
  readonly 'data-autofocus'?: true
}

const readTyped = (text: string) => readDay(text, saoPauloDay(Date.now()))

export function DateField({ onRefused, ...props }: DateFieldProps) {
  // Opens by a press or Alt+ArrowDown only: a field that is focused by code must not cover what is below it.
  const [asked, setAsked] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const report = (problem: string | null) => {
    setRefused(problem)
    onRefused?.(problem)
  }
  /** Whether the text is a day or nothing. */
  const judge = (text: string) => {
    const typed = text.trim()
    const isDay = typed === '' || readTyped(typed) !== null
    report(isDay ? null : `Data inválida: ${typed}`)
    return isDay
  }
  return (
    <DateInput
      valueFormat="DD/MM/YYYY"
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      dateParser={readTyped}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': 'Limpar', tabIndex: -1 }}
      nextLabel="Próximo"
      previousLabel="Anterior"
      popoverProps={{ disabled: props.disabled === true || !asked }}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'ArrowDown') setAsked(true)
        if (event.key !== 'Enter') return
        setAsked(false)
        // The form would be sent with the day before.
        if (!judge(event.currentTarget.value)) event.preventDefault()
      }}
      onBlur={(event) => {
        setAsked(false)
        judge(event.currentTarget.value)
      }}
      {...props}
      error={(onRefused === undefined ? refused : refused !== null) || props.error}
      onChange={(value) => {
        report(null)
        props.onChange(value)
      }}
    />
  )
}
