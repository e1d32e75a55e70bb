/** 'Equipe hoje': a line a broker, the most late first; its queue, and transfers out of it. docs/rules.md#team-today */
import { Skeleton, Title } from '@mantine/core'
import { useState } from 'react'
import { RecentTransfers } from '../../../device/RecentTransfers.tsx'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { useSyncStatus } from '../../../device/useSyncStatus.ts'
import { absentOn, absentUntil } from '../../../domain/absence/absence.ts'
import type { TeamDay } from '../../../domain/day/team.ts'
import { formatMoney } from '../../../domain/money/money.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'
import { counted, withUnit } from '../../../domain/text/counted.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { useFirstPull } from '../../../opening/useFirstPull.ts'
import { NO_LEADS } from '../useBoard.ts'
import { useVisibleLeads } from '../useVisibleLeads.ts'
import { TeamBar } from './TeamBar.tsx'
import { TeamQueue } from './TeamQueue.tsx'
import { TeamRow } from './TeamRow.tsx'
import classes from './TeamScreen.module.css'
import { useTeam } from './useTeam.ts'

const TransferDialog = lazyAfterPaint(
  async () => (await import('../transfer/TransferDialog.tsx')).TransferDialog,
)

interface TeamScreenProps {
  readonly user: SessionUser
  /** The broker whose line is open, of the address. */
  readonly openedId: number | null
  readonly onOpen: (brokerId: number | null) => void
}

/** What is to be transferred, and to whom as far as it was said. */
interface Asked {
  readonly uids: readonly string[]
  readonly brokerId: number | null
}

const NONE: ReadonlySet<string> = new Set()

export function TeamScreen({ user, openedId, onOpen }: TeamScreenProps) {
  const catalogues = useCatalogues(user.id)
  const team = useTeam(user.id, catalogues, openedId)
  const pull = useFirstPull(user.id)
  const isOffline = useSyncStatus(user.id).connection === 'offline'
  const [chosen, setChosen] = useState(NONE)
  const [dragged, setDragged] = useState<readonly string[]>([])
  const [asked, setAsked] = useState<Asked | null>(null)
  const [transfers, setTransfers] = useState(0)
  const queued = team?.opened?.items.map(({ uid }) => uid) ?? []
  const leads = useVisibleLeads(user.id, queued, NO_LEADS)
  // A lead that has left the queue is chosen no more.
  const picked = queued.filter((uid) => chosen.has(uid))

  if (team === undefined || catalogues === undefined || pull !== null) return <TeamSkeleton />
  const calendar = businessCalendar(catalogues.settings.business_hours)
  const nameOf = (id: number) => catalogues.users.get(id)?.name ?? `Nº ${id}`
  const today = saoPauloDay(team.nowMs)
  const leaveOf = (id: number) => {
    const broker = catalogues.users.get(id)
    const absence = broker === undefined ? null : absentOn(broker, today)
    if (absence === null) return null
    const acting = absence.substitute_id === null ? 'a equipe' : nameOf(absence.substitute_id)
    return `${absentUntil(absence, today)} · ${acting} atende`
  }
  const toggle = (uid: string) => {
    const next = new Set(chosen)
    if (!next.delete(uid)) next.add(uid)
    setChosen(next)
  }
  const open = (brokerId: number) => {
    setChosen(NONE)
    onOpen(brokerId === openedId ? null : brokerId)
  }
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <Title order={1} size="h3">
          {sumWords(team.days)}
        </Title>
      </header>
      <RecentTransfers leaverId={null} asked={transfers} />
      <ul className={classes.members} aria-label="Corretores">
        {team.days.map((day) => {
          const { brokerId } = day
          const isOpen = brokerId === openedId
          return (
            <TeamRow
              key={brokerId}
              name={nameOf(brokerId)}
              leave={leaveOf(brokerId)}
              day={day}
              nowMs={team.nowMs}
              calendar={calendar}
              opened={isOpen}
              onToggle={() => open(brokerId)}
              {...(dragged.length === 0 || isOpen
                ? {}
                : { onDrop: () => setAsked({ uids: dragged, brokerId }) })}
            >
              <TeamQueue
                name={nameOf(brokerId)}
                queue={team.opened}
                leads={leads}
                chosen={chosen}
                onToggle={toggle}
                {...(isOffline
                  ? {}
                  : { onDrag: (uid: string) => setDragged(chosen.has(uid) ? picked : [uid]) })}
                onDragEnd={() => setDragged([])}
              />
            </TeamRow>
          )
        })}
      </ul>
      <TeamBar
        count={picked.length}
        isOffline={isOffline}
        onClear={() => setChosen(NONE)}
        onTransfer={() => setAsked({ uids: picked, brokerId: null })}
      />
      {asked === null ? null : (
        <TransferDialog
          uids={asked.uids}
          brokerId={asked.brokerId}
          users={catalogues.users}
          today={today}
          onClose={() => {
            setAsked(null)
            // A transfer whose answer was lost is among the recent ones.
            setTransfers((before) => before + 1)
          }}
          onDone={() => {
            setChosen(NONE)
            setTransfers((before) => before + 1)
          }}
        />
      )}
    </div>
  )
}

function sumWords(days: readonly TeamDay[]): string {
  const sum = (of: (day: TeamDay) => number) => days.reduce((total, day) => total + of(day), 0)
  const late = sum((day) => day.late)
  const sales = sum((day) => day.sales)
  return [
    late === 0 ? 'Nada atrasado' : counted(late, 'retorno atrasado', 'retornos atrasados'),
    withUnit(
      sum((day) => day.today),
      'para hoje',
    ),
    ...(sales === 0
      ? []
      : [counted(sales, 'venda', 'vendas'), `R$ ${formatMoney(sum((day) => day.salesCents))}`]),
  ].join(' · ')
}

function TeamSkeleton() {
  return (
    <div className={classes.screen} aria-busy="true" role="status" aria-label="Reunindo o dia da equipe">
      <Skeleton height={34} width={240} mb="lg" />
      <Skeleton height={320} radius="md" />
    </div>
  )
}
