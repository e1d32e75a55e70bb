/**
 * How a call or a conversation ended, in one tap, with what that writes in small words. It is written as one group, the next
 * lead comes at once, and 'Desfazer' takes all of it back. docs/rules.md#outcomes
 */
import { Menu, UnstyledButton } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { callWithoutOutcome, type LastCall } from '../../../db/last-calls.ts'
import { missedToday } from '../../../db/missed-calls.ts'
import { openMirror } from '../../../db/open.ts'
import { runGroupWithToast } from '../../../device/run-group-with-toast.ts'
import type { Catalogues } from '../../../device/useCatalogues.ts'
import { type Outcome, type OutcomeForm, outcomesOf } from '../../../domain/day/outcomes.ts'
import { quickTimes } from '../../../domain/day/quick-times.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { DEFAULT_STATUS_FLOW } from '../../../domain/lead/status.ts'
import { momentInWords } from '../../../domain/notices/notice.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { businessCalendar } from '../../../domain/sla/business-calendar.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import classes from './Outcomes.module.css'

interface OutcomesProps {
  readonly lead: Lead
  readonly user: SessionUser
  readonly catalogues: Catalogues
  readonly nowMs: number
  /** The outcome goes on in the form. */
  readonly onOpen: (lead: Lead, form: OutcomeForm) => void
  /** 'Outra data…' */
  readonly onSchedule: (lead: Lead) => void
  /** The outcome is written: the next lead is shown. */
  readonly onPass: () => void
  readonly onUndone: (uid: string) => void
}

/** Null while nothing waits for an outcome. */
function useCall({ lead, user, nowMs }: Pick<OutcomesProps, 'lead' | 'user' | 'nowMs'>) {
  const day = saoPauloDay(nowMs)
  return useLiveQuery(async () => {
    const db = openMirror(user.id)
    const call = await callWithoutOutcome(db, lead.uid, nowMs)
    return call === null ? null : { call, missed: await missedToday(db, lead.uid, nowMs) }
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [user.id, lead.uid, day])
}

export function Outcomes(props: OutcomesProps) {
  const { lead, user, catalogues, nowMs } = props
  const found = useCall(props)
  if (found === undefined || found === null) return null
  const outcomes = outcomesOf({
    lead,
    call: found.call,
    missedToday: found.missed,
    user,
    settings: catalogues.settings,
    statusFlow: catalogues.channels.get(lead.channel_id)?.attendance_flow.status_flow ?? DEFAULT_STATUS_FLOW,
    nowMs,
  })
  return <Choice {...props} call={found.call} outcomes={outcomes} />
}

interface ChoiceProps extends OutcomesProps {
  readonly call: LastCall
  readonly outcomes: readonly Outcome[]
}

function Choice(props: ChoiceProps) {
  const { lead, user, catalogues, nowMs, call, outcomes, onOpen, onSchedule, onPass, onUndone } = props
  const once = useOnce()
  const times = quickTimes(nowMs, businessCalendar(catalogues.settings.business_hours))

  /** Returns true once it is stored on this device. */
  const write = (outcome: Outcome, atMs: number | null): Promise<boolean> => {
    const commands = outcome.commands(atMs)
    if (commands.length === 0) return Promise.resolve(true)
    const done = (atMs === null ? outcome.doneWithoutTime : undefined) ?? outcome.done
    return runGroupWithToast(user.id, { lead, commands, told: done, done, call, onUndone })
  }
  const choose = (outcome: Outcome, atMs: number | null = null) =>
    void once(async () => {
      if (!(await write(outcome, atMs))) return
      if (outcome.opens === null) onPass()
      else onOpen(lead, outcome.opens)
    }, call.call_uid)
  const otherDate = (outcome: Outcome) =>
    void once(async () => {
      if (await write(outcome, null)) onSchedule(lead)
    }, call.call_uid)

  return (
    <section className={classes.root} aria-label="Como foi?">
      <h3 className={classes.question}>Como foi?</h3>
      <div className={classes.outcomes}>
        {outcomes.map((outcome, place) =>
          outcome.asksTime && outcome.refusal === null ? (
            <Menu key={outcome.kind} position="bottom-start" loop>
              <Menu.Target>
                <OutcomeButton outcome={outcome} place={place} />
              </Menu.Target>
              <Menu.Dropdown aria-label="Quando ligar de volta?">
                {times.map(({ label, atMs }) => (
                  <Menu.Item key={label} onClick={() => choose(outcome, atMs)}>
                    {label === 'Em 1 h' ? `${label} (${momentInWords(atMs, nowMs)})` : label}
                  </Menu.Item>
                ))}
                <Menu.Item onClick={() => otherDate(outcome)}>Outra data…</Menu.Item>
              </Menu.Dropdown>
            </Menu>
          ) : (
            <OutcomeButton
              key={outcome.kind}
              outcome={outcome}
              place={place}
              onClick={() => choose(outcome)}
            />
          ),
        )}
      </div>
    </section>
  )
}

interface OutcomeButtonProps extends React.ComponentProps<'button'> {
  readonly outcome: Outcome
  readonly place: number
}

/** The words of a refused outcome are its reason. */
function OutcomeButton({ outcome: { label, words, refusal }, place, ...others }: OutcomeButtonProps) {
  return (
    <UnstyledButton
      {...others}
      className={classes.outcome}
      disabled={refusal !== null}
      data-day-act={`outcome-${place + 1}`}
    >
      <span className={classes.label}>
        <span className={classes.key} aria-hidden>
          {place + 1}
        </span>
        {label}
      </span>
      <span className={classes.words}>{refusal ?? words}</span>
    </UnstyledButton>
  )
}
