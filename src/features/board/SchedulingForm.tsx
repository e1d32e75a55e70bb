/** What the scheduling dialog asks for. The chosen moment is said in words too: date fields follow the browser's language. */
import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { Lead } from '../../domain/lead/lead.ts'
import { formatTime, instantOf, saoPauloDay } from '../../domain/time/sao-paulo.ts'
import type { LeadCommands } from './useLeadCommands.ts'

interface SchedulingFormProps {
  readonly lead: Lead
  readonly commands: LeadCommands
  /** The corrected clock, epoch ms. */
  readonly nowMs: number
  readonly onClose: () => void
}

/** Firefox has no single date-time input worth the name (first text, section 2). */
const hasSplitInputs = () => navigator.userAgent.includes('Firefox/')

/** The words under the field, where a mistake in the date is seen. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error']
const REQUIRED = 'Campo Obrigatório'
const PAST = 'Escolha uma data e hora no futuro.'

const inWords = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

interface Entry {
  /** YYYY-MM-DD and HH:mm in São Paulo; empty until chosen. */
  readonly day: string
  readonly time: string
  readonly note: string
}

/** The open scheduling is there to be changed; without one the form is empty. */
function entryOf({ lead_scheduling: last }: Lead): Entry {
  if (last === null || last.status === 1) return { day: '', time: '', note: '' }
  const ms = Date.parse(last.scheduling_date)
  return { day: saoPauloDay(ms), time: formatTime(ms), note: last.description }
}

function momentOf({ day, time }: Entry): string | null {
  return /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d/.test(time) ? instantOf(day, time) : null
}

function problemOf(entry: Entry, nowMs: number): string | null {
  const moment = momentOf(entry)
  if (moment === null) return REQUIRED
  return Date.parse(moment) > nowMs ? null : PAST
}

export function SchedulingForm({ lead, commands, nowMs, onClose }: SchedulingFormProps) {
  const open = lead.lead_scheduling?.status === 0
  const form = useForm<Entry>({
    mode: 'controlled',
    initialValues: entryOf(lead),
    validate: { day: (_day, entry) => problemOf(entry, nowMs) },
  })
  const { day, time, note } = form.values
  const moment = momentOf(form.values)
  const change = (next: { day?: string; time?: string }) => {
    form.setValues(next)
    form.clearErrors()
  }
  const submit = form.onSubmit(async (entry) => {
    const at = momentOf(entry)
    if (at !== null && (await commands.schedule(lead.uid, at, entry.note.trim()))) onClose()
  })
  const end = async () => {
    if (await commands.closeScheduling(lead.uid, note.trim())) onClose()
  }
  const described = {
    error: form.errors.day,
    description: moment === null ? 'Horário de Brasília' : inWords.format(new Date(moment)),
    inputWrapperOrder: ORDER,
  }

  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasSplitInputs() ? (
          <Group grow align="start">
            <TextInput
              type="date"
              label="Data"
              required
              value={day}
              {...described}
              onChange={(event) => change({ day: event.currentTarget.value })}
              data-autofocus
            />
            <TextInput
              type="time"
              label="Hora"
              required
              value={time}
              onChange={(event) => change({ time: event.currentTarget.value })}
            />
          </Group>
        ) : (
          <TextInput
            type="datetime-local"
            label="Data e hora"
            required
            value={day === '' ? '' : `${day}T${time}`}
            {...described}
            onChange={(event) => {
              const [chosenDay = '', chosenTime = ''] = event.currentTarget.value.split('T')
              change({ day: chosenDay, time: chosenTime })
            }}
            data-autofocus
          />
        )}
        <Textarea label="Observações" rows={5} maxLength={2000} {...form.getInputProps('note')} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancelar
          </Button>
          {open ? (
            <Button variant="default" onClick={() => void end()}>
              Encerrar Agendamento
            </Button>
          ) : null}
          <Button type="submit">Agendar</Button>
        </Group>
      </Stack>
    </form>
  )
}
