/** The lead board: tabs, filters, cards. It reads the device's own data and never waits for the network. */

import { Button } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useNamedFilters } from '../../device/named-filters.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import type { BoardView } from '../../domain/board/board-view.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { may } from '../../domain/permissions/actions.ts'
import { roleOf } from '../../domain/session/role.ts'
import type { SessionUser } from '../../domain/session/session-user.ts'
import { reportFirstScreen } from '../../opening/first-screen.ts'
import { lazyAfterFirstPaint, lazyAfterPaint } from '../../opening/lazy-after-paint.tsx'
import { useFirstPull } from '../../opening/useFirstPull.ts'
import { useDialog } from '../../ui/useDialog.ts'
import { BoardEmpty } from './BoardEmpty.tsx'
import { BoardHeading } from './BoardHeading.tsx'
import { BoardLead } from './BoardLead.tsx'
import classes from './BoardScreen.module.css'
import { BoardTabs } from './BoardTabs.tsx'
import { brokersOf, channelsOf } from './board-choices.ts'
import { flowOfView, readFlow, writeFlow } from './board-flow.ts'
import { useBoardLook } from './board-look.ts'
import type { BoardSlots } from './board-slots.ts'
import { CardGrid } from './CardGrid.tsx'
import { ChannelSlot } from './ChannelSlot.tsx'
import { NowPlace } from './day/NowPlace.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LaterLine } from './LaterLine.tsx'
import { LookSwitch } from './LookSwitch.tsx'
import { PaperPlace } from './paper/PaperPlace.tsx'
import { SavedFiltersSlot } from './SavedFiltersSlot.tsx'
import { ORIGIN_VIEW, readView, writeView } from './stored-view.ts'
import { useChoosing } from './transfer/useChoosing.ts'
import { useAddressedLead } from './useAddressedLead.ts'
import { type BoardWindow, NO_LEADS, useBoard, viewKeyOf } from './useBoard.ts'
import { useGridShape } from './useColumns.ts'
import { useDraftedLeads } from './useDraftedLeads.ts'
import { useKeptPainting } from './useKeptPainting.ts'
import { useLastCounters } from './useLastCounters.ts'
import { leadCommands } from './useLeadCommands.ts'
import { useLeadWork } from './useLeadWork.ts'
import { useProgress } from './useProgress.ts'
import { useQueueStates, useVisibleLeads } from './useVisibleLeads.ts'

const BoardDialogs = lazyAfterPaint(async () => (await import('./BoardDialogs.tsx')).BoardDialogs)
const BoardQuestions = lazyAfterFirstPaint(async () => (await import('./BoardQuestions.tsx')).BoardQuestions)
const TransferBar = lazyAfterPaint(async () => (await import('./transfer/TransferBar.tsx')).TransferBar)
const BoardPaper = lazyAfterPaint(async () => (await import('./paper/BoardPaper.tsx')).BoardPaper, PaperPlace)
const DistantLead = lazyAfterPaint(async () => (await import('./DistantLead.tsx')).DistantLead)

/** Leads are requested in steps of this size, with one step more on each side of the visible ones. */
const STEP = 24
const NO_UIDS: readonly string[] = []
const NOTHING_PENDING: BoardWindow['oldestPending'] = {}

const viewOf = (leadId: number): BoardView => ({ kind: 'results', filters: { leadId } })

/** Whether the board shows the lead that the address names, and no other filter. */
const isViewOf = (view: BoardView, leadId: number | undefined) =>
  view.kind === 'results' && view.filters.leadId === leadId && Object.keys(view.filters).length === 1

interface BoardScreenProps {
  readonly user: SessionUser
  /** Number of the lead that the address names. Its view opens, and the board is filtered behind it. */
  readonly leadId?: number | undefined
  readonly slots: BoardSlots
}

export function BoardScreen({ user, leadId, slots }: BoardScreenProps) {
  const [view, setView] = useState<BoardView>(() =>
    leadId === undefined ? readView(user.id) : viewOf(leadId),
  )
  const [asked, setAsked] = useState(leadId)
  if (leadId !== asked) {
    setAsked(leadId)
    if (leadId !== undefined) setView(viewOf(leadId))
  }
  const [flow, setFlow] = useState(readFlow)
  const [range, setRange] = useState({ offset: 0, limit: STEP * 2 })
  const capture = useDialog<Lead>()
  const details = useDialog<Lead>()
  const schedule = useDialog<Lead>()
  const note = useDialog<Lead>()
  const recover = useDialog<Lead>()
  const leadWork = useLeadWork(details, slots.onWork)
  const catalogues = useCatalogues(user.id)
  const pull = useFirstPull(user.id)
  const isGrowing = Boolean(pull)
  const [look, changeLook] = useBoardLook(user.id)
  const shape = useGridShape(look.isList)
  const nowMs = useCorrectedNow(user.id)
  const commands = leadCommands(user.id)
  const choosing = useChoosing()

  const shown = useBoard(user.id, view, range.offset, range.limit)
  // Before the first page of a first sync, and until the index has taken it, nothing is known of any list.
  const board = pull !== null && shown?.answer.counters.total === 0 ? null : shown
  const counters = board?.answer.counters ?? null
  const lastCounters = useLastCounters(user.id, counters)
  const current = board !== null && board.viewKey === viewKeyOf(view) ? board : null
  const uids = current?.answer.slice.uids ?? NO_UIDS
  const oldestPending = board?.oldestPending ?? NOTHING_PENDING
  // With the leads that come before those that are shown: a card names its own.
  const read = [...new Set([...uids, ...Object.values(oldestPending)])]
  const leads = useVisibleLeads(user.id, read, board?.leads ?? NO_LEADS)
  const queueStates = useQueueStates(user.id)
  const drafted = useDraftedLeads(user.id)
  useKeptPainting({
    userId: user.id,
    isPlain: leadId === undefined && pull === null && choosing.chosen === null,
    board: current,
    leads,
    catalogues,
  })
  const progress = useProgress(user.id, uids, board?.answer.revision ?? 0)
  const setServiceStatus = (lead: Lead, status: number | null) =>
    void commands.setServiceStatus(lead.uid, status)

  const onRange = useCallback((first: number, last: number) => {
    const offset = Math.max(0, Math.floor(first / STEP) * STEP - STEP)
    const limit = Math.ceil((last - offset + 1) / STEP) * STEP + STEP
    setRange((before) => (before.offset === offset && before.limit === limit ? before : { offset, limit }))
  }, [])
  useEffect(() => {
    // A reload without the lead in the address restores the same board.
    if (leadId !== undefined) writeView(user.id, viewOf(leadId))
  }, [user.id, leadId])
  const choose = (next: BoardView) => {
    slots.onLeave()
    setView(next)
    writeView(user.id, next)
    window.scrollTo({ top: 0 })
    const asked = catalogues === undefined ? null : flowOfView(next, catalogues.channels)
    if (asked === null) return
    writeFlow(asked)
    setFlow(asked)
  }

  useNamedFilters((filters) => choose({ kind: 'results', filters }))

  const uidAt = (place: number) => uids[place - (current?.offset ?? 0)]
  const card = (place: number) => {
    const lead = leads.get(uidAt(place) ?? '')
    if (lead === undefined || catalogues === undefined) return null
    const oldestPendingUid = oldestPending[lead.channel_id] ?? null
    return (
      <BoardLead
        isList={look.isList}
        choosing={choosing}
        lead={lead}
        user={user}
        catalogues={catalogues}
        progress={progress}
        queueState={queueStates.get(lead.uid)}
        hasDraft={drafted.has(lead.uid)}
        oldestPendingUid={oldestPendingUid}
        oldest={leads.get(oldestPendingUid ?? '')}
        nowMs={nowMs}
        onCapture={capture.open}
        onView={details.open}
        onWork={slots.onWork}
        onRecover={recover.open}
        onSchedule={schedule.open}
        onNote={note.open}
        onServiceStatus={setServiceStatus}
        onCall={slots.onCall}
        onConversation={slots.onConversation}
        callLine={slots.callLine(lead)}
        suggestion={slots.messages(lead, 'line')}
      />
    )
  }

  const total = current?.answer.slice.total ?? 0
  const later = current?.answer.slice.later ?? 0
  const fold = {
    count: later,
    isOpen: look.showsLater,
    line: (
      <LaterLine
        later={later}
        isOpen={look.showsLater}
        onToggle={() => changeLook({ showsLater: !look.showsLater })}
      />
    ),
  }
  const named = isViewOf(view, leadId) ? leadId : undefined
  useAddressedLead({
    named: leadId,
    lead: named === undefined ? undefined : leads.get(uids[0] ?? ''),
    view: details,
  })
  const painted = current !== null && catalogues !== undefined && (total === 0 || leads.size > 0)
  useEffect(() => {
    if (painted) reportFirstScreen()
  }, [painted])
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <BoardTabs
          view={view}
          flow={flow}
          counters={counters}
          lastCounters={lastCounters}
          isGrowing={isGrowing}
          onChoose={choose}
        />
      </div>
      <NowPlace user={user} />
      <FilterBar
        filters={view.kind === 'results' ? view.filters : null}
        brokers={brokersOf(user, catalogues)}
        viewKey={viewKeyOf(view)}
        onFilter={(filters) => choose({ kind: 'results', filters })}
        onClear={() => choose(ORIGIN_VIEW)}
      >
        <ChannelSlot
          view={view}
          catalogues={catalogues}
          channels={channelsOf(user, catalogues)}
          counters={counters}
          onChoose={choose}
        />
        <SavedFiltersSlot userId={user.id} view={view} onChoose={choose} />
        <LookSwitch isList={look.isList} onChange={(isList) => changeLook({ isList })} />
        <BoardPaper
          user={user}
          view={view}
          catalogues={catalogues}
          uids={uids}
          leads={leads}
          progress={progress}
          total={total}
          nowMs={nowMs}
        />
        {may('lead.transfer', roleOf(user)) && choosing.chosen === null ? (
          <Button size="sm" variant="default" onClick={choosing.begin}>
            Transferir leads
          </Button>
        ) : null}
      </FilterBar>
      <div className={classes.body}>
        <BoardHeading
          view={view}
          isGrowing={isGrowing}
          byStatus={current?.answer.slice.byStatus ?? {}}
          counters={counters}
          onChoose={choose}
        />
        {current !== null && total === 0 && named !== undefined && catalogues !== undefined ? (
          <DistantLead
            id={named}
            user={user}
            catalogues={catalogues}
            slots={slots}
            onLeave={() => choose(ORIGIN_VIEW)}
          />
        ) : current !== null && total === 0 ? (
          <BoardEmpty view={view} isGrowing={isGrowing} onChoose={choose} />
        ) : (
          <CardGrid
            total={current === null ? shape.columns * 2 : total}
            fold={later === 0 ? null : fold}
            list={`${viewKeyOf(view)} ${look.isList}`}
            {...shape}
            card={card}
            uidAt={uidAt}
            onRange={onRange}
            label="Leads"
          />
        )}
      </div>
      {catalogues === undefined ? null : (
        <BoardDialogs
          capture={capture}
          view={details}
          isAddressed={leadId !== undefined}
          schedule={schedule}
          note={note}
          recover={recover}
          oldestPending={oldestPending}
          oldest={leads}
          slots={slots}
          user={user}
          catalogues={catalogues}
          commands={commands}
          leadWork={leadWork}
        />
      )}
      {catalogues === undefined || choosing.chosen === null ? null : (
        <TransferBar userId={user.id} view={view} total={total} catalogues={catalogues} choosing={choosing} />
      )}
      <BoardQuestions
        capture={capture}
        recover={recover}
        overView={details.opened}
        commands={commands}
        onWork={leadWork.work}
      />
    </div>
  )
}
