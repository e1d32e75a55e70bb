/** The screen that Farol opens with, a choice of each broker: docs/rules.md#my-day */
import { z } from 'zod'

export const START_PAGES = [
  { path: '/', label: 'Dashboard' },
  { path: '/hoje', label: 'Meu dia' },
] as const

export const startPageSchema = z.object({ path: z.enum(START_PAGES.map(({ path }) => path)) })
export type StartPage = z.infer<typeof startPageSchema>

export const DELIVERED_START: StartPage = { path: '/' }
