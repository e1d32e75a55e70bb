/**
 * A date with its time. Firefox has no single date-time input worth the name: it gets two (first text, section 2).
 * The value is local text, 'YYYY-MM-DDTHH:mm'; half of it, or '', while it is not whole.
 */
import { Group, TextInput } from '@mantine/core'

interface MomentInputProps {
  readonly label: string
  /** Over the day alone, where day and time are two fields. */
  readonly dayLabel?: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly required?: boolean
  /** Under the field: the moment in words, since date fields follow the browser's language. */
  readonly description?: string
  readonly error?: string | null
  /** In a dialog: the field that has the focus when it opens. */
  readonly takesFocus?: boolean
  readonly disabled?: boolean
}

const hasSplitInputs = () => navigator.userAgent.includes('Firefox/')

/** The words under the field, where a mistake in the date is seen. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']

/** Both halves are there. */
export const isWholeMoment = (value: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)

export function MomentInput(props: MomentInputProps) {
  const { label, value, onChange, required = false, description, error, disabled = false } = props
  const shared = {
    required,
    disabled,
    inputWrapperOrder: ORDER,
    ...(description === undefined ? {} : { description }),
    ...(props.takesFocus ? { 'data-autofocus': true } : {}),
  }
  if (!hasSplitInputs())
    return (
      <TextInput
        type="datetime-local"
        label={label}
        value={value}
        error={error ?? false}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...shared}
      />
    )
  const [day = '', time = ''] = value.split('T')
  // A mistake takes the keyboard to its field: that of the hour is at the hour.
  const lacksTime = day !== '' && time === ''
  const join = (nextDay: string, nextTime: string) =>
    onChange(nextDay === '' && nextTime === '' ? '' : `${nextDay}T${nextTime}`)
  return (
    <Group grow align="start">
      <TextInput
        type="date"
        label={props.dayLabel ?? label}
        value={day}
        error={lacksTime ? false : (error ?? false)}
        onChange={(event) => join(event.currentTarget.value, time)}
        {...shared}
      />
      <TextInput
        type="time"
        label="Hora"
        required={required}
        disabled={disabled}
        value={time}
        error={lacksTime ? (error ?? false) : false}
        onChange={(event) => join(day, event.currentTarget.value)}
      />
    </Group>
  )
}
