/** 'Saúde': what is configured, reachable, old, too open, full or late, and what to do. docs/operations.md#doctor */
import { Alert, Button, Group, Paper, Stack, Text, Title, VisuallyHidden } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  CLOCK_MEMORY,
  confirmClockRoute,
  countWords,
  FINDING_GROUPS,
  type Finding,
} from '../../../contract/administration/findings.ts'
import { failureWords, online } from '../../../device/online.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { notify } from '../../../ui/notify.ts'
import { FindingLine } from './FindingLine.tsx'
import classes from './Health.module.css'
import { HealthWaiting } from './HealthWaiting.tsx'
import type { Health } from './useFindings.ts'

/** The button by which an administrator confirms the server's time. docs/rules.md#clock */
function ConfirmClock({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const result = await online((token) => call(confirmClockRoute, { token }))
    setBusy(false)
    setProblem(failureWords(result, 'confirmar a hora', 'foi confirmada'))
    if (result.kind !== 'ok') return
    notify.saved(result.value.message)
    onConfirmed()
  }
  return (
    <>
      <Button mt="xs" variant="default" disabled={busy} onClick={() => void confirm()}>
        A hora está certa
      </Button>
      {problem === null ? null : (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}

/** A service that is away makes a look last this long and more. */
const LATE_MS = 4000

export function HealthTab({ health }: { readonly health: Health }) {
  const { look, problem, asking, again } = health
  const late = useLate(asking)
  if (look === undefined && problem === null)
    return (
      <>
        <Late shown={late} />
        <HealthWaiting />
      </>
    )
  const attention = look?.findings.filter(({ state }) => state !== 'good') ?? []
  const calm = look?.findings.filter(({ state }) => state === 'good') ?? []
  return (
    <section className={classes.body} aria-label="Saúde" aria-busy={asking}>
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Saúde do servidor</VisuallyHidden>
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <div>
            <Text fw={640} role="status">
              {look === undefined ? 'Saúde do servidor' : countWords(look.findings)}
            </Text>
            {look === undefined ? null : (
              <Text size="sm" c="dimmed">
                Verificado em {formatDateTime(look.looked_at)}
              </Text>
            )}
          </div>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} aria-hidden />}
            disabled={asking}
            onClick={again}
          >
            {asking ? 'Verificando…' : 'Verificar de novo'}
          </Button>
        </Group>
        <Late shown={late} />
        {problem === null ? null : (
          <Alert color="gray" role="alert">
            {problem}
          </Alert>
        )}
        {attention.length === 0 ? null : (
          <Paper component="section" withBorder p="lg" aria-label="O que pede atenção">
            <Title order={2} size="h4" mb="md">
              O que pede atenção
            </Title>
            <Stack gap="lg" component="ul" className={classes.list ?? ''}>
              {attention.map((finding) => (
                <FindingLine key={finding.key} finding={finding} withGroup>
                  {finding.key === CLOCK_MEMORY ? <ConfirmClock onConfirmed={again} /> : null}
                </FindingLine>
              ))}
            </Stack>
          </Paper>
        )}
        <div className={classes.groups}>
          {groupsOf(calm).map(({ label, findings }) => (
            <Paper key={label} component="section" withBorder p="md" aria-label={label}>
              <Title order={2} size="h4" mb="xs">
                {label}
              </Title>
              <Stack gap={6} component="ul" className={classes.list ?? ''}>
                {findings.map((finding) => (
                  <FindingLine key={finding.key} finding={finding} />
                ))}
              </Stack>
            </Paper>
          ))}
        </div>
      </Stack>
    </section>
  )
}

const groupsOf = (findings: readonly Finding[]) =>
  Object.entries(FINDING_GROUPS).flatMap(([group, label]) => {
    const own = findings.filter((finding) => finding.group === group)
    return own.length === 0 ? [] : [{ label, findings: own }]
  })

/** True while `asking` has lasted for long. */
function useLate(asking: boolean): boolean {
  const [late, setLate] = useState(false)
  const { start, clear } = useTimeout(() => setLate(true), LATE_MS)
  useEffect(() => {
    if (!asking) return
    start()
    return () => {
      clear()
      setLate(false)
    }
  }, [asking, start, clear])
  return late
}

function Late({ shown }: { readonly shown: boolean }) {
  return shown ? (
    <Text size="sm" c="dimmed" role="status">
      Está demorando: algum serviço não responde. A resposta vem em alguns segundos.
    </Text>
  ) : null
}
