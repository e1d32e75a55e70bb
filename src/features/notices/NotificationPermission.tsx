/** Whether this device may show notifications at the time of an appointment, and the question to the user. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import {
  askForNotifications,
  type NotificationPermissionState,
  notificationPermission,
} from '../../device/notifications.ts'

const WORDS: Readonly<Record<NotificationPermissionState, string>> = {
  granted:
    'Este aparelho notifica na hora de cada agendamento, com o número do lead, enquanto o Farol está aberto.',
  default: 'Este aparelho pode notificar na hora de cada agendamento, enquanto o Farol está aberto.',
  denied:
    'O navegador bloqueia notificações do Farol. Libere nas configurações do site para receber na hora.',
  unsupported: 'Este navegador não mostra notificações.',
}

export function NotificationPermission() {
  const [state, setState] = useState(notificationPermission)
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <Text size="sm" c="dimmed" flex={1} role="status">
        {WORDS[state]}
      </Text>
      {state === 'default' ? (
        <Button variant="default" size="xs" onClick={() => void askForNotifications().then(setState)}>
          Permitir
        </Button>
      ) : null}
    </Group>
  )
}
