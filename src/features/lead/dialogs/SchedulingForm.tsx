/** The fields of the scheduling dialog. */

import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { saveReturn } from '../../../device/calendar-file.ts'
import { QuickTimeButtons } from '../../../device/next-step/QuickTimeButtons.tsx'
import { closeScheduling, scheduleLead } from '../../../device/next-step/schedule-lead.ts'
import { useBusinessCalendar } from '../../../device/next-step/useQuickTimes.ts'
import { useCorrectedClock, useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import { isWithinHours, outsideHoursQuestion, quickTimes } from '../../../domain/day/quick-times.ts'
import { appointmentMs } from '../../../domain/day/schedulings.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isClosedScheduling } from '../../../domain/lead/lead-state.ts'
import { closeSchedulingProblem } from '../../../domain/lead/scheduling.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { REQUIRED_FIELD } from '../../../domain/text/required.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'
import { MomentField } from '../form/MomentField.tsx'

interface SchedulingFormProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly onClose: () => void
  /** What was written is taken back. */
  readonly onUndone?: ((uid: string) => void) | undefined
}

const PAST = 'Escolha uma data e hora no futuro.'

interface Entry {
  readonly at: string | null
  readonly note: string
}

/** An open scheduling can be changed. Without one the form is empty. */
function entryOf({ lead_scheduling: last }: Lead): Entry {
  if (last === null || isClosedScheduling(last)) return { at: null, note: '' }
  return { at: last.scheduling_date, note: last.description }
}

function problemOf(at: string | null, nowMs: number): string | null {
  if (at === null) return REQUIRED_FIELD
  return Date.parse(at) > nowMs ? null : PAST
}

export function SchedulingForm({ lead, user, onClose, onUndone }: SchedulingFormProps) {
  const userId = user.id
  const closes = closeSchedulingProblem(lead, user) === null
  // The server checks against the corrected clock. A tablet with a wrong clock must come to the same result.
  const nowMs = useCorrectedClock(userId)
  const calendar = useBusinessCalendar(userId)
  const shownAtMs = useCorrectedNow(userId)
  const times = calendar === undefined ? [] : quickTimes(shownAtMs, calendar)
  /** The question about a time outside the business hours, which the next 'Agendar' answers. */
  const [question, setQuestion] = useState<string | null>(null)
  const form = useForm<Entry>({
    mode: 'controlled',
    initialValues: entryOf(lead),
    validate: { at: (value) => problemOf(value, nowMs()) },
  })
  const { at, note } = form.values
  // A calendar gets what was agreed, and not what is being typed.
  const isKept = appointmentMs(lead) !== null && !form.isDirty('at')
  const cancel = useTypedInDialog(form.isDirty())
  const submit = form.onSubmit(async () => {
    if (at === null) return
    const atMs = Date.parse(at)
    if (question === null && calendar !== undefined && !isWithinHours(atMs, calendar))
      return setQuestion(outsideHoursQuestion(atMs, nowMs()))
    const entry = { lead, atMs, nowMs: nowMs(), description: note.trim(), onUndone }
    if (await scheduleLead(userId, entry)) onClose()
  })
  const end = async () => {
    if (await closeScheduling(userId, { lead, description: note.trim(), onUndone })) onClose()
  }

  const choose = (next: string | null) => {
    form.setFieldValue('at', next)
    form.clearErrors()
    setQuestion(null)
  }

  return (
    <AskForm
      onSubmit={submit}
      note={
        question === null ? null : (
          <Alert color="yellow" role="alert" mb="xs" p="xs">
            {question}
          </Alert>
        )
      }
      buttons={
        <>
          <Button variant="default" onClick={cancel}>
            Cancelar
          </Button>
          {closes ? (
            <Button variant="default" onClick={() => void end()}>
              Encerrar Agendamento
            </Button>
          ) : null}
          <Button type="submit">{question === null ? 'Agendar' : 'Agendar assim mesmo'}</Button>
        </>
      }
    >
      <MomentField
        label={labelOf('lead_scheduling.scheduling_date')}
        dayLabel="Data"
        required
        offersNow={false}
        nowMs={nowMs}
        earliest={saoPauloDay(shownAtMs)}
        value={at}
        inWords
        error={typeof form.errors.at === 'string' ? form.errors.at : null}
        onChange={choose}
        takesFocus
      />
      {/* A row: the times ask for a width, which a column would give them as a height. */}
      <Group gap="xs">
        <QuickTimeButtons
          times={times}
          label="Horários prontos"
          onChoose={({ atMs }) => choose(new Date(atMs).toISOString())}
        />
        {isKept ? (
          <Button
            variant="subtle"
            leftSection={<IconCalendarPlus size={18} aria-hidden />}
            onClick={() => void saveReturn(lead, nowMs())}
          >
            Adicionar ao calendário
          </Button>
        ) : null}
      </Group>
      <Textarea
        label={labelOf('lead_scheduling.description')}
        rows={5}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </AskForm>
  )
}
