/**
 * Correction of a refused save or creation: the form with the user's values and the server's reason. Sending it
 * replaces the refused command at its place in the queue:
 * docs/sync-protocol.md#push-exactly-once-in-order-nothing-lost.
 */

import { useLiveQuery } from 'dexie-react-hooks'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import { clientByUid, leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { wholeQueue } from '../../../db/outbox/queue-order.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import { draftOfRefused } from '../../../db/session/draft-names.ts'
import { listDrafts } from '../../../db/session/drafts.ts'
import { RefusedNotice } from '../../../device/RefusedNotice.tsx'
import { sendAgain } from '../../../device/send-again.ts'
import { tellCommands } from '../../../device/tell-commands.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useCorrectedClock } from '../../../device/useCorrectedNow.ts'
import { useDiscarding } from '../../../device/useDiscarding.tsx'
import type { Client } from '../../../domain/client/client.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LEAD_SAVED, SAVE_FAILED } from '../actions/words.ts'
import { draftsBeside } from '../drafts/kept-drafts.ts'
import { FormModal } from './FormModal.tsx'
import { LeadForm } from './LeadForm.tsx'
import { type LostDrafts, LostSave } from './LostSave.tsx'
import { creationFields, valuesOf } from './lead-values.ts'
import {
  isExternalIndication,
  quotedOf,
  type RefusedBeginning,
  refusedBeginning,
  refusedProblems,
  savedValues,
} from './refused.ts'
import { type LeadFormOptions, type LeadFormState, useLeadForm } from './useLeadForm.ts'

interface CorrectRefusedProps {
  readonly user: SessionUser
  /** Key of the refused command. Null: the form is closed. */
  readonly recordKey: string | null
  /** The form of an external indication, which is another feature's. */
  readonly indication: (refused: RefusedIndication) => ReactNode
  readonly onClose: () => void
}

export interface RefusedIndication {
  readonly record: OutboxRecord
  readonly catalogues: Catalogues
}

interface Found {
  readonly record: OutboxRecord | null
  readonly lead: Lead | null
  readonly client: Client | null
  readonly drafts: LostDrafts
}

async function read(userId: number, key: string | null): Promise<Found> {
  const db = openMirror(userId)
  const record = (await wholeQueue(db)).find((other) => other.key === key) ?? null
  const [lead] = record === null ? [] : await leadsByUid(db, [record.entityUid])
  const client = lead === undefined ? undefined : await clientByUid(db, lead.client_uid)
  const drafts = record === null ? [] : draftsBeside(record, await listDrafts(db))
  return { record, lead: lead ?? null, client: client ?? null, drafts }
}

export function CorrectRefused({ user, recordKey, indication, onClose }: CorrectRefusedProps) {
  const found = useLiveQuery(async () => read(user.id, recordKey), [user.id, recordKey])
  const catalogues = useCatalogues(user.id)
  const discarding = useDiscarding(user.id, { onDiscarded: onClose })
  return (
    <>
      <FormModal opened={recordKey !== null} title="Corrigir e enviar de novo" onClose={onClose}>
        {found === undefined || catalogues === undefined || recordKey === null ? null : (
          <Correction
            key={recordKey}
            {...found}
            user={user}
            catalogues={catalogues}
            indication={indication}
            onDiscard={(record) => discarding.ask(record, 'one')}
            onClose={onClose}
          />
        )}
      </FormModal>
      {discarding.dialog}
    </>
  )
}

interface CorrectionProps extends Found, Pick<CorrectRefusedProps, 'indication'> {
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly onDiscard: (record: OutboxRecord) => void
  readonly onClose: () => void
}

function Correction({ record, lead, client, drafts, indication, onDiscard, ...rest }: CorrectionProps) {
  if (record !== null && isExternalIndication(record))
    return indication({ record, catalogues: rest.catalogues })
  const beginning = record === null ? null : refusedBeginning(record, rest.user)
  if (record !== null && beginning !== null)
    return <CorrectBeginning record={record} beginning={beginning} {...rest} />
  if (record !== null && lead !== null && savedValues(record, valuesOf(lead, client, '')) !== null)
    return <CorrectSave record={record} lead={lead} client={client} {...rest} />
  if (record !== null)
    return (
      <LostSave
        record={record}
        leadIsHere={lead !== null}
        drafts={drafts}
        catalogues={rest.catalogues}
        onDiscard={() => onDiscard(record)}
      />
    )
  return (
    <EmptyState drawing="done" title="Este pedido não está mais na fila">
      Ele foi enviado de novo ou descartado.
    </EmptyState>
  )
}

interface Shared {
  readonly record: OutboxRecord
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly onClose: () => void
}

/** Returns true once the command is queued again. */
async function correct({ user, record, onClose }: Shared, args: unknown): Promise<boolean> {
  const sent = await sendAgain(user.id, record.key, args)
  if (sent === null) return false
  tellCommands(user.id, [sent], { told: LEAD_SAVED, failed: SAVE_FAILED })
  onClose()
  return true
}

const FORM = 'corrigir'

function useShared({ record, user, catalogues, onClose }: Shared) {
  const nowMs = useCorrectedClock(user.id)
  return {
    form: FORM,
    draftName: draftOfRefused(record.key),
    user,
    catalogues,
    nowMs,
    correcting: true,
    onClose,
  } as const satisfies Partial<LeadFormOptions>
}

function CorrectSave(props: Shared & { readonly lead: Lead; readonly client: Client | null }) {
  const { record, lead, client } = props
  const shared = useShared(props)
  const start = useMemo(() => valuesOf(lead, client, ''), [lead, client])
  const typed = savedValues(record, start)
  const state = useLeadForm({
    ...shared,
    mode: 'edit',
    queued: typed,
    lead,
    client,
    start,
    fixedInviter: false,
    submit: ({ changes }) => {
      const args = { lead_uid: lead.uid, client_uid: lead.client_uid, ...changes, ...quotedOf(record) }
      return correct(props, args)
    },
  })
  useOnce(() => {
    if (typed === null) return
    const { inviter_phone, ...part } = typed
    state.api.setValues(inviter_phone === '' ? part : typed)
    state.api.showProblems(refusedProblems(record))
  })
  return <Refusal record={record} state={state} nowMs={shared.nowMs} fixedInviter={false} />
}

function CorrectBeginning(props: Shared & { readonly beginning: RefusedBeginning }) {
  const { record, beginning } = props
  const { creation, args } = beginning
  const shared = useShared(props)
  const [start] = useState(beginning.values)
  const state = useLeadForm({
    ...shared,
    mode: creation.mode,
    lead: null,
    client: null,
    start,
    fixedInviter: creation.fixedInviter,
    submit: ({ values, changes, inviterPhone }) => {
      const phone = inviterPhone ?? args.inviter_phone
      const fields = {
        ...args,
        ...creationFields(values),
        ...(phone === undefined ? {} : { inviter_phone: phone }),
        ...(changes.identity === 'correct' ? { identity: changes.identity } : {}),
      }
      return correct(props, fields)
    },
  })
  useOnce(() => state.api.showProblems(refusedProblems(record)))
  return <Refusal record={record} state={state} nowMs={shared.nowMs} fixedInviter={creation.fixedInviter} />
}

/** Runs `act` once after the first render. */
function useOnce(act: () => void) {
  const done = useRef(false)
  const latest = useRef(act)
  useEffect(() => {
    if (done.current) return
    done.current = true
    latest.current()
  }, [])
}

interface RefusalProps {
  readonly record: OutboxRecord
  readonly state: LeadFormState
  readonly nowMs: () => number
  readonly fixedInviter: boolean
}

function Refusal({ record, ...form }: RefusalProps) {
  return (
    <>
      <RefusedNotice
        problem={record.problem}
        listed={refusedProblems(record).map(({ message }) => message)}
      />
      <LeadForm {...form} lockedBy={null} />
    </>
  )
}
