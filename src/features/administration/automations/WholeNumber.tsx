/** A whole number within a sentence. An empty field is 0, which the schema does not take. */
import { NumberInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'

interface WholeNumberProps {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (value: number) => void
  readonly error: React.ReactNode
}

export function WholeNumber({ label, value, most, onChange, error }: WholeNumberProps) {
  return (
    <NumberInput
      label={label}
      required
      min={1}
      max={most}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      hideControls
      inputMode="numeric"
      value={value === 0 ? '' : value}
      onChange={(typed) => onChange(typeof typed === 'number' ? typed : 0)}
      error={error}
    />
  )
}
