/** The leaves of one user, as a list with what can be done: in 'Profile' and in 'Usuários'. docs/rules.md#absences */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { absenceProblem, absenceState, absentUntil, daysInWords } from '../../domain/absence/absence.ts'
import { ABSENCE_FIELDS } from '../../domain/absence/fields.ts'
import type { Absence, AbsenceDraft } from '../../domain/absence/schema.ts'
import { brokerChoices } from '../../domain/lead/assignable-broker.ts'
import { withCapital } from '../../domain/text/capital.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Dates } from '../../ui/Dates.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { IdSelect } from '../../ui/IdSelect.tsx'
import { SoftChip } from '../../ui/SoftChip.tsx'
import { useDialog } from '../../ui/useDialog.ts'
import { DateField } from '../DateField.tsx'
import { useCatalogues } from '../useCatalogues.ts'
import { useToday } from '../useToday.ts'
import { useAbsences } from './useAbsences.ts'

/** While they are typed. */
type Values = {
  readonly [Field in keyof AbsenceDraft]: AbsenceDraft[Field] | null
}

const NEW: Values = { from_day: null, to_day: null, substitute_id: null }
const valuesOf = ({ from_day, to_day, substitute_id }: Absence): Values => ({
  from_day,
  to_day,
  substitute_id,
})
const TEAM = 'A equipe'

interface AbsencesProps {
  readonly viewerId: number
  /** Whose they are. */
  readonly userId: number
}

export function Absences({ viewerId, userId }: AbsencesProps) {
  const catalogues = useCatalogues(viewerId)
  const today = useToday(viewerId)
  const user = catalogues?.users.get(userId)
  const { absences, busy, create, change, end } = useAbsences(user ?? { id: userId }, viewerId === userId)
  /** null: none is open. */
  const [form, setForm] = useState<Absence | 'new' | null>(null)
  const ending = useDialog<Absence>()
  if (catalogues === undefined || user === undefined) return null
  const people = [...catalogues.users.values()]
  const before = form === 'new' ? null : form
  const nameOf = (id: number | null) => (id === null ? TEAM : (catalogues.users.get(id)?.name ?? `Nº ${id}`))
  const hasBegun = (absence: Absence) => absenceState(absence, today) === 'running'
  const endWord = (absence: Absence) => (hasBegun(absence) ? 'Encerrar' : 'Cancelar')
  const validate = ({ from_day, to_day, substitute_id }: Values): Record<string, string> => {
    if (from_day === null || to_day === null)
      return {
        ...(from_day === null ? { from_day: 'Diga o primeiro dia' } : {}),
        ...(to_day === null ? { to_day: 'Diga o último dia' } : {}),
      }
    const draft = { from_day, to_day, substitute_id }
    const problem = absenceProblem({ user, before, draft, people, today })
    return problem === null ? {} : { [problem.field]: problem.message }
  }
  const save = ({ from_day, to_day, substitute_id }: Values) => {
    // `validate` was asked before.
    const draft = { from_day: from_day ?? '', to_day: to_day ?? '', substitute_id }
    return before === null ? create(draft) : change(before.id, draft)
  }
  const ended = ending.subject
  return (
    <Stack gap="md">
      {absences.length === 0 ? null : (
        <ul
          style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 16 }}
          aria-label="Ausências"
        >
          {absences.map((absence) => {
            const days = daysInWords(absence, today)
            return (
              <Group key={absence.id} component="li" justify="space-between" gap="sm">
                <div style={{ minWidth: 0, flex: '1 1 220px' }}>
                  <Group gap="xs">
                    <Text fw={640}>{withCapital(days)}</Text>
                    {hasBegun(absence) ? (
                      <SoftChip color="yellow">{withCapital(absentUntil(absence, today))}</SoftChip>
                    ) : null}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {nameOf(absence.substitute_id)} atende
                  </Text>
                </div>
                <Group gap="xs">
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Alterar a ausência ${days}`}
                    onClick={() => setForm(absence)}
                  >
                    Alterar
                  </Button>
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`${endWord(absence)} a ausência ${days}`}
                    onClick={() => ending.open(absence)}
                  >
                    {endWord(absence)}
                  </Button>
                </Group>
              </Group>
            )
          })}
        </ul>
      )}
      <Button
        variant="default"
        w="fit-content"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={() => setForm('new')}
      >
        Marcar ausência
      </Button>
      {form === null ? null : (
        <FormDialog<Values>
          title={before === null ? 'Marcar ausência' : 'Alterar ausência'}
          initial={before === null ? NEW : valuesOf(before)}
          validate={validate}
          onSave={save}
          onClose={() => setForm(null)}
        >
          {({ values, errors, setFieldValue }) => (
            <Dates>
              <Stack gap="md">
                <DateField
                  label={ABSENCE_FIELDS.from_day.label}
                  required
                  disabled={before !== null && hasBegun(before)}
                  value={values.from_day}
                  error={errors.from_day}
                  onChange={(day) => setFieldValue('from_day', day)}
                />
                <DateField
                  label={ABSENCE_FIELDS.to_day.label}
                  required
                  value={values.to_day}
                  error={errors.to_day}
                  onChange={(day) => setFieldValue('to_day', day)}
                />
                <IdSelect
                  label={ABSENCE_FIELDS.substitute_id.label}
                  description="Vê e atende os leads nesses dias. Sem ninguém, a equipe é avisada."
                  placeholder={TEAM}
                  clearable
                  choices={brokerChoices(people, {
                    today: null,
                    current: before?.substitute_id ?? null,
                  }).filter(({ id }) => id !== userId)}
                  value={values.substitute_id}
                  error={errors.substitute_id}
                  onChange={(id) => setFieldValue('substitute_id', id)}
                />
              </Stack>
            </Dates>
          )}
        </FormDialog>
      )}
      <ConfirmDialog
        opened={ending.opened}
        danger
        title={ended === null ? '' : `${endWord(ended)} a ausência ${daysInWords(ended, today)}?`}
        confirm={ended !== null && hasBegun(ended) ? 'Encerrar ausência' : 'Cancelar ausência'}
        busy={busy}
        onConfirm={() => {
          if (ended !== null) void end(ended).then(ending.close)
        }}
        onClose={ending.close}
      >
        {ended !== null && hasBegun(ended)
          ? 'Os leads voltam a ser atendidos por quem estava ausente. O que já foi feito fica feito.'
          : 'Nada muda com os leads.'}
      </ConfirmDialog>
    </Stack>
  )
}
