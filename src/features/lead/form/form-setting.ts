/** The setting that all sections of a form share: user, kind of form, catalogues. */

import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { FormLayout } from '../../../domain/lead/form-rules.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { SaveMode } from '../../../domain/lead/save-rules.ts'
import type { RoleId, SessionUser } from '../../../domain/session/session-user.ts'
import type { FieldErrors } from './fields.ts'
import type { SetValues } from './useFormValues.ts'

export interface FormSetting {
  /** Distinguishes two forms on one page. */
  readonly form: string
  readonly mode: SaveMode
  readonly user: SessionUser
  readonly role: RoleId
  readonly catalogues: Catalogues
  /** In São Paulo by the corrected clock: YYYY-MM-DD. */
  readonly today: string
  /** The edited lead, as this device has it. */
  readonly lead: Lead | null
  readonly layout: FormLayout
  /** The layout of a lead that is worked: sections that a call needs come first, the rest is folded. */
  readonly compact: boolean
  /** Fields that the end requires, as the others are now. */
  readonly starred: ReadonlySet<string>
}

export interface SectionProps {
  readonly setting: FormSetting
  readonly errors: FieldErrors
  readonly set: SetValues
}
