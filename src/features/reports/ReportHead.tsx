/** The top of a report's screen: its title, saved filters, 'E se?', what the report has of its own, and paper. */
import { Button, Group, Title } from '@mantine/core'
import { IconPrinter, IconZoomQuestion } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { screenTitle } from '../../domain/permissions/routes.ts'
import { WHAT_IF_OPEN } from '../../domain/reports/search.ts'
import { roleOf } from '../../domain/session/role.ts'
import { useOnce } from '../../ui/useOnce.ts'
import classes from './Reports.module.css'
import { tablesOf } from './report-tables.ts'
import type { ReportView } from './useReportView.ts'
import { ViewsMenu } from './views/ViewsMenu.tsx'

interface ReportHeadProps {
  readonly view: ReportView
  readonly tools: ReactNode
}

export function ReportHead({ view, tools }: ReportHeadProps) {
  const { user, report, shown, search, onSearch, whatIf, askWhatIf } = view
  const once = useOnce()
  /** The frame says it already. */
  const isSaid = screenTitle(report.path, roleOf(user)) === report.title
  return (
    <div className={classes.head}>
      <Title order={1} size="h3" className={isSaid ? (classes.paperTitle ?? '') : ''}>
        {report.title}
      </Title>
      <Group gap="xs" className={classes.controls ?? ''}>
        <ViewsMenu
          user={user}
          path={report.path}
          route={view.route}
          filter={view.filter}
          order={view.order ?? null}
          tables={tablesOf(shown.answer.value?.content, report, shown.leads)}
          onSearch={onSearch}
          onFilter={(next) => onSearch({ ...search, ...next })}
        />
        {report.whatIf === undefined ? null : (
          <Button
            variant="default"
            leftSection={<IconZoomQuestion size={16} />}
            aria-expanded={whatIf !== undefined}
            onClick={() => askWhatIf(whatIf === undefined ? WHAT_IF_OPEN : undefined)}
          >
            E se?
          </Button>
        )}
        {tools}
        <Button
          variant="default"
          leftSection={<IconPrinter size={16} />}
          loading={view.prints}
          onClick={() => void once(async () => view.print(), 'imprimir')}
        >
          {report.paged === null ? 'Imprimir' : 'Imprimir tudo'}
        </Button>
      </Group>
    </div>
  )
}
