/** /relatorio-leads-duplicados: docs/rules.md#report-lead-duplicates */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { leadDuplicatesBinding, releaseDuplicateRoute } from '../../../contract/reports/lead-duplicates.ts'
import { failureWords, online } from '../../../device/online.ts'
import { may } from '../../../domain/permissions/actions.ts'
import { attemptOf } from '../../../domain/reports/lead-duplicates.ts'
import { roleOf } from '../../../domain/session/role.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { notify } from '../../../ui/notify.ts'
import { ReportScreen } from '../ReportScreen.tsx'
import type { ReportScreenProps } from '../screen-props.ts'

export default function LeadDuplicatesScreen(props: ReportScreenProps) {
  const releases = may('report.releaseDuplicate', roleOf(props.user))
  return (
    <ReportScreen
      binding={leadDuplicatesBinding}
      {...props}
      {...(releases
        ? {
            rowAction: {
              table: 'tentativas',
              cell: (line, refresh) => <Release attempt={attemptOf(line)} onReleased={refresh} />,
            },
          }
        : {})}
    />
  )
}

interface ReleaseProps {
  readonly attempt: ReturnType<typeof attemptOf>
  readonly onReleased: () => void
}

function Release({ attempt: { id, proposal, isReleased }, onReleased }: ReleaseProps) {
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const release = async () => {
    setBusy(true)
    const result = await online((token) => call(releaseDuplicateRoute, { token, params: { id } }))
    setBusy(false)
    setAsking(false)
    if (result.kind === 'ok') notify.success(result.value.message)
    else notify.error(failureWords(result, 'liberar uma proposta', 'a proposta foi liberada') ?? '')
    // A refusal means that the row is no longer as shown.
    if (result.kind !== 'unreachable') onReleased()
  }
  if (isReleased) return null
  return (
    <>
      <Button
        size="compact-sm"
        variant="light"
        aria-label={`Liberar a proposta ${proposal}`}
        onClick={() => setAsking(true)}
      >
        Liberar
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Liberar a proposta?"
        confirm="Liberar"
        busy={busy}
        onConfirm={() => void release()}
        onClose={() => setAsking(false)}
      >
        A proposta {proposal} poderá ser usada em mais um lead.
      </ConfirmDialog>
    </>
  )
}
