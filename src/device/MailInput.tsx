/** A field of a mail address. What mail software writes around it is left out of a paste. docs/rules.md#documents-phones-money */
import type { TextInputProps } from '@mantine/core'
import { MAIL_TYPING } from '../domain/client/mail-typing.ts'
import { MaskedInput, maskOf } from '../ui/MaskedInput.tsx'

interface MailInputProps
  extends Omit<TextInputProps, 'value' | 'defaultValue' | 'onChange' | 'type' | 'inputMode'> {
  readonly value?: string
  readonly onChange?: (mail: string) => void
}

export const MailInput = ({ value = '', onChange, ...rest }: MailInputProps) => (
  <MaskedInput
    type="email"
    {...rest}
    {...maskOf(MAIL_TYPING)}
    value={value}
    onChange={(mail) => onChange?.(mail)}
  />
)
