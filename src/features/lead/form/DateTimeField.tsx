/** A moment, in São Paulo's time whatever zone the device has. Firefox gets a date and a time input: first text, section 2. */
import { Group, Input, TextInput } from '@mantine/core'
import { DateTimePicker } from '@mantine/dates'
import { formatTime, instantOf, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import classes from './LeadForm.module.css'

interface DateTimeFieldProps {
  readonly id: string
  readonly label: string
  /** ISO 8601. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly error?: React.ReactNode
  readonly required?: boolean
  readonly disabled?: boolean
  readonly description?: string
}

const hasSplitInputs = () => navigator.userAgent.includes('Firefox/')

const dayOf = (value: string | null) => (value === null ? '' : saoPauloDay(Date.parse(value)))
const timeOf = (value: string | null) => (value === null ? '' : formatTime(value))

export function DateTimeField(props: DateTimeFieldProps) {
  return hasSplitInputs() ? <SplitInputs {...props} /> : <Picker {...props} />
}

function Picker({ value, onChange, ...rest }: DateTimeFieldProps) {
  return (
    <DateTimePicker
      {...rest}
      value={value === null ? null : `${dayOf(value)} ${timeOf(value)}:00`}
      onChange={(chosen) => {
        const [day = '', time = ''] = (chosen ?? '').split(' ')
        onChange(day === '' ? null : instantOf(day, time))
      }}
      valueFormat="DD/MM/YYYY HH:mm"
      placeholder="dd/mm/aaaa hh:mm"
      clearable={!rest.required}
      clearButtonProps={{ 'aria-label': 'Limpar', tabIndex: -1 }}
      submitButtonProps={{ 'aria-label': 'Confirmar' }}
      timePickerProps={{ hoursInputLabel: 'Horas', minutesInputLabel: 'Minutos' }}
      nextLabel="Próximo"
      previousLabel="Anterior"
      rightSectionWidth={28}
      classNames={{ input: classes.moment ?? '' }}
    />
  )
}

/** A day without a time yet counts from midnight; a time without a day is no moment. */
function SplitInputs({
  id,
  label,
  value,
  onChange,
  error,
  required,
  disabled,
  description,
}: DateTimeFieldProps) {
  const change = (day: string, time: string) =>
    onChange(/^\d{4}-\d\d-\d\d$/.test(day) ? instantOf(day, time === '' ? '00:00' : time) : null)
  return (
    <Input.Wrapper
      id={id}
      label={label}
      error={error}
      required={required ?? false}
      {...(description === undefined ? {} : { description })}
    >
      <Group gap={8}>
        <TextInput
          id={id}
          type="date"
          flex="1 1 130px"
          value={dayOf(value)}
          disabled={disabled ?? false}
          error={Boolean(error)}
          onChange={(event) => change(event.currentTarget.value, timeOf(value))}
        />
        <TextInput
          type="time"
          flex="1 1 90px"
          aria-label={`${label}: hora`}
          value={timeOf(value)}
          disabled={(disabled ?? false) || value === null}
          onChange={(event) => change(dayOf(value), event.currentTarget.value)}
        />
      </Group>
    </Input.Wrapper>
  )
}
