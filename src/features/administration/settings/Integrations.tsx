/** Which outside services this server has, by the variables of its environment, and whether they answer. */
import { Alert, Button, Code, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import '@mantine/core/styles/Code.layer.css'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  type IntegrationState,
  integrationsRoute,
  testIntegrationRoute,
} from '../../../contract/administration/settings.ts'
import { failureWords, online } from '../../../device/online.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import classes from './Health.module.css'

export function Integrations() {
  const [states, setStates] = useState<readonly IntegrationState[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let gone = false
    void online((token) => call(integrationsRoute, { token })).then((result) => {
      if (gone) return
      if (result.kind === 'ok') setStates(result.value)
      else setProblem(failureWords(result, 'ver as integrações'))
    })
    return () => {
      gone = true
    }
  }, [])
  return (
    <Paper component="section" withBorder p="lg" aria-label="Integrações">
      <Stack gap="md">
        <Title order={2} size="h4">
          Integrações
        </Title>
        <Text size="sm" c="dimmed">
          Quem administra o servidor as configura. O que falta a cada uma está em ‘Para quem administra o
          servidor’.
        </Text>
        {problem === null ? null : (
          <Alert color="gray" role="alert">
            {problem}
          </Alert>
        )}
        {states === null && problem === null ? (
          <Skeleton height={160} role="status" aria-label="Carregando" />
        ) : null}
        {states?.map((state) => (
          <Integration key={state.name} state={state} />
        ))}
      </Stack>
    </Paper>
  )
}

function Integration({ state }: { readonly state: IntegrationState }) {
  const { name, label, variables, configured, otherwise, receiver } = state
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ readonly ok: boolean; readonly text: string } | null>(null)
  const test = async () => {
    setBusy(true)
    const result = await online((token) => call(testIntegrationRoute, { token, params: { name } }))
    setBusy(false)
    const text = failureWords(result, 'testar a integração', 'o teste foi feito')
    setOutcome({ ok: text === null, text: text ?? (result.kind === 'ok' ? result.value.message : '') })
  }
  return (
    <Stack gap={6}>
      <Group justify="space-between" gap="sm">
        <Group gap="xs">
          <Text fw={640}>{label}</Text>
          <SoftChip color={configured ? 'green' : 'gray'}>
            {configured ? 'Configurada' : 'Não configurada'}
          </SoftChip>
        </Group>
        {configured ? (
          <Button
            size="xs"
            variant="default"
            aria-label={`Testar ${label}`}
            loading={busy}
            onClick={() => void test()}
          >
            Testar
          </Button>
        ) : null}
      </Group>
      {configured ? null : (
        <Text size="sm" c="dimmed">
          {otherwise}
        </Text>
      )}
      {receiver === undefined ? null : (
        <Text size="sm" c="dimmed">
          Perguntas e dados lidos pelo assistente vão para {receiver}.
        </Text>
      )}
      <details className={classes.operators}>
        <summary>Para quem administra o servidor</summary>
        <Group gap={6}>
          {variables.map((variable) => (
            <Code key={variable}>{variable}</Code>
          ))}
        </Group>
      </details>
      {outcome === null ? null : (
        <Alert color={outcome.ok ? 'green' : 'red'} role="status" p="xs">
          {outcome.text}
        </Alert>
      )}
    </Stack>
  )
}
