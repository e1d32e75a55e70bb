/** A choice among a few: one tap each in the form of a lead in work, otherwise a select. A choice can be taken back. */
import type { ReactNode } from 'react'
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx'
import { type Choice, IdSelect } from '../../../ui/IdSelect.tsx'

interface ShortSelectProps {
  readonly compact: boolean
  readonly id: string
  readonly label: string
  readonly error?: ReactNode
  readonly className?: string
  readonly disabled?: boolean
  readonly required?: boolean
  readonly value: number | null
  readonly choices: readonly Choice[]
  readonly onChange: (value: number | null) => void
}

/** A list is faster for more choices. */
const MOST = 6

export function ShortSelect({ compact, className, ...rest }: ShortSelectProps) {
  const known = rest.value === null || rest.choices.some(({ id }) => id === rest.value)
  if (!compact || !known || rest.choices.length > MOST)
    return <IdSelect clearable {...rest} {...(className === undefined ? {} : { className })} />
  return (
    <div className={className}>
      <ChoiceChips clearable {...rest} />
    </div>
  )
}
