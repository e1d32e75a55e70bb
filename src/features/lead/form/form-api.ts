/**
 * What the parts around the form (action bar, dialogs) may ask of it. They never reach the fields themselves: values come
 * and go through here, and whatever they do to the lead they do by commands.
 */
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import type { FormChanges, LeadFormValues } from './lead-values.ts'

/** A part of the values; what is left out stays as it is. */
export interface LeadFormPart {
  readonly lead?: Partial<LeadFields>
  readonly client?: Partial<ClientFields>
  readonly inviter_phone?: string
  /** The proposal that the form was filled from: a creation carries its number. */
  readonly elective_lead_id?: number
}

export interface LeadFormApi {
  readonly mode: 'edit' | 'create'
  /** A refused save that is put right: what is sent takes its place, and nothing else is done from here. */
  readonly correcting: boolean
  readonly user: SessionUser
  readonly catalogues: Catalogues
  /** As this device has it, live; null while creating. */
  readonly lead: Lead | null
  /** The lead's client as this device has it; null while creating, or where it is not mirrored. */
  readonly client: Client | null
  /** What stands in the fields now. */
  readonly values: LeadFormValues
  /** Whether anything was typed that is not saved. */
  readonly isDirty: boolean
  /** The save rules over what stands in the fields; what it finds is shown beside the fields and in the summary. */
  readonly validate: () => readonly FieldProblem[]
  /** Shows problems that something else found (a finish check, a quote check), and brings the first to sight. */
  readonly showProblems: (problems: readonly FieldProblem[]) => void
  /** Saves or creates, with its message. True when it is kept on this device and queued. */
  readonly save: () => Promise<boolean>
  /** What a save would carry now, for commands that bring the form's changes along (lead.finish). */
  readonly changes: () => FormChanges
  /** Tells the form that `changes()` went with another command: nothing is dirty any more, and the draft is dropped. */
  readonly saved: () => void
  readonly setValues: (part: LeadFormPart) => void
  /** `setValues` without what this form fixes or does not offer; answers the names of the fields that it left. */
  readonly fillIn: (part: LeadFormPart) => readonly string[]
  /** Gives up what was typed: the fields show the lead as the device has it. */
  readonly reload: () => void
  readonly close: () => void
  /** false: there is nowhere to go, and `close` empties the fields. */
  readonly closes: boolean
  /** What the button says that keeps the form: 'Salvar', 'Criar Lead', 'Indicar'. */
  readonly saveLabel: string
}
