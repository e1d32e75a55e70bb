/** Why the next try has to wait, with the time that is left. */
import { Alert } from '@mantine/core'
import { IconHourglass } from '@tabler/icons-react'
import { waitInWords } from '../../domain/session/unlock-tries.ts'

interface WaitAlertProps {
  /** 'Muitas tentativas.' */
  readonly reason: string
  readonly seconds: number
}

export function WaitAlert({ reason, seconds }: WaitAlertProps) {
  return (
    <Alert color="amber" icon={<IconHourglass />} role="alert">
      {reason} Tente de novo em {/* Read out once, not each second. */}
      <span aria-live="off">{waitInWords(seconds)}</span>.
    </Alert>
  )
}
