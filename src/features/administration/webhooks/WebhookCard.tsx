/** One webhook: where it leads, what it gets, how it fares, and what can be done with it. */
import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Webhook } from '../../../contract/administration/webhooks.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { eventLabel, WEBHOOK_STATE_WORDS } from '../../../domain/webhooks/events.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'

export interface WebhookActs {
  readonly onLog: () => void
  readonly onTest: () => void
  readonly onEdit: () => void
  readonly onRenew: () => void
  readonly onSwitch: () => void
  readonly onRemove: () => void
}

interface WebhookCardProps extends WebhookActs {
  readonly row: Webhook
  readonly busy: boolean
}

/** Path and query may have a key. */
const hostOf = ({ url }: Webhook) => (URL.canParse(url) ? new URL(url).host : url)

function Chip({ row }: Pick<WebhookCardProps, 'row'>) {
  if (row.state === 'off') return <SoftChip color="gray">{WEBHOOK_STATE_WORDS.off}</SoftChip>
  if (row.state !== 'on')
    return (
      <SoftChip color="red" wraps>
        {WEBHOOK_STATE_WORDS[row.state]}
      </SoftChip>
    )
  return row.failing_since === null ? (
    <SoftChip color="green">{WEBHOOK_STATE_WORDS.on}</SoftChip>
  ) : (
    <SoftChip color="orange" wraps>
      Falhando desde {formatDateTime(row.failing_since)}
    </SoftChip>
  )
}

const faring = ({ last_delivered_at: last, waiting, failed }: Webhook): string =>
  [
    last === null ? 'Nada entregue ainda' : `Última entrega em ${formatDateTime(last)}`,
    ...(waiting > 0 ? [counted(waiting, 'espera', 'esperam')] : []),
    ...(failed > 0 ? [`${counted(failed, 'não entregue', 'não entregues')} em 7 dias`] : []),
  ].join(' · ')

export function WebhookCard({ row, busy, ...acts }: WebhookCardProps) {
  const { name } = row
  const isOn = row.state === 'on'
  return (
    <Paper component="li" withBorder p="md" style={{ listStyle: 'none' }}>
      <Stack gap="xs">
        <Group justify="space-between" gap="xs">
          <Title order={2} size="h4" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          <Chip row={row} />
        </Group>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {hostOf(row)}
        </Text>
        <Text size="sm">{row.events.map((kind) => eventLabel(kind)).join(', ')}</Text>
        <Text size="sm" c="dimmed">
          {row.with_client ? 'Com nome, celular e e-mail do cliente' : 'Sem dados do cliente'}
        </Text>
        <Text size="sm" c="dimmed">
          {faring(row)}
        </Text>
        <Group gap="xs" mt={4}>
          <Button size="xs" variant="default" aria-label={`Envios de ${name}`} onClick={acts.onLog}>
            Envios
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Enviar teste a ${name}`}
            disabled={busy || !isOn}
            onClick={acts.onTest}
          >
            Enviar teste
          </Button>
          <Button size="xs" variant="default" aria-label={`Editar ${name}`} onClick={acts.onEdit}>
            Editar
          </Button>
          <Button
            size="xs"
            variant="default"
            aria-label={`Renovar segredo de ${name}`}
            disabled={busy}
            onClick={acts.onRenew}
          >
            Renovar segredo
          </Button>
          <Button
            size="xs"
            variant={isOn ? 'default' : 'filled'}
            aria-label={`${isOn ? 'Desligar' : 'Ligar'} ${name}`}
            disabled={busy}
            onClick={acts.onSwitch}
          >
            {isOn ? 'Desligar' : 'Ligar'}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            aria-label={`Remover webhook ${name}`}
            disabled={busy}
            onClick={acts.onRemove}
          >
            Remover webhook
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
