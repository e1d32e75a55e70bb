/** On a referral that the server does not have yet, or did not take: the way to where it is decided. */
import { IconAlertTriangle, IconCloudUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import classes from './ReferralsScreen.module.css'
import type { Referral } from './referrals.ts'

export function ReferralMark({ mark }: Pick<Referral, 'mark'>) {
  if (mark === undefined) return null
  if (mark === 'pending')
    return (
      <span className={classes.mark} role="img" title="Aguardando envio" aria-label="Aguardando envio">
        <IconCloudUp size={18} aria-hidden />
      </span>
    )
  return (
    <Link
      to="/sincronizacao"
      className={classes.mark}
      data-kind="problem"
      title="Precisa da sua decisão"
      aria-label="Precisa da sua decisão: abrir Sincronização"
    >
      <IconAlertTriangle size={18} aria-hidden />
    </Link>
  )
}
