/** Calls of saved views: the user's own alone. docs/rules.md#saved-views */
import { z } from 'zod'
import { reportFilterSchema } from '../../domain/reports/search.ts'
import { cadenceSchema, reportViewSchema, viewNameSchema } from '../../domain/reports/views.ts'
import { routesOf } from '../route.ts'

/** Any text: what is no id is not found. */
const params = z.object({ id: z.string().max(60).meta({ title: 'Código da visão' }) })
const { get, post, put, remove } = routesOf('Relatórios')
const action = 'reportViews.manage'

/** Values that do not fit count as absent, as in the address of a report. */
const filter = z.record(z.string(), z.unknown()).transform((given) => reportFilterSchema.parse(given))
const sort = z.string().max(60).nullable()

/** Views in the order of their names, and the reports that can be mailed. */
export const reportViewsRoute = get('/report-views', action, {
  answer: z.object({ data: z.array(reportViewSchema), mailed: z.array(z.string()), as_of: z.string() }),
})

/** The caller gives the id: a repeated call makes one view. A view of the same name is replaced. */
export const saveReportViewRoute = post('/report-views', action, {
  body: z.strictObject({
    id: z.uuid(),
    path: z.string().max(80),
    name: viewNameSchema,
    filter,
    sort: sort.default(null),
    is_start: z.boolean().default(false),
  }),
  answer: reportViewSchema,
  status: 201,
})

/** What is left out stays as it is. `cadence` null: mailed no more. */
export const changeReportViewRoute = put('/report-views/:id', action, {
  params,
  body: z.strictObject({
    name: viewNameSchema.optional(),
    filter: filter.optional(),
    sort: sort.optional(),
    is_start: z.boolean().optional(),
    cadence: cadenceSchema.nullable().optional(),
  }),
  answer: reportViewSchema,
})

export const deleteReportViewRoute = remove('/report-views/:id', action, {
  params,
  answer: z.object({ message: z.string() }),
})
