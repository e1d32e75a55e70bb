/** Why a list is not shown or is old, with a way to ask again. */
import { Alert, Button, Group } from '@mantine/core'

interface UnreachableProps {
  readonly problem: string | null
  readonly asking: boolean
  readonly onAgain: () => void
}

export function Unreachable({ problem, asking, onAgain }: UnreachableProps) {
  if (problem === null) return null
  return (
    <Alert color="red" role="alert" mb="md">
      <Group justify="space-between" gap="sm">
        {problem}
        <Button size="xs" variant="default" loading={asking} onClick={onAgain}>
          Tentar de novo
        </Button>
      </Group>
    </Alert>
  )
}
