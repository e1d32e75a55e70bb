/** The lead board: tabs, filters, cards. All from the device's own data; the network is never waited for. */
import { SegmentedControl } from '@mantine/core'
import { useCallback, useState } from 'react'
import type { BoardView } from '../../domain/board/board-view.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { roleOf, type SessionUser } from '../../domain/session/session-user.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useNow } from '../../ui/useNow.ts'
import classes from './BoardScreen.module.css'
import { BoardTabs } from './BoardTabs.tsx'
import { readFlow, writeFlow } from './board-flow.ts'
import { CardGrid } from './CardGrid.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LeadCard } from './LeadCard.tsx'
import { LeadView } from './LeadView.tsx'
import { ResultButtons } from './ResultButtons.tsx'
import { SchedulingDialog } from './SchedulingDialog.tsx'
import { useBoard, viewKeyOf } from './useBoard.ts'
import { type Catalogues, useCatalogues } from './useCatalogues.ts'
import { useGridShape } from './useColumns.ts'
import { leadCommands } from './useLeadCommands.ts'
import { useProgress } from './useProgress.ts'
import { usePendingMarks, useVisibleLeads } from './useVisibleLeads.ts'

const ORIGIN: BoardView = { kind: 'status', status: 1 }
const STEP = 24
const NO_UIDS: readonly string[] = []

/** What stands over the board. */
type Overlay =
  | { readonly kind: 'none' }
  | { readonly kind: 'capture'; readonly lead: Lead }
  | { readonly kind: 'schedule'; readonly lead: Lead }
  | { readonly kind: 'view'; readonly uid: string }

/** Channels of the user's team; roles 1 and 2 without a team see all (ruling 4). */
function channelsOf(user: SessionUser, catalogues: Catalogues | undefined) {
  if (user.technical_team !== null) return user.technical_team.channels
  return roleOf(user) <= 2 ? [...(catalogues?.channels.values() ?? [])] : []
}

/** Roles below 3 may ask for anybody's leads, others for their own. */
function brokersOf(user: SessionUser, catalogues: Catalogues | undefined) {
  if (roleOf(user) > 2) return [{ id: user.id, name: user.name }]
  return [...(catalogues?.users.values() ?? [])].filter((other) => other.role_id <= 3)
}

/** `leadId`: opened on this lead, from the search. */
export function BoardScreen({ user, leadId }: { user: SessionUser; leadId?: number | undefined }) {
  const [view, setView] = useState<BoardView>(
    leadId === undefined ? ORIGIN : { kind: 'results', filters: { leadId } },
  )
  const [flow, setFlow] = useState(readFlow)
  const [range, setRange] = useState({ offset: 0, limit: STEP * 3 })
  const [overlay, setOverlay] = useState<Overlay>({ kind: 'none' })
  const catalogues = useCatalogues(user.id)
  const shape = useGridShape()
  const nowMs = useNow(30_000)
  const commands = leadCommands(user.id)

  const board = useBoard(user.id, view, range.offset, range.limit)
  const current = board !== null && board.viewKey === viewKeyOf(view) ? board : null
  const uids = current?.answer.slice.uids ?? NO_UIDS
  const leads = useVisibleLeads(user.id, uids)
  const marks = usePendingMarks(user.id)
  const progress = useProgress(user.id, uids, board?.answer.revision ?? 0)

  const onRange = useCallback((first: number, last: number) => {
    const offset = Math.max(0, Math.floor(first / STEP) * STEP - STEP)
    const limit = Math.ceil((last - offset + 1) / STEP) * STEP + STEP
    setRange((before) => (before.offset === offset && before.limit === limit ? before : { offset, limit }))
  }, [])
  const choose = (next: BoardView) => {
    setView(next)
    window.scrollTo({ top: 0 })
    const channelFlow =
      next.kind === 'status' && next.channelId !== undefined
        ? catalogues?.channels.get(next.channelId)?.attendance_flow.status_flow
        : undefined
    if (channelFlow === undefined) return
    writeFlow(channelFlow)
    setFlow(channelFlow)
  }
  const close = () => setOverlay({ kind: 'none' })
  const capture = async (lead: Lead) => {
    const done = await commands.capture(lead.uid)
    setOverlay(done ? { kind: 'view', uid: lead.uid } : { kind: 'none' })
  }

  const card = (place: number) => {
    const uid = current === null ? undefined : uids[place - current.offset]
    const lead = uid === undefined ? undefined : leads.get(uid)
    if (lead === undefined || catalogues === undefined) return null
    return (
      <LeadCard
        lead={lead}
        user={user}
        catalogues={catalogues}
        progress={progress.get(lead.uid)}
        mark={marks.get(lead.uid)}
        oldestPendingUid={board?.oldestPending[lead.channel_id] ?? null}
        nowMs={nowMs}
        onCapture={(chosen) => setOverlay({ kind: 'capture', lead: chosen })}
        onView={(chosen) => setOverlay({ kind: 'view', uid: chosen.uid })}
        onSchedule={(chosen) => setOverlay({ kind: 'schedule', lead: chosen })}
        onServiceStatus={(chosen, status) => void commands.setServiceStatus(chosen.uid, status)}
      />
    )
  }

  const total = current?.answer.slice.total ?? 0
  return (
    <>
      <div className={classes.head}>
        <BoardTabs
          view={view}
          flow={flow}
          counters={board?.answer.counters ?? null}
          channels={channelsOf(user, catalogues)}
          onChoose={choose}
        />
      </div>
      <FilterBar
        brokers={brokersOf(user, catalogues)}
        onFilter={(filters) => choose({ kind: 'results', filters })}
        onClear={() => choose(ORIGIN)}
      />
      <div className={classes.body}>
        {view.kind === 'results' ? (
          <ResultButtons
            byStatus={current?.answer.slice.byStatus ?? {}}
            chosen={view.status}
            onChoose={(status) =>
              choose({ kind: 'results', filters: view.filters, ...(status === undefined ? {} : { status }) })
            }
          />
        ) : null}
        {view.kind === 'schedules' ? (
          <div className={classes.results}>
            <SegmentedControl
              size="sm"
              aria-label="Período dos agendamentos"
              value={view.sevenDays ? 'week' : 'all'}
              onChange={(value) => choose({ kind: 'schedules', sevenDays: value === 'week' })}
              data={[
                { value: 'all', label: 'Todos' },
                { value: 'week', label: 'Próximos sete dias' },
              ]}
            />
          </div>
        ) : null}
        <ViewTitle view={view} catalogues={catalogues} />
        {current !== null && total === 0 ? (
          <EmptyBoard view={view} />
        ) : (
          <CardGrid
            total={current === null ? shape.columns * 2 : total}
            columns={shape.columns}
            rowHeight={shape.rowHeight}
            card={card}
            onRange={onRange}
            label="Leads"
          />
        )}
      </div>
      {overlay.kind === 'capture' ? (
        <ConfirmDialog
          opened
          title="Capturar lead"
          onClose={close}
          onConfirm={() => void capture(overlay.lead)}
        >
          Tem certeza que deseja capturar o lead {overlay.lead.id ?? 'pendente'}?
        </ConfirmDialog>
      ) : null}
      {overlay.kind === 'schedule' ? (
        <SchedulingDialog opened lead={overlay.lead} commands={commands} onClose={close} />
      ) : null}
      {overlay.kind === 'view' && catalogues !== undefined ? (
        <LeadView
          key={overlay.uid}
          uid={overlay.uid}
          user={user}
          catalogues={catalogues}
          onClose={close}
          onSchedule={(lead) => setOverlay({ kind: 'schedule', lead })}
          onServiceStatus={(lead, status) => void commands.setServiceStatus(lead.uid, status)}
        />
      ) : null}
    </>
  )
}

/** Which channel narrows Origem, since the tab alone doesn't say. */
function ViewTitle({ view, catalogues }: { view: BoardView; catalogues: Catalogues | undefined }) {
  if (view.kind !== 'status' || view.channelId === undefined) return null
  const channel = catalogues?.channels.get(view.channelId)?.name ?? ''
  const insurance = view.insuranceId === undefined ? undefined : catalogues?.insurances.get(view.insuranceId)
  return (
    <div className={classes.results}>
      <h2 className={classes.heading}>{insurance === undefined ? channel : `${channel} · ${insurance}`}</h2>
    </div>
  )
}

function EmptyBoard({ view }: { view: BoardView }) {
  if (view.kind === 'results')
    return (
      <EmptyState drawing="search" title="Nenhum lead encontrado">
        Confira os filtros ou limpe-os para voltar à Origem.
      </EmptyState>
    )
  if (view.kind === 'schedules')
    return (
      <EmptyState drawing="calm" title="Nenhum agendamento em aberto">
        Agende um retorno pelo botão de calendário de um lead em atendimento.
      </EmptyState>
    )
  return (
    <EmptyState drawing="done" title="Nada por aqui">
      Nenhum lead nesta etapa agora. Os novos aparecem sozinhos.
    </EmptyState>
  )
}
