/**
 * CPF or CNPJ. The mask switches at eleven digits. A touch screen shows a numeric keyboard, and one with letters on
 * request: a CNPJ may contain letters (docs/rules.md#documents-phones-money).
 */
import { type TextInputProps, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { DOCUMENT_TYPING } from '../domain/documents/document-typing.ts'
import { MaskedInput, maskOf } from '../ui/MaskedInput.tsx'
import classes from './DocumentField.module.css'

interface DocumentFieldProps extends Pick<TextInputProps, 'inputContainer'> {
  readonly id: string
  readonly label: string
  readonly error?: React.ReactNode
  readonly description?: React.ReactNode
  readonly value: string
  readonly required?: boolean
  readonly onChange: (document: string) => void
  readonly onBlur: () => void
}

/** Labels of the keyboard switch, as phones label theirs. */
const TO_LETTERS = { face: 'ABC', words: 'Teclado com letras, para CNPJ com letras' }
const TO_DIGITS = { face: '123', words: 'Teclado numérico' }

export function DocumentField(props: DocumentFieldProps) {
  const [letters, setLetters] = useState(() => /[A-Z]/i.test(props.value))
  const { face, words } = letters ? TO_DIGITS : TO_LETTERS
  // A complete CNPJ needs the space of the switch.
  const offersSwitch = props.value.length < 14
  return (
    <MaskedInput
      {...props}
      {...maskOf(DOCUMENT_TYPING)}
      inputMode={letters ? 'text' : 'numeric'}
      autoCapitalize="characters"
      classNames={{
        root: classes.root ?? '',
        input: (offersSwitch ? classes.document : classes.wholeDocument) ?? '',
      }}
      rightSection={
        offersSwitch ? (
          <UnstyledButton
            className={classes.letters ?? ''}
            aria-label={`${face}: ${words}`}
            title={words}
            tabIndex={-1}
            onClick={() => {
              // The keyboard type is read when the field gets the focus, so it must be set before.
              flushSync(() => setLetters(!letters))
              document.getElementById(props.id)?.focus()
            }}
          >
            {face}
          </UnstyledButton>
        ) : null
      }
    />
  )
}
