/**
 * The form of an existing lead over the whole screen: 'Lead 1234 · name'. Live: changes from elsewhere update the
 * fields that the user has not typed in.
 */
import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { clientByUid, leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { draftOfLead } from '../../../db/session/draft-names.ts'
import { type LeadAbsence, leadAbsence } from '../../../db/session/lead-absence.ts'
import { LeadGone } from '../../../device/LeadGone.tsx'
import { NextStepLine } from '../../../device/next-step/NextStepLine.tsx'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { updateProblem } from '../../../domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { useScreenQuery } from '../../../ui/useScreenQuery.ts'
import { LeadTimeline } from '../timeline/LeadTimeline.tsx'
import { BESIDE } from './beside.ts'
import classes from './EditLead.module.css'
import { FormModal } from './FormModal.tsx'
import { focusField } from './fields.ts'
import { LeadForm } from './LeadForm.tsx'
import { valuesOf } from './lead-values.ts'
import { NeighbourButtons, type Neighbours } from './NeighbourButtons.tsx'
import { saveLead } from './submit-lead.ts'
import { shownPerson } from './useIdentity.ts'
import { type LeadFormState, useLeadForm } from './useLeadForm.ts'

/**
 * The form opens on the sale or the loss that an outcome of 'Meu dia' named: the result is chosen, and the first field that it
 * asks for has the focus. docs/rules.md#outcomes
 */
type FormAim = 'sale' | 'loss'

const AIMS = {
  sale: { sold: 1, field: 'sale_value_cents' },
  loss: { sold: 0, field: 'lost_sale' },
} as const

function useAim({ api, keeper, setting }: LeadFormState, aim: FormAim | null): void {
  /** `chosen`: the result is set, and its fields are drawn next. */
  const step = useRef<'open' | 'chosen' | 'done'>('open')
  // An offered draft is decided first.
  const isFree = keeper.offer === null
  useEffect(() => {
    if (aim === null || !isFree || step.current === 'done') return
    const { sold, field } = AIMS[aim]
    if (step.current === 'open' && api.values.lead.sold !== sold) {
      step.current = 'chosen'
      api.setValues({ lead: { sold } })
      return
    }
    step.current = 'done'
    focusField(setting.form, field)
  })
}

interface EditLeadProps {
  readonly user: SessionUser
  /** Null: the form is closed. */
  readonly leadUid: string | null
  /** It opens on the sale or the loss. */
  readonly aim?: FormAim | null
  /** Above the form: problems of this lead that wait for the user's decision. */
  readonly notice?: ReactNode
  /** The leads before and after this one in the list that it was opened from. Absent: it is of no list. */
  readonly neighbours?: Neighbours | null
  readonly onClose: () => void
  /** Called when the form has disappeared and the focus has returned. */
  readonly onClosed?: () => void
}

interface Found {
  readonly lead: Lead | null
  readonly client: Client | null
  /** Null: the lead is here, or the form is closed. */
  readonly absence: LeadAbsence | null
}

async function read(userId: number, uid: string | null): Promise<Found> {
  if (uid === null) return { lead: null, client: null, absence: null }
  const db = openMirror(userId)
  const [lead] = await leadsByUid(db, [uid])
  const client = lead === undefined ? undefined : await clientByUid(db, lead.client_uid)
  const absence = lead === undefined ? await leadAbsence(db) : null
  return { lead: lead ?? null, client: client ?? null, absence }
}

/** What is read. While an ended session has emptied the mirror, the lead as it was: its form has what was typed. */
function useFound(userId: number, leadUid: string | null): Found | undefined {
  const found = useLiveQuery(async () => read(userId, leadUid), [userId, leadUid])
  const [last, setLast] = useState<Found>()
  const isUnknown = found?.absence === 'ended' || found?.absence === 'arriving'
  if (found !== undefined && found !== last && !isUnknown) setLast(found)
  return isUnknown && last?.lead?.uid === leadUid ? last : found
}

export function EditLead({
  user,
  leadUid,
  aim = null,
  notice,
  neighbours = null,
  onClose,
  onClosed,
}: EditLeadProps) {
  const found = useFound(user.id, leadUid)
  const catalogues = useCatalogues(user.id)
  const lead = found?.lead ?? null
  const title = lead === null ? 'Lead' : `Lead ${lead.id ?? 'Nº pendente'} · ${lead.client_name}`
  return (
    <FormModal
      opened={leadUid !== null}
      title={title}
      onClose={onClose}
      onClosed={onClosed}
      head={neighbours === null ? <span /> : <NeighbourButtons {...neighbours} />}
    >
      {leadUid === null ? null : notice}
      {found === undefined || catalogues === undefined || leadUid === null ? null : lead === null ? (
        <LeadGone absence={found.absence} />
      ) : (
        <>
          <NextStepLine lead={lead} user={user} />
          <Edit
            key={lead.uid}
            user={user}
            lead={lead}
            client={found.client}
            catalogues={catalogues}
            aim={aim}
            onClose={onClose}
          />
        </>
      )}
    </FormModal>
  )
}

const HISTORY = 'lead-history'

interface EditProps {
  readonly user: SessionUser
  readonly lead: Lead
  readonly client: Client | null
  readonly catalogues: Catalogues
  readonly aim: FormAim | null
  readonly onClose: () => void
}

function Edit({ user, lead, client, catalogues, aim, onClose }: EditProps) {
  const nowMs = useCorrectedClock(user.id)
  const hasHistory = useScreenQuery(BESIDE)
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
  useAim(state, aim)
  return (
    <div className={classes.desk} data-history={hasHistory || undefined}>
      <div>
        <LeadForm
          state={state}
          fixedInviter={false}
          nowMs={nowMs}
          lockedBy={updateProblem(lead, user)?.message ?? null}
        />
      </div>
      {hasHistory ? (
        // A long history scrolls inside, also by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <section className={classes.history} aria-labelledby={HISTORY} tabIndex={0}>
          <h3 className={classes.historyTitle} id={HISTORY}>
            Histórico
          </h3>
          <LeadTimeline lead={lead} client={client} user={user} names={catalogues} />
        </section>
      ) : null}
    </div>
  )
}
