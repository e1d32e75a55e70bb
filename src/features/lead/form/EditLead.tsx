/**
 * The form of an existing lead over the whole screen: 'Lead 1234 · name'. Live: changes from elsewhere update the
 * fields that the user has not typed in.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useMemo } from 'react'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { clientByUid, leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { draftOfLead } from '../../../db/session/draft-names.ts'
import { NextStepLine } from '../../../device/next-step/NextStepLine.tsx'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { updateProblem } from '../../../domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { FormModal } from './FormModal.tsx'
import { LeadForm } from './LeadForm.tsx'
import { valuesOf } from './lead-values.ts'
import { saveLead } from './submit-lead.ts'
import { shownPerson } from './useIdentity.ts'
import { useLeadForm } from './useLeadForm.ts'

interface EditLeadProps {
  readonly user: SessionUser
  /** Null: the form is closed. */
  readonly leadUid: string | null
  /** Above the form: problems of this lead that wait for the user's decision. */
  readonly notice?: ReactNode
  readonly onClose: () => void
  /** Called when the form has disappeared and the focus has returned. */
  readonly onClosed?: () => void
}

interface Found {
  readonly lead: Lead | null
  readonly client: Client | null
}

async function read(userId: number, uid: string | null): Promise<Found> {
  if (uid === null) return { lead: null, client: null }
  const db = openMirror(userId)
  const [lead] = await leadsByUid(db, [uid])
  const client = lead === undefined ? undefined : await clientByUid(db, lead.client_uid)
  return { lead: lead ?? null, client: client ?? null }
}

export function EditLead({ user, leadUid, notice, onClose, onClosed }: EditLeadProps) {
  const found = useLiveQuery(async () => read(user.id, leadUid), [user.id, leadUid])
  const catalogues = useCatalogues(user.id)
  const lead = found?.lead ?? null
  const title = lead === null ? 'Lead' : `Lead ${lead.id ?? 'Nº pendente'} · ${lead.client_name}`
  return (
    <FormModal opened={leadUid !== null} title={title} onClose={onClose} onClosed={onClosed}>
      {leadUid === null ? null : notice}
      {found === undefined || catalogues === undefined || leadUid === null ? null : lead === null ? (
        <EmptyState drawing="lost" title="Este lead não está mais neste aparelho">
          Outra pessoa o atende agora, ou ele saiu do período mostrado.
        </EmptyState>
      ) : (
        <>
          <NextStepLine lead={lead} user={user} />
          <Edit
            key={lead.uid}
            user={user}
            lead={lead}
            client={found.client}
            catalogues={catalogues}
            onClose={onClose}
          />
        </>
      )}
    </FormModal>
  )
}

interface EditProps {
  readonly user: SessionUser
  readonly lead: Lead
  readonly client: Client | null
  readonly catalogues: Catalogues
  readonly onClose: () => void
}

function Edit({ user, lead, client, catalogues, onClose }: EditProps) {
  const nowMs = useCorrectedClock(user.id)
  // The form adds the inviter's phone: it also knows phones that were saved here and are not in the catalogue yet.
  const start = useMemo(() => valuesOf(lead, client, ''), [lead, client])
  const draftName = draftOfLead(lead.uid)
  const state = useLeadForm({
    form: 'lead',
    draftName,
    mode: 'edit',
    user,
    catalogues,
    lead,
    client,
    start,
    fixedInviter: false,
    nowMs,
    submit: ({ changes }) =>
      saveLead({
        userId: user.id,
        leadUid: lead.uid,
        client: { ...shownPerson(client, lead), uid: lead.client_uid },
        changes,
        draftName,
      }),
    onClose,
  })
  return (
    <LeadForm
      state={state}
      fixedInviter={false}
      nowMs={nowMs}
      lockedBy={updateProblem(lead, user)?.message ?? null}
    />
  )
}
