/** Before an erasure: sales whose papers the law keeps, the reason that they ask for, and whether they stay. docs/rules.md#legal-keep */
import { Alert, Checkbox, Stack, Textarea } from '@mantine/core'
import '@mantine/core/styles/Checkbox.layer.css'
import { useEffect, useRef } from 'react'
import type { LegalKeep } from '../../../contract/legal-keep.ts'
import { keptLine } from './keep-words.ts'

export interface KeepAnswer {
  readonly reason: string
  readonly keep: boolean
}

interface LegalKeepPartProps {
  /** At least one. */
  readonly sales: readonly LegalKeep[]
  readonly answer: KeepAnswer
  readonly error: string | null
  readonly onChange: (answer: KeepAnswer) => void
}

export function LegalKeepPart({ sales, answer, error, onChange }: LegalKeepPartProps) {
  const reason = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // It may be out of sight of the button.
    if (error !== null) reason.current?.focus()
  }, [error])
  return (
    <Stack gap="xs">
      <Alert color="yellow" role="note" title="A lei manda guardar">
        {keptLine(sales)}
      </Alert>
      <Textarea
        ref={reason}
        label="Motivo"
        description="Fica na Auditoria. Nome, documentos e contatos do cliente são tirados do texto"
        required
        autosize
        minRows={2}
        maxLength={500}
        value={answer.reason}
        error={error}
        onChange={(event) => onChange({ ...answer, reason: event.currentTarget.value })}
      />
      <Checkbox
        label="Guardar o que a lei pede"
        description="Número da proposta e da apólice, datas, nome e documento do segurado, só para administradores, e só até o fim do prazo"
        checked={answer.keep}
        onChange={(event) => onChange({ ...answer, keep: event.currentTarget.checked })}
      />
      {answer.keep ? null : (
        <Alert color="red" role="note">
          Sem essa guarda a corretora pode não ter o que a SUSEP pede. Pergunte antes ao seu advogado.
        </Alert>
      )}
    </Stack>
  )
}
