/** Edits a persona's name, its description, and the instructions that the service receives. docs/rules.md#assistant */
import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import {
  changePersonaRoute,
  type PersonaAnswer,
  personaBodySchema,
  personasRoute,
  resetPersonaRoute,
} from '../../contract/assistant.ts'
import { failureWords, online } from '../../device/online.ts'
import { type Opened, useRevisedSave } from '../../device/useRevisedSave.ts'
import { NO_NAMES } from '../../domain/lead/field-words.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { problemsOf } from '../../ui/form-problems.ts'
import { notify } from '../../ui/notify.ts'

interface PersonaDialogProps {
  readonly persona: PersonaAnswer
  readonly onSaved: () => void
  readonly onClose: () => void
}

interface Words extends Record<string, unknown> {
  readonly name: string
  readonly description: string
  readonly instructions: string
}

const openedOf = ({ id, revision, name, description, instructions }: PersonaAnswer): Opened<Words> => ({
  id,
  revision,
  values: { name, description, instructions },
})

async function readPersona(token: string, id: number): Promise<CallResult<Opened<Words>>> {
  const result = await call(personasRoute, { token })
  if (result.kind !== 'ok') return result
  const persona = result.value.data.find((each) => each.id === id)
  return persona === undefined ? { kind: 'unreachable' } : { kind: 'ok', value: openedOf(persona) }
}

export function PersonaDialog({ persona, onSaved, onClose }: PersonaDialogProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const params = { id: persona.id }
  const [opened] = useState(() => openedOf(persona))
  const revised = useRevisedSave({
    what: 'salvar a persona',
    opened,
    send: (token, body: Words, { known }) =>
      // A kept answer of an earlier version has no revision.
      call(changePersonaRoute, { token, params, body: { ...body, revision: known?.revision || undefined } }),
    read: readPersona,
    saved: (values) => personaBodySchema.safeParse(values).data,
    changed: (words, seen, { values: present }) =>
      words.changedWords(
        'esta persona',
        { entity: 'chat_personas', before: seen?.values, present },
        { names: NO_NAMES },
      ),
  })
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
    <FormDialog<Words>
      title={`Editar persona ${persona.name}`}
      initial={opened.values}
      validate={(values) => problemsOf(personaBodySchema, values)}
      onSave={async (body) => {
        const result = await revised.save(body)
        if (result.kind === 'open') return result.outcome
        saved('Persona salva')
        return { kind: 'saved' }
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
