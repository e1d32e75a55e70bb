/** 'Visões' in the head of a report: open, save, arrange; columns; available without a network. docs/rules.md#saved-views */
import { Button, Menu } from '@mantine/core'
import {
  IconBookmarks,
  IconCheck,
  IconCloudDown,
  IconColumns,
  IconDeviceFloppy,
  IconListDetails,
  IconStar,
} from '@tabler/icons-react'
import { useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { call } from '../../../api/call.ts'
import { saveReportViewRoute } from '../../../contract/reports/report-views.ts'
import { useCorrectedNow } from '../../../device/useCorrectedNow.ts'
import type { ReportFilter, ReportSearch } from '../../../domain/reports/search.ts'
import type { ShownTable } from '../../../domain/reports/table.ts'
import { showsView } from '../../../domain/reports/views.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { usePinning } from '../pins/usePinning.ts'
import { ColumnsDialog } from './ColumnsDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import { useReportViews } from './useReportViews.ts'
import { ViewList } from './ViewList.tsx'
import { viewSearch } from './view-search.ts'

interface ViewsMenuProps {
  readonly user: SessionUser
  readonly path: string
  readonly route: { readonly method: string; readonly path: string }
  readonly filter: ReportFilter
  /** Of the table that the server pages, from the address. */
  readonly order: string | null
  readonly tables: readonly ShownTable[]
  readonly onSearch: (search: ReportSearch) => void
  readonly onFilter: (filter: ReportFilter) => void
}

const ICON_SIZE = 16

export function ViewsMenu(props: ViewsMenuProps) {
  const { user, path, route, filter, order, tables, onSearch, onFilter } = props
  const { views, mailed, write } = useReportViews(user)
  const now = useCorrectedNow(user.id)
  const [dialog, setDialog] = useState<'save' | 'arrange' | 'columns' | null>(null)
  const close = () => setDialog(null)
  const own = (views ?? []).filter((view) => view.path === path)
  const open = own.find((view) => showsView(view, filter, order))
  const pinning = usePinning({ user, path, route, filter, name: open?.name ?? null })
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmarks size={ICON_SIZE} />}>
            {open === undefined ? 'Visões' : `Visão: ${open.name}`}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {own.map((view) => (
            <Menu.Item
              key={view.id}
              leftSection={view === open ? <IconCheck size={ICON_SIZE} aria-label="Aberta" /> : null}
              rightSection={view.is_start ? <IconStar size={ICON_SIZE} aria-label="Inicial" /> : null}
              onClick={() => onSearch(viewSearch(view))}
            >
              {view.name}
            </Menu.Item>
          ))}
          {own.length === 0 ? null : <Menu.Divider />}
          <Menu.Item leftSection={<IconDeviceFloppy size={ICON_SIZE} />} onClick={() => setDialog('save')}>
            Salvar como…
          </Menu.Item>
          <Menu.Item
            leftSection={<IconListDetails size={ICON_SIZE} />}
            disabled={own.length === 0}
            onClick={() => setDialog('arrange')}
          >
            Organizar visões…
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconColumns size={ICON_SIZE} />}
            disabled={tables.length === 0}
            onClick={() => setDialog('columns')}
          >
            Colunas…
          </Menu.Item>
          <Menu.CheckboxItem
            checkIcon={<IconCheck size={ICON_SIZE} />}
            rightSection={<IconCloudDown size={ICON_SIZE} />}
            closeMenuOnClick
            checked={pinning.isPinned}
            onChange={pinning.toggle}
          >
            Disponível sem rede
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' ? (
        <SaveViewDialog
          title="Salvar visão"
          initial={{ name: open?.name ?? '', is_start: open?.is_start ?? false }}
          others={own}
          replaces
          onSave={({ name, is_start }) =>
            write((token) =>
              call(saveReportViewRoute, {
                body: { id: uuidv7(), path, name, filter, sort: order, is_start },
                token,
              }),
            )
          }
          onClose={close}
        />
      ) : null}
      <Dialog opened={dialog === 'arrange'} onClose={close} title="Visões deste relatório" size="lg">
        <ViewList now={now} views={own} canMail={mailed.includes(path)} write={write} onOpen={close} />
      </Dialog>
      {dialog === 'columns' ? (
        <ColumnsDialog
          tables={tables}
          choice={filter}
          onChange={(choice) => onFilter({ ...filter, ...choice })}
          onClose={close}
        />
      ) : null}
    </>
  )
}
