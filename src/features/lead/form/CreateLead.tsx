/** The form of a new lead: 'Criar Lead', 'Me Indico', 'Indicação'. After each creation it is emptied for the next. */
import { useState } from 'react'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { draftOfCreation } from '../../../db/session/draft-names.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useReadClock } from '../../../device/useCorrectedNow.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { beginning, type Creation, creationAt } from './creations.ts'
import { LeadForm } from './LeadForm.tsx'
import { type CreatedLead, createLead } from './submit-lead.ts'
import { useLeadForm } from './useLeadForm.ts'

/** The first lead of the form begins with it; the next one is empty. */
export interface GivenClient {
  readonly name: string
  readonly cellphone: string
}

interface CreateLeadProps {
  readonly user: SessionUser
  readonly path: Creation['path']
  readonly given?: GivenClient | undefined
  /** Absent on a screen that can't close: the fields are emptied instead. */
  readonly onClose?: (() => void) | null
  /** Opens a lead that was just created. Absent beside a list of them. */
  readonly onView?: ((lead: CreatedLead) => void) | null
}

export function CreateLead({ user, path, given, onClose = null, onView = null }: CreateLeadProps) {
  const catalogues = useCatalogues(user.id)
  const nowMs = useReadClock(user.id)
  if (catalogues === undefined || nowMs === undefined) return null
  const creation = creationAt(path, user)
  const shared = { user, creation, given, catalogues, nowMs, onClose, onView }
  return <Create {...shared} />
}

interface CreateProps {
  readonly user: SessionUser
  readonly creation: Creation
  readonly given: GivenClient | undefined
  readonly catalogues: Catalogues
  /** Returns the server's clock as this device knows it, in epoch ms. */
  readonly nowMs: () => number
  readonly onClose: (() => void) | null
  readonly onView: ((lead: CreatedLead) => void) | null
}

const FORM = 'novo'

function Create({ user, creation, given, catalogues, nowMs, onClose, onView }: CreateProps) {
  const begin = () => beginning(creation, user, catalogues, nowMs())
  const [start] = useState(() => {
    const empty = begin()
    return given === undefined ? empty : { ...empty, client: { ...empty.client, ...given } }
  })
  const draftName = draftOfCreation(creation.path)
  const state = useLeadForm({
    form: FORM,
    draftName,
    mode: creation.mode,
    user,
    catalogues,
    lead: null,
    client: null,
    start,
    fixedInviter: creation.fixedInviter,
    nowMs,
    begin,
    submit: ({ values, changes, client, electiveLeadId, inviterPhone }) =>
      createLead({
        userId: user.id,
        command: creation.command,
        values,
        identity: changes.identity,
        client,
        inviterPhone,
        electiveLeadId,
        draftName,
        onView,
      }),
    onClose,
  })
  return <LeadForm state={state} fixedInviter={creation.fixedInviter} nowMs={nowMs} lockedBy={null} />
}
