/** The clients that the filter of a report finds by name: those whose leads count for the user. docs/rules.md#reports */
import { z } from 'zod'
import { routesOf } from '../route.ts'

const { get } = routesOf('Relatórios')

/** The first thirty by name. */
export const reportClientsRoute = get('/reports/clients', 'report.clients', {
  query: z.strictObject({ name: z.string().trim().min(2).max(120) }),
  answer: z.object({ data: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
})
