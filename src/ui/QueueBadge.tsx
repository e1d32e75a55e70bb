/** The badge of a row with queued commands: a cloud, or for a refusal or conflict a link to its decision. */
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

interface QueueBadgeProps {
  readonly state: 'pending' | 'problem' | undefined
  /** Position, from the row's own style sheet. */
  readonly className: string | undefined
}

export function QueueBadge({ state, className }: QueueBadgeProps) {
  if (state === undefined) return null
  if (state === 'pending')
    return (
      <span className={className} role="img" title="Aguardando envio" aria-label="Aguardando envio">
        <IconCloudUp size={18} aria-hidden />
      </span>
    )
  return (
    <Link
      to="/sincronizacao"
      className={className}
      data-kind="problem"
      title="Precisa da sua decisão"
      aria-label="Precisa da sua decisão: abrir Sincronização"
    >
      <IconAlertTriangle size={18} aria-hidden />
    </Link>
  )
}
