/** 'Alterar Prazos': four questions, each Sim or Não, for form and view. docs/rules.md#deadlines */

import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { Deadlines } from '../../../domain/lead/lifecycle.ts'
import { Dialog } from '../../../ui/Dialog.tsx'

interface DeadlinesDialogProps {
  readonly lead: Lead
  readonly userId: number
  readonly opened: boolean
  readonly onClose: () => void
}

const QUESTIONS = [
  'capture_on_time',
  'first_call_on_time',
  'indication_on_time',
  'attendance_on_time',
] as const satisfies readonly (keyof Deadlines)[]

export function DeadlinesDialog({ lead, userId, opened, onClose }: DeadlinesDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Alterar Prazos" size="sm">
      <DeadlinesForm key={lead.uid} lead={lead} userId={userId} onClose={onClose} />
    </Dialog>
  )
}

/** A flag that is not judged yet has no answer until the user gives one. */
const answersOf = (lead: Lead): Partial<Deadlines> =>
  Object.fromEntries(QUESTIONS.flatMap((field) => (lead[field] === null ? [] : [[field, lead[field]]])))

function DeadlinesForm({ lead, userId, onClose }: Omit<DeadlinesDialogProps, 'opened'>) {
  const [answers, setAnswers] = useState(() => answersOf(lead))
  const id = useId()
  const save = async () => {
    const words = { done: 'Prazo sobrescrito com sucesso!', failed: FAILED }
    if (await runCommandWithToast(userId, 'lead.setDeadlines', { lead_uid: lead.uid, ...answers }, words))
      onClose()
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <Stack gap="md">
        {QUESTIONS.map((field) => (
          <Group key={field} justify="space-between" gap="sm" wrap="nowrap">
            <Text id={`${id}-${field}`}>{labelOf(field)}</Text>
            <SegmentedControl
              color="petrol"
              aria-labelledby={`${id}-${field}`}
              data={[
                { value: '1', label: 'Sim' },
                { value: '0', label: 'Não' },
              ]}
              value={String(answers[field] ?? '')}
              onChange={(value) => setAnswers((before) => ({ ...before, [field]: value === '1' ? 1 : 0 }))}
            />
          </Group>
        ))}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit">Salvar</Button>
        </Group>
      </Stack>
    </form>
  )
}
