/** One webhook: where it leads, what it gets, how it fares, and what can be done with it. */
import { Text } from '@mantine/core'
import type { Webhook } from '../../../contract/administration/webhooks.ts'
import { counted } from '../../../domain/text/counted.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { eventLabel, WEBHOOK_STATE_WORDS } from '../../../domain/webhooks/events.ts'
import { SoftChip } from '../../../ui/SoftChip.tsx'
import { type SwitchedActs, SwitchedCard } from '../SwitchedCard.tsx'

interface WebhookCardProps extends SwitchedActs {
  readonly row: Webhook
  readonly onLog: () => void
  readonly onTest: () => void
  readonly onEdit: () => void
  readonly onRenew: () => void
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

export function WebhookCard({ row, onLog, onTest, onEdit, onRenew, ...acts }: WebhookCardProps) {
  const { name, state } = row
  return (
    <SwitchedCard
      row={row}
      chip={<Chip row={row} />}
      before={[
        { label: 'Envios', name: `Envios de ${name}`, onClick: onLog },
        {
          label: 'Enviar teste',
          name: `Enviar teste a ${name}`,
          disabled: acts.busy || state !== 'on',
          onClick: onTest,
        },
        { label: 'Editar', name: `Editar ${name}`, onClick: onEdit },
        {
          label: 'Renovar segredo',
          name: `Renovar segredo de ${name}`,
          disabled: acts.busy,
          onClick: onRenew,
        },
      ]}
      {...acts}
    >
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
    </SwitchedCard>
  )
}
