/** A day, picked or typed in Brazilian notation. Invalid text reverts to the last value. */
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
  /** In a dialog: the field is focused when the dialog opens. */
  readonly 'data-autofocus'?: true
}

export function DateField(props: DateFieldProps) {
  // Opens by a press or Alt+ArrowDown only: a field that is focused by code must not cover what is below it.
  const [asked, setAsked] = useState(false)
  return (
    <DateInput
      valueFormat="DD/MM/YYYY"
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      dateParser={(text) => readDay(text, saoPauloDay(Date.now()))}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': 'Limpar', tabIndex: -1 }}
      nextLabel="Próximo"
      previousLabel="Anterior"
      popoverProps={{ disabled: props.disabled === true || !asked }}
      onClick={() => setAsked(true)}
      onKeyDown={(event) => {
        if (event.altKey && event.key === 'ArrowDown') setAsked(true)
      }}
      onBlur={() => setAsked(false)}
      {...props}
    />
  )
}
