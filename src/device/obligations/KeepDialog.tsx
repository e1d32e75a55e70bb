/** 'Registrar entrega' and the like: on which day a limit of the law was kept, and by what proof. Works without a network. docs/rules.md#obligations */
import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { PROOF_NAMES } from '../../domain/obligations/fields.ts'
import { LONGEST_INSURER, ROOM_OF_INSURER, withInsurer } from '../../domain/obligations/insurer-line.ts'
import { OBLIGATION_KINDS } from '../../domain/obligations/kinds.ts'
import type { LawLead } from '../../domain/obligations/law-lead.ts'
import type { RunningObligation } from '../../domain/obligations/obligation.ts'
import { LONGEST_PROOF, PROOFS, proofProblem, type TypedProof } from '../../domain/obligations/proof.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'
import { Dates } from '../../ui/Dates.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { DateField } from '../DateField.tsx'
import { FAILED, runCommandWithToast } from '../run-command-with-toast.ts'

interface KeepDialogProps {
  readonly lead: Pick<LawLead, 'uid' | 'hasFile'>
  readonly limit: RunningObligation
  readonly userId: number
  /** YYYY-MM-DD. */
  readonly today: string
  readonly onClose: () => void
}

interface Values extends Record<string, unknown> {
  readonly done_on: string | null
  readonly proof_kind: TypedProof
  readonly proof: string
  /** Of a proposal. */
  readonly insurer: string
}

const CHOICES = PROOF_NAMES.map((value) => ({ value, label: PROOFS[value] }))

export function KeepDialog({ lead, limit, userId, today, onClose }: KeepDialogProps) {
  const { label, what, article, keep } = OBLIGATION_KINDS[limit.kind]
  const isProposal = limit.kind === 'answer'
  const dayProblem = (day: string | null): string | null => {
    if (day === null) return 'Diga o dia.'
    return day < limit.since || day > today ? `Use um dia de ${formatDay(limit.since)} até hoje.` : null
  }
  const problems = ({ done_on, proof_kind, proof }: Values) => {
    const day = dayProblem(done_on)
    const found = proofProblem({ file_path: lead.hasFile ? lead.uid : null }, { proof_kind, proof })
    return { ...(day === null ? {} : { done_on: day }), ...(found === null ? {} : { proof: found }) }
  }
  return (
    <Dates>
      <FormDialog<Values>
        title={`${keep.verb} · ${label}`}
        initial={{ done_on: today, proof_kind: lead.hasFile ? 'file' : 'note', proof: '', insurer: '' }}
        validate={problems}
        onSave={async ({ done_on, proof_kind, proof, insurer }) => {
          const args = { lead_uid: lead.uid, kind: limit.kind, since: limit.since, done_on: done_on ?? today }
          const words = { done: keep.saved, failed: FAILED }
          const kept = proof_kind === 'file' ? '' : isProposal ? withInsurer(insurer, proof) : proof.trim()
          return (await runCommandWithToast(
            userId,
            'lead.fulfilObligation',
            { ...args, proof_kind, proof: kept },
            words,
          ))
            ? { kind: 'saved' }
            : { kind: 'refused', message: FAILED }
        }}
        onClose={onClose}
        saveLabel={keep.verb}
      >
        {(form) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {what} {article}.
            </Text>
            <DateField
              label={keep.doneOn}
              required
              value={form.values.done_on}
              error={form.errors.done_on}
              onChange={(day) => form.setFieldValue('done_on', day)}
            />
            <Select
              label="Prova"
              required
              withAsterisk={false}
              data={CHOICES}
              value={form.values.proof_kind}
              onChange={(value) => {
                const chosen = PROOF_NAMES.find((name) => name === value)
                if (chosen !== undefined) form.setValues({ proof_kind: chosen })
              }}
              error={form.values.proof_kind === 'file' ? form.errors.proof : undefined}
            />
            {form.values.proof_kind === 'file' || !isProposal ? null : (
              <TextInput
                label="Seguradora"
                description="Quem respondeu. Fica no Livro de propostas."
                maxLength={LONGEST_INSURER}
                {...form.getInputProps('insurer')}
              />
            )}
            {form.values.proof_kind === 'file' ? null : (
              <Textarea
                label="Em palavras"
                description="Quem recebeu, como e quando. Fica no histórico do lead."
                rows={3}
                maxLength={LONGEST_PROOF - ROOM_OF_INSURER}
                {...form.getInputProps('proof')}
              />
            )}
          </Stack>
        )}
      </FormDialog>
    </Dates>
  )
}
