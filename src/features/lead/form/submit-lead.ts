/** Saving and creating: one command each, with its toast. Both work offline and do not wait for the network. */
import { uuidv7 } from 'uuidv7'
import { leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { runCommandWithToast } from '../../../device/run-command-with-toast.ts'
import type { Told } from '../../../device/tell-commands.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { Person } from '../../../domain/client/identity.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { notify } from '../../../ui/notify.ts'
import { LEAD_SAVED, SAVE_FAILED } from '../actions/words.ts'
import { creationFields, type FormChanges, type LeadFormValues } from './lead-values.ts'

const CREATED = 'Lead criado com sucesso!'
const CREATED_LATE = 'Lead indicada fora do prazo!'

/** A lead without a number was not sent yet. */
export type CreatedLead = Pick<Lead, 'uid' | 'id'>

interface Edited {
  readonly userId: number
  readonly leadUid: string
  readonly client: Person & { readonly uid: string }
  readonly changes: FormChanges
  readonly draftName: string
}

/** Returns true once the save is queued. A save without changes queues nothing. */
export async function saveLead({ userId, leadUid, client, changes, draftName }: Edited): Promise<boolean> {
  const nothing =
    Object.keys(changes.changes).length === 0 &&
    changes.client === undefined &&
    changes.inviter_phone === undefined
  const args = { lead_uid: leadUid, client_uid: client.uid, ...changes }
  const draft = { name: draftName, values: null }
  if (!nothing)
    return runCommandWithToast(userId, 'lead.update', args, {
      done: savedWords(client, changes),
      failed: SAVE_FAILED,
      draft,
    })
  notify.saved(LEAD_SAVED)
  return true
}

/** A save that gave the lead another client says so: the user need not have been asked. */
function savedWords(before: Person, { identity, client }: FormChanges): Told {
  if (identity !== 'other') return LEAD_SAVED
  const also = `Agora ele é de ${client?.name ?? ''}. O cadastro de ${before.name} ficou como estava.`
  return { done: `${LEAD_SAVED} ${also}`, also }
}

interface Created {
  readonly userId: number
  readonly command: 'lead.create' | 'indication.create'
  readonly values: LeadFormValues
  readonly identity: FormChanges['identity']
  /** An existing client, as the form showed it. Null: a new one. */
  readonly client: Client | null
  /** The inviter's phone if the form changed it, else null. */
  readonly inviterPhone: string | null
  readonly electiveLeadId: number | null
  readonly draftName: string
  /** 'Ver lead' in the toast. Null: the screen lists its leads. */
  readonly onView: ((lead: CreatedLead) => void) | null
}

export async function createLead(created: Created): Promise<boolean> {
  const { userId, command, values, identity, client, inviterPhone, electiveLeadId, draftName, onView } =
    created
  const leadUid = uuidv7()
  const args = {
    lead_uid: leadUid,
    client_uid: client?.uid ?? uuidv7(),
    ...creationFields(values),
    ...(inviterPhone === null ? {} : { inviter_phone: inviterPhone }),
    ...(identity === 'correct' ? { identity } : {}),
    ...(electiveLeadId === null ? {} : { elective_lead_id: electiveLeadId }),
  }
  const draft = { name: draftName, values: null }
  const present = async () => (await leadsByUid(openMirror(userId), [leadUid]))[0]
  const action =
    onView === null
      ? undefined
      : {
          label: 'Ver lead',
          // By then the server may have given the number.
          run: () => void present().then((lead) => onView(lead ?? { uid: leadUid, id: null })),
        }
  const done = async (): Promise<Told> =>
    (await present())?.indication_on_time === 0
      ? { done: CREATED_LATE, also: CREATED_LATE, kind: 'warning', action }
      : { done: CREATED, action }
  return runCommandWithToast(userId, command, args, { done, failed: SAVE_FAILED, seenClient: client, draft })
}
