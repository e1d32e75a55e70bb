/** 'Dispensar': why a limit of the law does not apply. Works without a network. docs/rules.md#obligations */
import { Stack, Text, Textarea } from '@mantine/core'
import { OBLIGATION_KINDS } from '../../domain/obligations/kinds.ts'
import type { RunningObligation } from '../../domain/obligations/obligation.ts'
import { LONGEST_PROOF } from '../../domain/obligations/proof.ts'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { FAILED, runCommandWithToast } from '../run-command-with-toast.ts'

interface DismissDialogProps {
  readonly leadUid: string
  readonly limit: RunningObligation
  readonly userId: number
  readonly onClose: () => void
}

interface Values extends Record<string, unknown> {
  readonly reason: string
}

export function DismissDialog({ leadUid, limit, userId, onClose }: DismissDialogProps) {
  return (
    <FormDialog<Values>
      title={`Dispensar · ${OBLIGATION_KINDS[limit.kind].label}`}
      initial={{ reason: '' }}
      validate={({ reason }) => (reason.trim() === '' ? { reason: 'Diga por que este prazo não vale.' } : {})}
      onSave={async ({ reason }) => {
        const args = { lead_uid: leadUid, kind: limit.kind, since: limit.since, reason: reason.trim() }
        const words = { done: 'Prazo dispensado', failed: FAILED }
        return (await runCommandWithToast(userId, 'lead.dismissObligation', args, words))
          ? { kind: 'saved' }
          : { kind: 'refused', message: FAILED }
      }}
      onClose={onClose}
      saveLabel="Dispensar"
    >
      {(form) => (
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Dispense o que não vale para este lead: o PDF era só uma cotação, ou a seguradora pediu
            documentos, o que suspende o prazo dela.
          </Text>
          <Textarea
            label="Motivo"
            description="Fica no histórico do lead e no relatório."
            rows={3}
            maxLength={LONGEST_PROOF}
            data-autofocus
            {...form.getInputProps('reason')}
          />
        </Stack>
      )}
    </FormDialog>
  )
}
