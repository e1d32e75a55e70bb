/** Asks for the name of a view. A view of the same name is replaced, and the dialog says so. */
import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import { z } from 'zod'
import { type ReportView, viewNameSchema } from '../../../domain/reports/views.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'

interface Values extends Record<string, unknown> {
  readonly name: string
  readonly is_start: boolean
}

interface SaveViewDialogProps {
  readonly title: string
  readonly initial: Values
  /** Views of the same report. */
  readonly others: readonly ReportView[]
  /** A view of the same name is replaced; else its name is taken. */
  readonly replaces: boolean
  /** Returns whether it was saved. */
  readonly onSave: (values: Values) => Promise<boolean>
  readonly onClose: () => void
}

const schema = z.object({ name: viewNameSchema })
const NOT_SAVED = 'A visão não foi salva.'

export function SaveViewDialog({ title, initial, others, replaces, onSave, onClose }: SaveViewDialogProps) {
  const isTaken = (name: string) =>
    others.some((view) => view.name.toLocaleLowerCase('pt-BR') === name.trim().toLocaleLowerCase('pt-BR'))
  return (
    <FormDialog<Values>
      title={title}
      initial={initial}
      validate={(values) => ({
        ...problemsOf(schema, values),
        ...(!replaces && isTaken(values.name) ? { name: 'Já existe uma visão com este nome.' } : {}),
      })}
      onSave={async (values) =>
        (await onSave(values)) ? { kind: 'saved' } : { kind: 'refused', message: NOT_SAVED }
      }
      onClose={onClose}
    >
      {(form) => (
        <Stack gap="sm">
          <TextInput
            label="Nome"
            required
            maxLength={60}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('name')}
          />
          {replaces && isTaken(form.getValues().name) ? (
            <Text size="sm" role="status">
              Já existe uma visão com este nome: ela será substituída.
            </Text>
          ) : null}
          <Checkbox
            label="Abrir o relatório com esta visão"
            {...form.getInputProps('is_start', { type: 'checkbox' })}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
