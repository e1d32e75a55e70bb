/** The state of a limit of the law, in words and colour. */
import { IconAlertTriangle, IconClock, IconHourglass } from '@tabler/icons-react'
import type { ObligationState } from '../../domain/obligations/obligation.ts'
import { SoftChip } from '../../ui/SoftChip.tsx'

const LOOKS = {
  open: { color: 'green', icon: <IconClock size={14} /> },
  half: { color: 'yellow', icon: <IconHourglass size={14} /> },
  eve: { color: 'orange', icon: <IconHourglass size={14} /> },
  late: { color: 'red', icon: <IconAlertTriangle size={14} /> },
} as const

export const StateChip = ({ state, words }: { readonly state: ObligationState; readonly words: string }) => (
  <SoftChip {...LOOKS[state]}>{words}</SoftChip>
)
