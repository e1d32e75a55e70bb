/** Under the leads of a client: export and erasure of its personal data. docs/rules.md#personal-data */
import { Button, Group, Text } from '@mantine/core'
import { IconEraser, IconFileExport } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ListedClient } from '../../../contract/clients.ts'
import { ERASED_MESSAGE, isErasedClient } from '../../../domain/client/erasure.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'

interface ClientDataProps {
  readonly user: SessionUser
  readonly client: ListedClient
  readonly onErase: () => void
}

export function ClientData({ user, client, onErase }: ClientDataProps) {
  const role = roleOf(user)
  const [exports, erases] = [may('client.exportData', role), may('client.eraseData', role)]
  // The server does not have the client yet.
  if (client.id === null || !(exports || erases)) return null
  if (isErasedClient(client))
    return (
      <Text size="sm" c="dimmed" px="md" pb="md">
        {ERASED_MESSAGE}
      </Text>
    )
  return (
    <Group gap="xs" px="md" pb="md">
      {exports ? (
        <Button
          renderRoot={(props) => (
            <Link to="/clients/dados-pessoais" search={{ cliente: client.id ?? undefined }} {...props} />
          )}
          variant="default"
          size="sm"
          leftSection={<IconFileExport size={16} />}
        >
          Exportar dados
        </Button>
      ) : null}
      {erases ? (
        <Button
          variant="outline"
          color="red"
          size="sm"
          leftSection={<IconEraser size={16} />}
          onClick={onErase}
        >
          Apagar dados pessoais
        </Button>
      ) : null}
    </Group>
  )
}
