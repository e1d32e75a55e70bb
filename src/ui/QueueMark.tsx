/** On a row with queued work: a cloud. Refused or in conflict: the way to where it is decided. */
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

interface QueueMarkProps {
  readonly mark: 'pending' | 'problem' | undefined
  /** Where it stands, as the row's own sheet says. */
  readonly className: string | undefined
}

export function QueueMark({ mark, className }: QueueMarkProps) {
  if (mark === undefined) return null
  if (mark === 'pending')
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
