/** CPF or CNPJ: the mask switches at eleven digits. A tablet shows digits to type, and letters for those who ask. */
import { ActionIcon } from '@mantine/core'
import { IconLetterCase } from '@tabler/icons-react'
import { useState } from 'react'
import { cleanDocument, formatDocument } from '../../../domain/documents/cpf-cnpj.ts'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'
import classes from './LeadForm.module.css'

interface DocumentFieldProps {
  readonly id: string
  readonly label: string
  readonly error?: React.ReactNode
  readonly description?: React.ReactNode
  readonly value: string
  readonly required?: boolean
  readonly onChange: (document: string) => void
  readonly onBlur: () => void
}

const clean = (text: string) => cleanDocument(text).slice(0, 14)

export function DocumentField(props: DocumentFieldProps) {
  const [letters, setLetters] = useState(false)
  return (
    <MaskedInput
      {...props}
      clean={clean}
      format={formatDocument}
      inputMode={letters ? 'text' : 'numeric'}
      autoCapitalize="characters"
      classNames={{ input: classes.document ?? '' }}
      rightSection={
        <ActionIcon
          className={classes.letters ?? ''}
          variant={letters ? 'light' : 'subtle'}
          color="gray"
          aria-label="Teclado com letras"
          aria-pressed={letters}
          tabIndex={-1}
          onClick={() => {
            setLetters(!letters)
            document.getElementById(props.id)?.focus()
          }}
        >
          <IconLetterCase size={18} aria-hidden />
        </ActionIcon>
      }
    />
  )
}
