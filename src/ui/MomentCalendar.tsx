/** The calendar of a date with time: day, time and 'Agora'. */

import { Button, Group } from '@mantine/core'
import { DatePicker, TimePicker } from '@mantine/dates'
import { useRef, useState } from 'react'
import { Dates } from './Dates.tsx'
import classes from './MomentInput.module.css'
import type { MomentInputProps } from './moment-input-props.ts'
import { useScreenQuery } from './useScreenQuery.ts'

interface MomentCalendarProps
  extends Pick<
    MomentInputProps,
    'value' | 'onChange' | 'now' | 'earliest' | 'latest' | 'offersNow' | 'required'
  > {
  readonly onClose: () => void
}

/** Escape closes the calendar, not the surrounding dialog. */
export const OURS = { 'data-mantine-stop-propagation': true } as const

export function MomentCalendar(props: MomentCalendarProps) {
  const { value, onChange, now, earliest, latest, offersNow = true, required = false, onClose } = props
  const [picked, pick] = useState({ day: value?.slice(0, 10) ?? null, time: value?.slice(11) ?? '' })
  const hours = useRef<HTMLInputElement>(null)
  const today = now().slice(0, 10)
  const coarse = useScreenQuery('(pointer: coarse)')

  const take = (day: string | null, time: string) => {
    pick({ day, time })
    if (day !== null && time !== '') onChange(`${day} ${time.slice(0, 5)}`)
  }
  const takeDay = (day: string | null) => {
    if (day === null) return
    const time = picked.time || (offersNow && day === today ? now().slice(11) : '')
    take(day, time)
    if (time === '') hours.current?.focus()
  }
  const end = (next: string | null) => {
    onChange(next)
    onClose()
  }
  return (
    <Dates>
      <DatePicker
        size={coarse ? 'md' : 'sm'}
        value={picked.day}
        onChange={takeDay}
        defaultDate={picked.day ?? today}
        {...(earliest === undefined ? {} : { minDate: earliest })}
        {...(latest === undefined ? {} : { maxDate: latest })}
        getDayProps={(day) => ({
          ...OURS,
          ...(day === today ? { className: classes.today ?? '', 'aria-current': 'date' } : {}),
        })}
        previousLabel="Anterior"
        nextLabel="Próximo"
        __stopPropagation
      />
      <Group justify="space-between" wrap="nowrap" gap="xs" mt="sm">
        <TimePicker
          aria-label="Hora"
          hoursInputLabel="Horas"
          minutesInputLabel="Minutos"
          hoursInputProps={OURS}
          minutesInputProps={OURS}
          hoursRef={hours}
          value={picked.time}
          onChange={(time) => take(picked.day, time)}
        />
        <Group gap={4} wrap="nowrap">
          {required || value === null ? null : (
            <Button {...OURS} variant="subtle" color="gray" size="sm" px="xs" onClick={() => end(null)}>
              Limpar
            </Button>
          )}
          {offersNow ? (
            <Button {...OURS} variant="default" size="sm" px="xs" onClick={() => end(now())}>
              Agora
            </Button>
          ) : null}
          <Button {...OURS} size="sm" px="sm" onClick={onClose}>
            Ok
          </Button>
        </Group>
      </Group>
    </Dates>
  )
}
