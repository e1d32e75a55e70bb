/** The line above the leads of Origem that are scheduled for a later day. docs/rules.md#order-of-cards */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { formatNumber } from '../../domain/text/formats.ts'
import { CardButton } from './CardButton.tsx'

interface LaterLineProps {
  readonly later: number
  readonly isOpen: boolean
  readonly onToggle: () => void
}

export function LaterLine({ later, isOpen, onToggle }: LaterLineProps) {
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    // A feed has articles alone.
    <article aria-label="Agendados para depois">
      <CardButton aria-expanded={isOpen} onClick={onToggle}>
        <Chevron size={18} aria-hidden />
        &nbsp;Agendados para depois ({formatNumber(later)})
      </CardButton>
    </article>
  )
}
