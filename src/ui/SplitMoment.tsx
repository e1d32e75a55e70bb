/** A date and a time input, for Firefox. An error belongs to one of them: a missing hour to the time input. */

import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import classes from './MomentInput.module.css'
import type { MomentInputProps } from './moment-input-props.ts'

interface Halves {
  readonly day: string
  readonly time: string
}

const halvesOf = (value: string | null): Halves => ({
  day: value?.slice(0, 10) ?? '',
  time: value?.slice(11) ?? '',
})
const joined = ({ day, time }: Halves) => (day !== '' && time !== '' ? `${day} ${time}` : null)

export function SplitMoment(props: MomentInputProps) {
  const {
    id,
    label,
    dayLabel,
    value,
    onChange,
    now,
    error,
    required = false,
    disabled = false,
    offersNow = true,
  } = props
  const [typed, setTyped] = useState(() => halvesOf(value))
  // A value from outside replaces the typed one.
  const { day, time } = joined(typed) === value ? typed : halvesOf(value)
  const change = (next: Halves) => {
    setTyped(next)
    onChange(joined(next))
  }
  const lacksTime = day !== '' && time === ''
  const unfinished = lacksTime || (day === '' && time !== '')
  const shared = { required, disabled }
  return (
    <div className={props.className}>
      <Group grow align="start" gap={8}>
        <TextInput
          {...shared}
          {...(id === undefined ? {} : { id })}
          type="date"
          label={dayLabel ?? label}
          min={props.earliest}
          max={props.latest}
          value={day}
          description={props.description}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={lacksTime ? false : (error ?? false)}
          data-unfinished={unfinished || undefined}
          {...(props.takesFocus ? { 'data-autofocus': true } : {})}
          onChange={(event) => change({ day: event.currentTarget.value, time })}
        />
        <TextInput
          {...shared}
          type="time"
          label="Hora"
          {...(dayLabel === undefined ? { 'aria-label': `${label}: hora` } : {})}
          value={time}
          error={lacksTime ? (error ?? false) : false}
          onChange={(event) => change({ day, time: event.currentTarget.value })}
        />
      </Group>
      {offersNow ? (
        <Button
          className={classes.nowBelow ?? ''}
          variant="subtle"
          size="compact-sm"
          disabled={disabled}
          aria-label={`${label}: agora`}
          onClick={() => change(halvesOf(now()))}
        >
          Agora
        </Button>
      ) : null}
    </div>
  )
}
