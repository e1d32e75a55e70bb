/** 'Novo prazo': begins a limit of the law by hand. Works without a network. docs/rules.md#obligations */
import { Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { lastDay, lawCalendar } from '../../domain/obligations/calendar.ts'
import { LONGEST_INSURER, ROOM_OF_INSURER, withInsurer } from '../../domain/obligations/insurer-line.ts'
import {
  isObligationKind,
  OBLIGATION_KIND_NAMES,
  OBLIGATION_KINDS,
  type ObligationKind,
} from '../../domain/obligations/kinds.ts'
import { LONGEST_PROOF } from '../../domain/obligations/proof.ts'
import type { Settings } from '../../domain/settings/settings.ts'
import { formatDay } from '../../domain/time/sao-paulo.ts'
import { Dates } from '../../ui/Dates.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { DateField } from '../DateField.tsx'
import { FAILED, runCommandWithToast } from '../run-command-with-toast.ts'

interface BeginDialogProps {
  readonly leadUid: string
  readonly userId: number
  /** YYYY-MM-DD. */
  readonly today: string
  readonly hours: Settings['business_hours']
  readonly onClose: () => void
}

interface Values extends Record<string, unknown> {
  readonly kind: ObligationKind
  readonly since: string | null
  readonly until: string | null
  readonly note: string
  readonly insurer: string
}

const CHOICES = OBLIGATION_KIND_NAMES.map((value) => ({ value, label: OBLIGATION_KINDS[value].label }))

export function BeginDialog({ leadUid, userId, today, hours, onClose }: BeginDialogProps) {
  const lastOf = ({ kind, since }: Pick<Values, 'kind' | 'since'>) =>
    since === null ? null : lastDay(kind, since, lawCalendar(hours))
  const problems = ({ kind, since, until }: Values) => {
    if (since === null) return { since: 'Diga o dia.' }
    if (since > today) return { since: 'Este dia ainda não chegou.' }
    const last = lastOf({ kind, since })
    return until !== null && last !== null && (until < since || until > last)
      ? { until: `Use um dia de ${formatDay(since)} a ${formatDay(last)}.` }
      : {}
  }
  return (
    <Dates>
      <FormDialog<Values>
        title="Novo prazo da lei"
        initial={{ kind: 'handover', since: today, until: null, note: '', insurer: '' }}
        validate={problems}
        onSave={async ({ kind, since, until, note, insurer }) => {
          const told = kind === 'answer' ? withInsurer(insurer, note) : note.trim()
          const args = { lead_uid: leadUid, kind, since: since ?? today, until, note: told }
          const words = { done: 'Prazo começado', failed: FAILED }
          return (await runCommandWithToast(userId, 'lead.beginObligation', args, words))
            ? { kind: 'saved' }
            : { kind: 'refused', message: FAILED }
        }}
        onClose={onClose}
        saveLabel="Começar"
      >
        {(form) => {
          const { what, article, from } = OBLIGATION_KINDS[form.values.kind]
          const last = lastOf(form.values)
          return (
            <Stack gap="md">
              <Select
                label="Prazo"
                required
                withAsterisk={false}
                data={CHOICES}
                value={form.values.kind}
                onChange={(kind) => {
                  if (kind !== null && isObligationKind(kind)) form.setValues({ kind })
                }}
              />
              <Text size="sm" c="dimmed">
                {what} {article}. Conta {from}.
              </Text>
              <DateField
                label="Começa a contar em"
                required
                value={form.values.since}
                error={form.errors.since}
                onChange={(day) => form.setFieldValue('since', day)}
              />
              <Text size="sm" role="status">
                {last === null ? '' : `Termina em ${formatDay(last)}.`}
              </Text>
              <DateField
                label="Antes disso, até"
                value={form.values.until}
                error={form.errors.until}
                onChange={(day) => form.setFieldValue('until', day)}
              />
              <Text size="xs" c="dimmed">
                Só quando um direito do cliente se perderia antes.
              </Text>
              {form.values.kind === 'answer' ? (
                <TextInput
                  label="Seguradora"
                  description="A quem a proposta foi. Fica no Livro de propostas."
                  maxLength={LONGEST_INSURER}
                  {...form.getInputProps('insurer')}
                />
              ) : null}
              <Textarea
                label="Nota"
                description="O que se entrega ou se espera."
                rows={2}
                maxLength={LONGEST_PROOF - ROOM_OF_INSURER}
                {...form.getInputProps('note')}
              />
            </Stack>
          )
        }}
      </FormDialog>
    </Dates>
  )
}
