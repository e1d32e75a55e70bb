/**
 * A text field that shows its value under a mask while the user types. It is controlled, so that a look-up may fill it:
 * Mantine's MaskInput is uncontrolled, and cuts a pasted CNPJ at the length of a CPF.
 */
import { TextInput, type TextInputProps } from '@mantine/core'
import { type Masked, useMask } from './useMask.ts'

type MaskedInputProps = Masked &
  Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'onCompositionEnd'>

export function MaskedInput({ value, clean, format, shape, onChange, onBlur, ...rest }: MaskedInputProps) {
  const masked = useMask({ value, clean, format, shape, onChange })
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      {...masked}
      onBlur={(event) => {
        masked.onBlur()
        onBlur?.(event)
      }}
    />
  )
}
