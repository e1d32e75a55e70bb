/** A day, chosen or typed as Brazilians type it; what is no day goes back to what it was. */
import { DateInput, type DateInputProps } from '@mantine/dates'
import { parseTypedDate } from '../../../domain/time/typed-date.ts'

interface DateFieldProps extends Pick<DateInputProps, 'id' | 'label' | 'error' | 'disabled' | 'required'> {
  /** YYYY-MM-DD. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** In a dialog: the field that has the focus when it opens. */
  readonly 'data-autofocus'?: true
}

export function DateField(props: DateFieldProps) {
  return (
    <DateInput
      valueFormat="DD/MM/YYYY"
      placeholder="dd/mm/aaaa"
      inputMode="numeric"
      dateParser={parseTypedDate}
      clearable={!props.required}
      clearButtonProps={{ 'aria-label': 'Limpar', tabIndex: -1 }}
      nextLabel="Próximo"
      previousLabel="Anterior"
      {...props}
    />
  )
}
