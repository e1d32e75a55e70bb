/** Provides Portuguese calendars and their styles. Only screens with a calendar load them. */
import { DatesProvider } from '@mantine/dates'
import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/pt-br'
import type { ReactNode } from 'react'

const SETTINGS = { locale: 'pt-br', firstDayOfWeek: 0 } as const

export function Dates({ children }: { readonly children: ReactNode }) {
  return <DatesProvider settings={SETTINGS}>{children}</DatesProvider>
}
