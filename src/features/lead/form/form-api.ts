/**
 * The form's interface for the parts around it (action bar, dialogs). They read and set values through it and never
 * access fields. They change the lead by commands.
 */

import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { ClientFields } from '../../../domain/client/changes.ts'
import type { Client } from '../../../domain/client/client.ts'
import type { LeadFields } from '../../../domain/lead/changes.ts'
import type { FieldProblem } from '../../../domain/lead/field-problem.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import type { FormChanges, LeadFormValues } from './lead-values.ts'

/** A part of the values. Omitted values stay. */
export interface LeadFormPart {
  readonly lead?: Partial<LeadFields>
  readonly client?: Partial<ClientFields>
  readonly inviter_phone?: string
  /** Number of the proposal that filled the form. A creation sends it. */
  readonly elective_lead_id?: number
}

export interface LeadFormApi {
  readonly mode: 'edit' | 'create'
  /** The form corrects a refused save: sending replaces that command, and no other action is offered. */
  readonly correcting: boolean
  /** The layout of a lead in work: docs/rules.md#the-form-of-a-lead-in-work. */
  readonly compact: boolean
  readonly user: SessionUser
  readonly catalogues: Catalogues
  /** The lead on this device, live. Null while creating. */
  readonly lead: Lead | null
  /** The lead's client on this device. Null while creating, or if it is not mirrored. */
  readonly client: Client | null
  /** The current values of the fields. */
  readonly values: LeadFormValues
  /** Whether there are typed values that are not saved. */
  readonly isDirty: boolean
  /** Applies the save rules to the current values. It shows the problems in fields and summary, and returns them. */
  readonly validate: () => readonly FieldProblem[]
  /** Returns what `validate` shows, without showing it. */
  readonly unfit: () => readonly FieldProblem[]
  /** Shows problems from elsewhere (a finish check, a quote check), and focuses the first. */
  readonly showProblems: (problems: readonly FieldProblem[]) => void
  /** 'Finalizar' was pressed and refused: the form lists what the end still misses, and follows each change. */
  readonly isEnding: boolean
  /** Begins that list, and focuses the first field of `problems`. */
  readonly showEnd: (problems: readonly FieldProblem[]) => void
  /** Saves or creates, with a toast. Returns true once the command is applied on this device and queued. */
  readonly save: () => Promise<boolean>
  /** Returns what is typed, as a save has it. */
  readonly changes: () => FormChanges
  /**
   * Returns the changes of a save, for commands that include them (lead.finish). Null: the question whose they are was
   * closed.
   */
  readonly identified: () => Promise<FormChanges | null>
  /** The form's draft, which a command that includes these changes deletes. */
  readonly draftName: string
  /** Call it after another command has sent the changes: the form is no longer dirty, and the draft is dropped. */
  readonly saved: () => void
  readonly setValues: (part: LeadFormPart) => void
  /** Scrolls to a field, without the focus. Returns null if the form does not show it. */
  readonly show: (field: string) => HTMLElement | null
  /** `setValues` without fields that the form fixes or does not offer. Returns the names of those fields. */
  readonly fillIn: (part: LeadFormPart) => readonly string[]
  /** Drops typed values: the fields show the lead on this device. */
  readonly reload: () => void
  readonly close: () => void
  /** False: the form can't close, and `close` empties the fields. */
  readonly closes: boolean
  /** Label of the save button: 'Salvar', 'Criar Lead', 'Indicar'. */
  readonly saveLabel: string
}
