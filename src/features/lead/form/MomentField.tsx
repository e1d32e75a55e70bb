/** A date with time of the lead, as an instant. The field shows São Paulo's time, whatever zone the device has. */

import { dateFormat } from '../../../domain/text/formats.ts'
import { formatTime, instantOf, saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { parseTypedMoment } from '../../../domain/time/typed-moment.ts'
import { MomentInput } from '../../../ui/MomentInput.tsx'
import type { MomentInputProps } from '../../../ui/moment-input-props.ts'

interface MomentFieldProps
  extends Omit<MomentInputProps, 'value' | 'onChange' | 'parse' | 'now' | 'description'> {
  /** ISO 8601. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
  /** Whether the field shows the date with its weekday, or while it is empty the time zone, as a description. */
  readonly inWords?: boolean
}

const localOf = (instant: number | string) =>
  `${saoPauloDay(new Date(instant).getTime())} ${formatTime(instant)}`

function instantIn(local: string | null): string | null {
  const [day = '', time = ''] = (local ?? '').split(' ')
  return local === null ? null : instantOf(day, time)
}

const momentInWords = dateFormat({
  timeZone: 'America/Sao_Paulo',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

const described = (value: string | null) =>
  value === null ? 'Horário de Brasília' : momentInWords(new Date(value))

export function MomentField({ value, onChange, nowMs, inWords = false, ...rest }: MomentFieldProps) {
  const now = () => localOf(nowMs())
  return (
    <MomentInput
      {...rest}
      {...(inWords ? { description: described(value) } : {})}
      value={value === null ? null : localOf(value)}
      onChange={(local) => onChange(instantIn(local))}
      parse={(text) => parseTypedMoment(text, now())}
      now={now}
    />
  )
}
