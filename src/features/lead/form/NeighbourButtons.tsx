/** '‹ ›': to the lead before or after in the list that the form was opened from. docs/rules.md#the-head-of-the-form */
import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'

interface Neighbour {
  readonly uid: string
  readonly client_name: string
}

export interface Neighbours {
  /** Null: there is none on this side. */
  readonly previous: Neighbour | null
  readonly next: Neighbour | null
  readonly onGo: (uid: string) => void
}

export function NeighbourButtons({ previous, next, onGo }: Neighbours) {
  return (
    <Group gap={4} wrap="nowrap">
      <Way words="Lead anterior" to={previous} onGo={onGo}>
        <IconChevronLeft size={20} aria-hidden />
      </Way>
      <Way words="Próximo lead" to={next} onGo={onGo}>
        <IconChevronRight size={20} aria-hidden />
      </Way>
    </Group>
  )
}

interface WayProps {
  readonly words: string
  readonly to: Neighbour | null
  readonly onGo: Neighbours['onGo']
  readonly children: React.ReactNode
}

/** At an end of the list the button keeps the focus, so it is not disabled but says that there is none. */
function Way({ words, to, onGo, children }: WayProps) {
  const label = to === null ? `${words}: não há` : `${words}: ${to.client_name}`
  return (
    <ActionIcon
      variant="default"
      size={36}
      data-hint={label}
      aria-label={label}
      aria-disabled={to === null}
      mod={{ end: to === null }}
      onClick={() => (to === null ? undefined : onGo(to.uid))}
    >
      {children}
    </ActionIcon>
  )
}
