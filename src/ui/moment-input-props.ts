/** Props of a date with time, in either form of the field. */
import type { ReactNode } from 'react'

export interface MomentInputProps {
  readonly id?: string | undefined
  readonly label: string
  /** Label of the day where day and time are two fields and no other date with time is beside them. */
  readonly dayLabel?: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** Returns the typed text as a value, or null where it is none. */
  readonly parse: (text: string) => string | null
  /** Returns now as a value. */
  readonly now: () => string
  /** First and last day that can be picked, YYYY-MM-DD. */
  readonly earliest?: string | undefined
  readonly latest?: string | undefined
  /** False where now is no valid answer, as in a scheduling. */
  readonly offersNow?: boolean
  readonly required?: boolean
  readonly disabled?: boolean
  readonly description?: string | undefined
  readonly error?: ReactNode
  /** In a dialog: the field is focused when the dialog opens. */
  readonly takesFocus?: boolean
  readonly className?: string | undefined
}
