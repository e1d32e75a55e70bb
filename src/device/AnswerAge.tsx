/** The time of the shown answer, and why it is not newer. */
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'
import { formatDateTime } from '../domain/time/sao-paulo.ts'
import type { Answer, AnswerProblem } from './useAnswer.ts'

export function AnswerAge({ state, dataAt, problem, refresh }: Answer<unknown>) {
  const dated = dataAt === undefined ? null : `Dados de ${formatDateTime(dataAt)}`
  if (problem === null)
    return dated === null ? null : (
      <Text size="sm" c="dimmed">
        {state === 'kept' ? `${dated}, atualizando…` : dated}
      </Text>
    )
  const Icon = problem.isOffline ? IconCloudOff : IconAlertTriangle
  return (
    <Alert color={problem.isOffline ? 'gray' : 'red'} role={problem.isOffline ? 'status' : 'alert'} p="sm">
      <Group justify="space-between" gap="sm">
        <Group gap="xs" wrap="nowrap">
          <Icon size={18} style={{ flex: 'none' }} aria-hidden />
          <span>{dated === null ? problem.words : `${withoutNews(problem)} ${dated}.`}</span>
        </Group>
        <Button size="xs" variant="default" onClick={refresh}>
          Tentar de novo
        </Button>
      </Group>
    </Alert>
  )
}

const withoutNews = ({ isOffline, words }: AnswerProblem) => (isOffline ? 'Sem conexão.' : words)
