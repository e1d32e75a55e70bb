/** A range of days, picked in a calendar or by a preset. */
import { DatePickerInput } from '@mantine/dates'
import { useState } from 'react'

/** Days are YYYY-MM-DD, both ends included. */
interface DayRange {
  readonly from: string
  readonly to: string
}

interface DateRangeProps {
  readonly label: string
  /** null: no limit. */
  readonly value: DayRange | null
  readonly onChange: (value: DayRange | null) => void
  readonly presets: readonly (DayRange & { readonly label: string })[]
}

export function DateRange({ label, value, onChange, presets }: DateRangeProps) {
  /** The first day of a range whose second is not picked yet. */
  const [begun, setBegun] = useState<string | null>(null)
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder="Todo o período"
      valueFormat="DD/MM/YYYY"
      allowSingleDateInRange
      miw={230}
      clearable
      clearButtonProps={{ 'aria-label': 'Limpar período' }}
      presets={presets.map(({ label: name, from, to }): { label: string; value: [string, string] } => ({
        label: name,
        value: [from, to],
      }))}
      value={begun === null ? [value?.from ?? null, value?.to ?? null] : [begun, null]}
      onChange={([from, to]) => {
        setBegun(to === null ? from : null)
        if (from !== null && to !== null) onChange({ from, to })
        if (from === null && to === null) onChange(null)
      }}
      ariaLabels={{ nextMonth: 'Próximo mês', previousMonth: 'Mês anterior' }}
    />
  )
}
