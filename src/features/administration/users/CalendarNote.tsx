/** A user whose calendar reads addresses, and the button that ends them. docs/rules.md#calendar */
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { endUserCalendarsRoute } from '../../../contract/calendar.ts'
import { failureWords, online } from '../../../device/online.ts'
import { counted } from '../../../domain/text/counted.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { notify } from '../../../ui/notify.ts'

interface CalendarNoteProps {
  readonly user: { readonly id: number; readonly name: string; readonly calendar_feeds: number }
}

export function CalendarNote({ user }: CalendarNoteProps) {
  const [has, setHas] = useState(true)
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    const result = await online((token) => call(endUserCalendarsRoute, { token, params: { id: user.id } }))
    setBusy(false)
    setAsked(false)
    // Gone all the same: the user, or a colleague, was faster.
    if (result.kind === 'ok' || (result.kind === 'refused' && result.status === 404)) {
      setHas(false)
      return notify.success('Endereços do calendário encerrados.')
    }
    notify.error(failureWords(result, 'encerrar os endereços', 'os endereços foram encerrados') ?? '')
  }
  if (!has) return null
  return (
    <Alert mt="md" icon={<IconCalendar />} color="gray">
      <Group gap="xs" justify="space-between">
        <Text size="sm">
          O calendário lê {counted(user.calendar_feeds, 'endereço', 'endereços')} do Farol, sem senha.
        </Text>
        <Button size="xs" variant="default" onClick={() => setAsked(true)}>
          Encerrar endereços
        </Button>
      </Group>
      <ConfirmDialog
        opened={asked}
        title={`Encerrar os endereços do calendário de ${user.name}?`}
        danger
        confirm="Encerrar endereços"
        busy={busy}
        onConfirm={() => void end()}
        onClose={() => setAsked(false)}
      >
        O calendário não lê mais nada por eles. A pessoa pode fazer outros em ‘Profile’.
      </ConfirmDialog>
    </Alert>
  )
}
