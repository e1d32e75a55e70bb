/** 'Agendamento de Lead': date and time, observations; closing shows only when a scheduling is open. Works offline. */
import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { Lead } from '../../domain/lead/lead.ts'
import { formatTime, instantOf, saoPauloDay } from '../../domain/time/sao-paulo.ts'
import type { LeadCommands } from './useLeadCommands.ts'

interface SchedulingDialogProps {
  readonly lead: Lead
  readonly opened: boolean
  readonly commands: LeadCommands
  readonly onClose: () => void
}

/** Firefox has no single date-time input worth the name (first text, section 2). */
const hasSplitInputs = () => navigator.userAgent.includes('Firefox/')

const PAST = 'Escolha uma data e hora no futuro.'

/** 'YYYY-MM-DDTHH:mm' in São Paulo: of the open scheduling, else empty. */
function initialMoment({ lead_scheduling: open }: Lead): string {
  if (open === null || open.status === 1) return ''
  const ms = Date.parse(open.scheduling_date)
  return `${saoPauloDay(ms)}T${formatTime(ms)}`
}

export function SchedulingDialog({ lead, opened, commands, onClose }: SchedulingDialogProps) {
  const open = lead.lead_scheduling !== null && lead.lead_scheduling.status === 0
  const [moment, setMoment] = useState(() => initialMoment(lead))
  const [note, setNote] = useState(open ? (lead.lead_scheduling?.description ?? '') : '')
  const [problem, setProblem] = useState<string | null>(null)
  const [day = '', time = ''] = moment.split('T')

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (day === '' || time === '') return setProblem('Campo Obrigatório')
    const at = instantOf(day, time)
    if (Date.parse(at) <= Date.now()) return setProblem(PAST)
    if (await commands.schedule(lead.uid, at, note.trim())) onClose()
  }
  const close = async () => {
    if (await commands.closeScheduling(lead.uid, note.trim())) onClose()
  }
  const change = (value: string) => {
    setMoment(value)
    setProblem(null)
  }

  return (
    <Modal opened={opened} onClose={onClose} title="Agendamento de Lead" size="md">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack gap="md">
          {hasSplitInputs() ? (
            <Group grow align="start">
              <TextInput
                type="date"
                label="Data"
                required
                value={day}
                error={problem}
                onChange={(event) => change(`${event.currentTarget.value}T${time}`)}
              />
              <TextInput
                type="time"
                label="Hora"
                required
                value={time}
                onChange={(event) => change(`${day}T${event.currentTarget.value}`)}
              />
            </Group>
          ) : (
            <TextInput
              type="datetime-local"
              label="Data e hora"
              required
              value={moment}
              error={problem}
              onChange={(event) => change(event.currentTarget.value)}
              data-autofocus
            />
          )}
          <Textarea
            label="Observações"
            rows={5}
            maxLength={2000}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            {open ? (
              <Button variant="default" onClick={() => void close()}>
                Encerrar Agendamento
              </Button>
            ) : null}
            <Button type="submit">Agendar</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
