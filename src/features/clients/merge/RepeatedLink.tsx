/** From the list of clients to the repeated ones, with their number. */
import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useDuplicates } from './useDuplicates.ts'

export function RepeatedLink({ userId }: { readonly userId: number }) {
  const total = useDuplicates(userId).value?.pagination.total
  return (
    <Button
      component={Link}
      to="/clientes/repetidos"
      variant="subtle"
      size="compact-sm"
      leftSection={<IconUsers size={16} />}
    >
      {total === undefined ? 'Clientes repetidos' : `Clientes repetidos (${total})`}
    </Button>
  )
}
