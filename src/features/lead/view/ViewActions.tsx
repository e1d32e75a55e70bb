/** Actions of the read-only view: call, deadlines, suspension, PDF, pending quote link. docs/rules.md#lead-view */
import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import {
  IconClockEdit,
  IconExternalLink,
  IconFileDownload,
  IconPhone,
  IconPlayerPause,
  IconQrcode,
  IconScale,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FAILED, runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { DEFAULT_STATUS_FLOW } from '../../../domain/lead/status.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { allowedActions, suspendLabel } from '../actions/allowed-actions.ts'
import { downloadFile } from '../actions/lead-file.ts'
import { OPEN_QUOTE_LINK } from '../actions/QuoteLinkLine.tsx'
import { useQuoteTab } from '../actions/useQuoteTab.ts'
import { LEAD_FREED, LEAD_SUSPENDED } from '../actions/words.ts'
import { CallLine } from '../calls/CallLine.tsx'
import { useLastCalls } from '../calls/useLastCalls.ts'
import { CallDialog } from '../dialogs/CallDialog.tsx'
import { DeadlinesDialog } from '../dialogs/DeadlinesDialog.tsx'
import { LimitsDialog } from '../dialogs/LimitsDialog.tsx'
import classes from './ViewActions.module.css'

interface ViewActionsProps {
  readonly lead: Lead
  readonly user: SessionUser
}

export function ViewActions({ lead, user }: ViewActionsProps) {
  const [deadlines, setDeadlines] = useState(false)
  const [limits, setLimits] = useState(false)
  const [calling, setCalling] = useState(false)
  const { online } = useNetwork()
  const { busy, openOwed } = useQuoteTab(user)
  const call = useLastCalls(user.id).get(lead.uid)
  const allowed = allowedActions({ lead, user, statusFlow: DEFAULT_STATUS_FLOW, layout: 'ordinary' })
  const suspend = () => {
    const suspended = !lead.suspended_lead
    const words = { done: suspended ? LEAD_SUSPENDED : LEAD_FREED, failed: FAILED }
    void runCommandWithToast(user.id, 'lead.setSuspended', { lead_uid: lead.uid, suspended }, words)
  }
  return (
    <>
      {allowed.has('call') ? (
        <Button
          variant="default"
          leftSection={<IconPhone size={18} aria-hidden />}
          onClick={() => setCalling(true)}
          data-calls
        >
          Ligar
        </Button>
      ) : null}
      {lead.quote_link_pending && allowed.has('quote') ? (
        <Button
          variant="default"
          loading={busy}
          disabled={!online}
          leftSection={<IconExternalLink size={18} aria-hidden />}
          onClick={() => void openOwed(lead)}
        >
          {OPEN_QUOTE_LINK}
        </Button>
      ) : null}
      {allowed.has('download') ? (
        <Button
          variant="default"
          leftSection={<IconFileDownload size={18} aria-hidden />}
          onClick={() => void downloadFile(user.id, lead)}
        >
          Baixar PDF
        </Button>
      ) : null}
      {lead.version === 0 ? (
        <Button
          variant="default"
          leftSection={<IconQrcode size={18} aria-hidden />}
          renderRoot={(props) => <Link to="/na-mao" search={{ entregar: lead.uid }} {...props} />}
        >
          Entregar na mão
        </Button>
      ) : null}
      {allowed.has('suspend') ? (
        <Button variant="default" leftSection={<IconPlayerPause size={18} aria-hidden />} onClick={suspend}>
          {suspendLabel(lead)}
        </Button>
      ) : null}
      {allowed.has('limits') ? (
        <Button
          variant="default"
          leftSection={<IconScale size={18} aria-hidden />}
          onClick={() => setLimits(true)}
        >
          Prazos da lei
        </Button>
      ) : null}
      {allowed.has('deadlines') ? (
        <Button
          variant="default"
          leftSection={<IconClockEdit size={18} aria-hidden />}
          onClick={() => setDeadlines(true)}
        >
          Alterar Prazos
        </Button>
      ) : null}
      {call === undefined ? null : (
        <div className={classes.call}>
          <CallLine call={call} lead={lead} user={user} />
        </div>
      )}
      <CallDialog
        subject={{
          lead,
          name: lead.client_name,
          cellphone: lead.client_cellphone,
          phone: lead.client_phone,
        }}
        user={user}
        opened={calling}
        onClose={() => setCalling(false)}
      />
      <LimitsDialog lead={lead} user={user} opened={limits} onClose={() => setLimits(false)} />
      <DeadlinesDialog lead={lead} userId={user.id} opened={deadlines} onClose={() => setDeadlines(false)} />
    </>
  )
}
