/** The fields of the scheduling dialog. */

import { Alert, Button, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { QuickTimeButtons } from '../../../device/next-step/QuickTimeButtons.tsx'
import { useBusinessCalendar } from '../../../device/next-step/useQuickTimes.ts'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import { isWithinHours, outsideHoursQuestion, quickTimes } from '../../../domain/day/quick-times.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isClosedScheduling } from '../../../domain/lead/lead-state.ts'
import { CLOSED_MESSAGE, closeSchedulingProblem, SCHEDULED_MESSAGE } from '../../../domain/lead/scheduling.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { AskForm } from '../../../ui/AskForm.tsx'
import { useTypedInDialog } from '../../../ui/leaving/useLayer.ts'
import { MomentField } from '../form/MomentField.tsx'
import { REQUIRED } from './words.ts'

interface SchedulingFormProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly onClose: () => void
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
  if (at === null) return REQUIRED
  return Date.parse(at) > nowMs ? null : PAST
}

export function SchedulingForm({ lead, user, onClose }: SchedulingFormProps) {
  const userId = user.id
  const closes = closeSchedulingProblem(lead, user) === null
  // The server checks against the corrected clock. A tablet with a wrong clock must come to the same result.
  const nowMs = useCorrectedClock(userId)
  const calendar = useBusinessCalendar(userId)
  const times = calendar === undefined ? [] : quickTimes(nowMs(), calendar)
  /** The question about a time outside the business hours, which the next 'Agendar' answers. */
  const [question, setQuestion] = useState<string | null>(null)
  const form = useForm<Entry>({
    mode: 'controlled',
    initialValues: entryOf(lead),
    validate: { at: (value) => problemOf(value, nowMs()) },
  })
  const { at, note } = form.values
  const cancel = useTypedInDialog(form.isDirty())
  const submit = form.onSubmit(async () => {
    if (at === null) return
    const atMs = Date.parse(at)
    if (question === null && calendar !== undefined && !isWithinHours(atMs, calendar))
      return setQuestion(outsideHoursQuestion(atMs, nowMs()))
    const args = { lead_uid: lead.uid, scheduling_date: at, description: note.trim() }
    const words = { done: SCHEDULED_MESSAGE, failed: FAILED }
    if (await runCommandWithToast(userId, 'lead.schedule', args, words)) onClose()
  })
  const end = async () => {
    const args = { lead_uid: lead.uid, description: note.trim() }
    const words = { done: CLOSED_MESSAGE, failed: FAILED }
    if (await runCommandWithToast(userId, 'lead.closeScheduling', args, words)) onClose()
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
        earliest={saoPauloDay(nowMs())}
        value={at}
        inWords
        error={typeof form.errors.at === 'string' ? form.errors.at : null}
        onChange={choose}
        takesFocus
      />
      <QuickTimeButtons
        times={times}
        label="Horários prontos"
        onChoose={({ atMs }) => choose(new Date(atMs).toISOString())}
      />
      <Textarea
        label={labelOf('lead_scheduling.description')}
        rows={5}
        maxLength={2000}
        {...form.getInputProps('note')}
      />
    </AskForm>
  )
}
