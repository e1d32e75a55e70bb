/** Calls of saved views: the user's own alone. docs/rules.md#saved-views */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import {
  changeReportViewRoute,
  deleteReportViewRoute,
  reportViewsRoute,
  saveReportViewRoute,
} from '../../../src/contract/reports/report-views.ts'
import { isReportPath } from '../../../src/domain/permissions/reports.ts'
import { mayVisit } from '../../../src/domain/permissions/routes.ts'
import type { ReportView } from '../../../src/domain/reports/views.ts'
import { roleOf } from '../../../src/domain/session/role.ts'
import type { SessionUser } from '../../../src/domain/session/session-user.ts'
import { changeView, deleteView, mailView, saveView } from '../../administration/report-views.ts'
import type { AppContext } from '../../context/app-context.ts'
import { forbidden, notFound, refusedField } from '../../context/refusal.ts'
import { sendsMail } from '../../mail/mailed.ts'
import { serve } from '../../wire/serve.ts'
import { readReportViews } from '../queries/report-views.ts'
import { mailedReport, mailedReports } from './registry.ts'

const isId = (id: string) => z.uuid().safeParse(id).success

const NOT_MAILED = 'Este relatório ainda não pode ser enviado por e-mail.'

/** A view is of a report that the user may see now. */
function mustSee(user: SessionUser, path: string): void {
  if (!isReportPath(path) || mayVisit(path, roleOf(user)) !== 'yes') throw forbidden()
}

export function reportViewRoutes(app: FastifyInstance, context: AppContext): void {
  const { db } = context.store
  const asMailed = (view: ReportView): ReportView =>
    view.mail === null ? view : { ...view, mail: { ...view.mail, is_file: !sendsMail(context) } }
  const viewOf = async (userId: number, id: string): Promise<ReportView> => {
    const [view] = isId(id) ? await readReportViews(db, { userId, id }) : []
    if (view === undefined) throw notFound()
    return asMailed(view)
  }

  serve(app, reportViewsRoute, async ({ request: { session } }) => {
    const { user } = session
    const views = await readReportViews(db, { userId: user.id })
    return {
      // A role that changed leaves views of reports that are not the user's any more.
      data: views.filter(({ path }) => mayVisit(path, roleOf(user)) === 'yes').map(asMailed),
      mailed: mailedReports(user),
      as_of: new Date(context.now()).toISOString(),
    }
  })

  serve(app, saveReportViewRoute, async ({ body, request: { session } }) => {
    const { user } = session
    mustSee(user, body.path)
    const id = await db.transaction().execute((tx) => saveView(tx, user.id, body))
    return viewOf(user.id, id)
  })

  serve(app, changeReportViewRoute, async ({ params: { id }, body, request: { session } }) => {
    const { user } = session
    const { cadence, ...change } = body
    const { path } = await viewOf(user.id, id)
    if (cadence !== undefined && cadence !== null && mailedReport(user, path) === null)
      throw refusedField('cadence', NOT_MAILED)
    await db.transaction().execute(async (tx) => {
      if (!(await changeView(tx, user.id, id, change))) throw notFound()
      if (cadence !== undefined) await mailView(tx, id, cadence, context.now())
    })
    return viewOf(user.id, id)
  })

  serve(app, deleteReportViewRoute, async ({ params: { id }, request: { session } }) => {
    const { user } = session
    const isDeleted = isId(id) && (await db.transaction().execute((tx) => deleteView(tx, user.id, id)))
    if (!isDeleted) throw notFound()
    return { message: 'Visão excluída' }
  })
}
