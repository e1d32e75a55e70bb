/**
 * A text field that shows its value under a mask while the user types. It is controlled, so that a look-up may fill it:
 * Mantine's MaskInput is uncontrolled, and cuts a pasted CNPJ at the length of a CPF.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import { type Mask, type Masked, useMask } from './useMask.ts'

type MaskedInputProps = Masked &
  Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onCompositionEnd'>

export function MaskedInput(props: MaskedInputProps) {
  const { value, clean, format, shape, find, joins, onChange, onBlur, error, ...rest } = props
  const { masked, said } = useMask({ value, clean, format, shape, find, joins, onChange })
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...masked}
      error={said === undefined ? error : <span role="alert">{said}</span>}
      onBlur={(event) => {
        masked.onBlur()
        onBlur?.(event)
      }}
    />
  )
}

interface Typed extends Mask {
  readonly keyboard: 'text' | 'numeric' | 'decimal' | 'tel' | 'email'
  readonly placeholder?: string
}

/** The properties of a field by how its value is typed. */
export const maskOf = ({ keyboard, placeholder, ...mask }: Typed) => ({
  ...mask,
  inputMode: keyboard,
  ...(placeholder === undefined ? {} : { placeholder }),
})
