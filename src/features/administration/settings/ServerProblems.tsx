/** The problems of 'Saúde' above the settings. Nothing is shown where there are none, or without a network. */
import { Alert, Button, Group, Stack } from '@mantine/core'
import classes from './Health.module.css'
import { useFindings } from './useFindings.ts'

const MOST = 3

interface ServerProblemsProps {
  readonly userId: number
  readonly onOpen: () => void
}

export function ServerProblems({ userId, onOpen }: ServerProblemsProps) {
  const { look } = useFindings(userId)
  const problems = look?.findings.filter(({ state }) => state === 'problem') ?? []
  if (problems.length === 0) return null
  const more = problems.length - MOST
  return (
    <div className={classes.above}>
      <Alert color="orange" role="alert" title="O servidor precisa de cuidado">
        <Group justify="space-between" gap="sm" align="flex-end">
          <Stack gap={2}>
            {problems.slice(0, MOST).map(({ key, what }) => (
              <span key={key}>{what}</span>
            ))}
            {more > 0 ? <span>{more === 1 ? 'E mais 1.' : `E mais ${more}.`}</span> : null}
          </Stack>
          <Button size="xs" variant="default" onClick={onOpen}>
            Ver em Saúde
          </Button>
        </Group>
      </Alert>
    </div>
  )
}
