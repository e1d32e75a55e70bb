/** Calendars in Portuguese, with their styles: around whatever shows one, so that nothing else loads them. */
import { DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/pt-br'
import type { ReactNode } from 'react'

const SETTINGS = { locale: 'pt-br', firstDayOfWeek: 0 } as const

export function Dates({ children }: { readonly children: ReactNode }) {
  return <DatesProvider settings={SETTINGS}>{children}</DatesProvider>
}
