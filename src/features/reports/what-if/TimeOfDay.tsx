/** A time of the day, typed as four digits. An empty field is the present one. */
import { useState } from 'react'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'

interface TimeOfDayProps {
  readonly label: string
  /** 'HH:mm' */
  readonly present: string
  /** null: as it is. */
  readonly value: string | null
  readonly error?: string | null
  readonly onChange: (value: string | null) => void
}

const clean = (text: string) => text.replace(/\D/g, '').slice(0, 4)
const format = (digits: string) => (digits.length > 2 ? `${digits.slice(0, 2)}:${digits.slice(2)}` : digits)
const isTime = (digits: string) => /^([01]\d|2[0-3])[0-5]\d$/.test(digits)

export function TimeOfDay({ label, present, value, error = null, onChange }: TimeOfDayProps) {
  const [digits, setDigits] = useState(clean(value ?? ''))
  const isWrong = digits.length === 4 && !isTime(digits)
  return (
    <MaskedInput
      label={label}
      description={`Hoje: ${present}`}
      placeholder={present}
      inputMode="numeric"
      value={digits}
      clean={clean}
      format={format}
      error={isWrong ? 'Digite um horário, como 08:30' : error}
      onChange={(next) => {
        setDigits(next)
        if (next === '') onChange(null)
        else if (isTime(next)) onChange(format(next) === present ? null : format(next))
      }}
    />
  )
}
