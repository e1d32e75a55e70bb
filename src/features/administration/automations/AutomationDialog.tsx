/** Creates or changes an automation: one sentence with its choices, and what it would have done. docs/rules.md#automations */
import { Fieldset, Stack, Text, TextInput } from '@mantine/core'
import '@mantine/core/styles/Fieldset.layer.css'
import {
  type Automation,
  type AutomationBody,
  automationBodySchema,
} from '../../../contract/administration/automations.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { sentenceOf } from '../../../domain/automations/sentence.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { ActList } from './ActFields.tsx'
import { useAutomationSave, valuesOf } from './automation-form.ts'
import { namesFrom } from './automation-names.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { DryRunPart } from './DryRunPart.tsx'
import { TriggerFields } from './TriggerFields.tsx'
import { useTemplates } from './useTemplates.ts'

interface AutomationDialogProps {
  readonly user: SessionUser
  /** null: a new one, which begins with `first`. */
  readonly row: Automation | null
  readonly first: AutomationBody
  readonly onClose: () => void
}

export function AutomationDialog({ user, row, first, onClose }: AutomationDialogProps) {
  const catalogues = useCatalogues(user.id)
  const templates = useTemplates(user.id)
  const send = useAutomationSave(row)
  return (
    <FormDialog
      title={row === null ? 'Nova automação' : 'Editar automação'}
      size="lg"
      initial={{ ...valuesOf(row ?? first) }}
      validate={(values) => problemsOf(automationBodySchema, values)}
      onSave={async (values) => {
        const outcome = await send(values)
        if (outcome.kind === 'saved')
          notify.saved(
            row === null ? 'Automação criada. Ligue-a quando quiser.' : 'Automação modificada com sucesso',
          )
        return outcome
      }}
      onClose={onClose}
    >
      {(form) => {
        const { name: _, ...definition } = form.getValues()
        const errorOf = (part: string) => (field: string) => form.errors[`${part}.${field}`]
        return (
          <Stack gap="md">
            <Text aria-live="polite" aria-label="A regra em uma frase" role="note" fw={600}>
              {sentenceOf(definition, namesFrom(catalogues, templates))}
            </Text>
            <TextInput
              label="Nome"
              description="Aparece no que ela faz: ‘por automação …’."
              placeholder="Lead parado"
              required
              data-autofocus
              maxLength={60}
              {...form.getInputProps('name')}
            />
            <TriggerFields
              value={definition.trigger}
              onChange={(trigger) => form.setValues({ trigger })}
              errorOf={errorOf('trigger')}
            />
            <Fieldset legend="Se">
              <ConditionFields
                value={definition.conditions}
                catalogues={catalogues}
                onChange={(conditions) => form.setValues({ conditions })}
                errorOf={errorOf('conditions')}
              />
            </Fieldset>
            <Fieldset legend="Então">
              <ActList
                value={definition.acts}
                templates={templates}
                onChange={(acts) => form.setValues({ acts })}
                errorOf={errorOf('acts')}
              />
            </Fieldset>
            <Fieldset legend="Experimentar">
              <DryRunPart user={user} definition={definition} />
            </Fieldset>
          </Stack>
        )
      }}
    </FormDialog>
  )
}
