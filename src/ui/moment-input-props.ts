/** What a field for a day with its hour is given, whichever of its forms the browser gets. */
import type { ReactNode } from 'react'

export interface MomentInputProps {
  readonly id?: string | undefined
  readonly label: string
  /** Over the day alone, where day and hour are two fields and no other moment stands beside them. */
  readonly dayLabel?: string
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  /** What was typed, as a value; null: it is none. */
  readonly parse: (text: string) => string | null
  /** This moment, as a value. */
  readonly now: () => string
  /** Days, YYYY-MM-DD, before and after which none can be picked. */
  readonly earliest?: string | undefined
  readonly latest?: string | undefined
  /** false where this moment is no answer: a scheduling. */
  readonly offersNow?: boolean
  readonly required?: boolean
  readonly disabled?: boolean
  readonly description?: string | undefined
  readonly error?: ReactNode
  /** In a dialog: the field that has the focus when it opens. */
  readonly takesFocus?: boolean
  readonly className?: string | undefined
}
