/** The status of a referral as a chip; for a finished one its outcome. */
import { IconCircleCheck, IconCircleX, IconInbox, IconProgress } from '@tabler/icons-react'
import type { Lead } from '../../domain/lead/lead.ts'
import { isFinished, isInOrigin } from '../../domain/lead/lead-state.ts'
import { saleLabel, statusLine } from '../../domain/lead/status.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'

export function ReferralStatus({ lead }: { lead: Lead }) {
  if (isFinished(lead))
    return lead.sold === 1 ? (
      <SoftChip color="green" icon={<IconCircleCheck />}>
        {saleLabel(lead)}
      </SoftChip>
    ) : (
      <SoftChip color="gray" icon={<IconCircleX />}>
        {saleLabel(lead)}
      </SoftChip>
    )
  const line = statusLine(lead.status)
  return (
    <SoftChip color={line.colour} icon={isInOrigin(lead) ? <IconInbox /> : <IconProgress />}>
      {line.label}
    </SoftChip>
  )
}
