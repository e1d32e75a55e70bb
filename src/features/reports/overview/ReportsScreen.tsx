/** /relatorios: the user's reports with their questions and answers, what is kept of each, and its saved views. docs/rules.md#report-overview */
import { Alert, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { useFavouriteReports } from '../../../device/favourite-reports.ts'
import { useSyncStatus } from '../../../device/useSyncStatus.ts'
import { menuFor, reportsFor } from '../../../domain/permissions/routes.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { useNow } from '../../../ui/useNow.ts'
import classes from '../Reports.module.css'
import { useReportViews } from '../views/useReportViews.ts'
import { ReportLine } from './ReportLine.tsx'
import { useHeadlines } from './useHeadlines.ts'

export function ReportsScreen({ user }: { readonly user: SessionUser }) {
  const { views = [], mailed, write } = useReportViews(user)
  const { connection } = useSyncStatus(user.id)
  const now = useNow(60_000)
  const { favourites, toggle } = useFavouriteReports(user.id)
  const funnel = menuFor(user).filter(({ path }) => path === '/funnel-charts')
  const all = [...funnel, ...reportsFor(roleOf(user))]
  const stateOf = useHeadlines(
    user,
    all.map(({ path }) => path),
  )
  // In the order of the menu, those with a star first. A star that is set now moves nothing under the finger.
  const [first] = useState(favourites)
  const reports = [
    ...all.filter(({ path }) => first.includes(path)),
    ...all.filter(({ path }) => !first.includes(path)),
  ]
  return (
    <section className={classes.root} aria-label="Relatórios">
      {/* The frame shows the title. */}
      <VisuallyHidden component="h1">Relatórios</VisuallyHidden>
      {connection === 'offline' ? (
        <Alert color="gray" role="status" p="sm">
          Sem conexão. Abrem os relatórios que este aparelho guarda.
        </Alert>
      ) : null}
      {reports.length === 0 ? <Text c="dimmed">Nenhum relatório para o seu perfil.</Text> : null}
      <div className={classes.lines}>
        {reports.map(({ path, label }) => (
          <ReportLine
            key={path}
            user={user}
            path={path}
            label={label}
            now={now}
            state={connection === 'offline' ? 'offline' : stateOf(path)}
            views={views.filter((view) => view.path === path)}
            canMail={mailed.includes(path)}
            isFavourite={favourites.includes(path)}
            onStar={() => toggle(path)}
            write={write}
          />
        ))}
      </div>
    </section>
  )
}
