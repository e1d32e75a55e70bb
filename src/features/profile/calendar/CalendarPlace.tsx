/** The place of 'Calendário', whose code comes after the first painting. */
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { ServerSection } from '../ServerSection.tsx'
import { CALENDAR_TEXT, CALENDAR_TITLE } from './words.ts'

interface CalendarPlaceProps {
  readonly userId: number
}

function Waiting(_props: CalendarPlaceProps) {
  return (
    <ServerSection title={CALENDAR_TITLE} text={CALENDAR_TEXT} problem={null} isLoading dialogs={null}>
      {null}
    </ServerSection>
  )
}

export const CalendarPlace = lazyAfterPaint<CalendarPlaceProps>(
  async () => (await import('./CalendarSection.tsx')).CalendarSection,
  Waiting,
)
