/** /relatorios: the reports that the user may see, what is kept of each, and its saved views. docs/rules.md#pinned-reports */
import { Alert, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useSyncStatus } from '../../../device/useSyncStatus.ts'
import { reportsFor } from '../../../domain/permissions/routes.ts'
import { roleOf } from '../../../domain/session/role.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import classes from '../Reports.module.css'
import { useReportViews } from '../views/useReportViews.ts'
import { ReportLine } from './ReportLine.tsx'

export function ReportsScreen({ user }: { readonly user: SessionUser }) {
  const { views = [], mailed, write } = useReportViews(user)
  const { connection } = useSyncStatus(user.id)
  const [now] = useState(() => Date.now())
  const reports = reportsFor(roleOf(user))
  return (
    <section className={classes.root} aria-label="Relatórios">
      <Title order={1} size="h3">
        Relatórios
      </Title>
      {connection === 'offline' ? (
        <Alert color="gray" role="status" p="sm">
          Sem conexão. Abrem os relatórios que este aparelho guarda.
        </Alert>
      ) : null}
      {reports.length === 0 ? <Text c="dimmed">Nenhum relatório para o seu perfil de acesso.</Text> : null}
      <div className={classes.lines}>
        {reports.map(({ path, label }) => (
          <ReportLine
            key={path}
            user={user}
            path={path}
            label={label}
            now={now}
            views={views.filter((view) => view.path === path)}
            canMail={mailed.includes(path)}
            write={write}
          />
        ))}
      </div>
    </section>
  )
}
