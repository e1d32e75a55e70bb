/** The words of a persona: name, description, and what the service is told. docs/rules.md#assistant */
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import {
  changePersonaRoute,
  type PersonaAnswer,
  personaBodySchema,
  resetPersonaRoute,
} from '../../contract/assistant.ts'
import { failureWords, online } from '../../device/online.ts'
import { FormDialog, type SaveOutcome } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { notify } from '../../ui/notify.ts'

interface PersonaDialogProps {
  readonly persona: PersonaAnswer
  readonly onSaved: () => void
  readonly onClose: () => void
}

function outcomeOf(result: CallResult<unknown>): SaveOutcome {
  const message = failureWords(result, 'salvar a persona')
  if (message === null) return { kind: 'saved' }
  const errors = result.kind === 'refused' ? result.body.errors : undefined
  return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
}

export function PersonaDialog({ persona, onSaved, onClose }: PersonaDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const params = { id: persona.id }
  const saved = (sentence: string) => {
    notify.saved(sentence)
    onSaved()
  }
  const reset = async () => {
    const result = await online((token) => call(resetPersonaRoute, { token, params }))
    const failure = failureWords(result, 'restaurar a persona', 'a persona foi restaurada')
    setProblem(failure)
    if (failure !== null) return
    saved('Textos originais restaurados')
    onClose()
  }
  return (
    <FormDialog
      title={`Editar persona ${persona.name}`}
      initial={{ name: persona.name, description: persona.description, instructions: persona.instructions }}
      validate={(values) => problemsOf(personaBodySchema, values)}
      onSave={async (body) => {
        const outcome = outcomeOf(await online((token) => call(changePersonaRoute, { token, params, body })))
        if (outcome.kind === 'saved') saved('Persona salva')
        return outcome
      }}
      onClose={onClose}
      size="lg"
      aside={
        persona.edited ? (
          <Button variant="subtle" color="gray" onClick={() => void reset()}>
            Restaurar original
          </Button>
        ) : null
      }
    >
      {(form) => (
        <Stack gap="md">
          <TextInput label="Nome" required data-autofocus {...form.getInputProps('name')} />
          <Textarea
            label="Descrição"
            autosize
            minRows={2}
            maxRows={4}
            {...form.getInputProps('description')}
          />
          {persona.kind === 'help' ? (
            <Text size="sm" c="dimmed">
              A persona Ajuda responde só com as páginas de ajuda, sem instruções.
            </Text>
          ) : (
            <Textarea
              label="Instruções"
              description="O que o serviço de IA deve fazer. As regras de segurança do Farol valem sempre."
              autosize
              minRows={5}
              maxRows={14}
              {...form.getInputProps('instructions')}
            />
          )}
          {problem === null ? null : (
            <Text size="sm" c="var(--mantine-color-error)" role="alert">
              {problem}
            </Text>
          )}
        </Stack>
      )}
    </FormDialog>
  )
}
