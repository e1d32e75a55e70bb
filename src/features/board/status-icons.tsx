/** An icon for each status, since colour must not be the only sign. */
import {
  IconBrandWhatsapp,
  IconCalendarTime,
  IconCircleCheck,
  IconFileText,
  IconHourglass,
  IconInbox,
  IconMessages,
} from '@tabler/icons-react'

export function StatusIcon({ status, size = 14 }: { status: number; size?: number }) {
  const props = { size, stroke: 1.8, 'aria-hidden': true } as const
  switch (status) {
    case 1:
      return <IconInbox {...props} />
    case 2:
      return <IconMessages {...props} />
    case 3:
      return <IconBrandWhatsapp {...props} />
    case 4:
      return <IconFileText {...props} />
    case 5:
      return <IconHourglass {...props} />
    case 6:
      return <IconCircleCheck {...props} />
    default:
      return <IconCalendarTime {...props} />
  }
}
