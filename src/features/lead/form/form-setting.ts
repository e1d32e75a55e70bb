/** What every part of one form knows: who fills it in, which kind it is, and whom its choices come from. */
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { FormLayout } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SaveMode } from '../../../domain/lead/save-rules.ts'
import type { RoleId, SessionUser } from '../../../domain/session/session-user.ts'
import type { FieldErrors } from './fields.ts'
import type { LeadFormPart } from './form-api.ts'

export interface FormSetting {
  /** Tells apart two forms on one page. */
  readonly form: string
  readonly mode: SaveMode
  readonly user: SessionUser
  readonly role: RoleId
  readonly catalogues: Catalogues
  /** The edited one, as the device has it. */
  readonly lead: Lead | null
  readonly layout: FormLayout
  /** On a phone, of a lead that is worked: what a call is about comes first, the rest is folded. */
  readonly compact: boolean
}

export interface SectionProps {
  readonly setting: FormSetting
  readonly errors: FieldErrors
  readonly set: (part: LeadFormPart) => void
}
