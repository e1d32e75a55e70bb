/** A choice among a few: on a phone one tap each, otherwise a select. */
import { ChoiceChips } from '../../../ui/ChoiceChips.tsx'
import { type Choice, IdSelect } from '../../../ui/IdSelect.tsx'

interface ShortSelectProps {
  readonly compact: boolean
  readonly id: string
  readonly label: string
  readonly error?: string | undefined
  readonly className?: string
  readonly disabled?: boolean
  readonly value: number | null
  readonly choices: readonly Choice[]
  readonly onChange: (value: number | null) => void
}

/** A list is faster for more choices. */
const MOST = 6

export function ShortSelect({ compact, className, ...rest }: ShortSelectProps) {
  const known = rest.value === null || rest.choices.some(({ id }) => id === rest.value)
  if (!compact || !known || rest.choices.length > MOST)
    return <IdSelect {...rest} {...(className === undefined ? {} : { className })} />
  return (
    <div className={className}>
      <ChoiceChips {...rest} />
    </div>
  )
}
