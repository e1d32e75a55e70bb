/**
 * How a call or a conversation ended, in one tap: what each outcome writes, in words and as commands, and why it is refused
 * before the tap. docs/rules.md#outcomes
 */
import type { CallWay } from '../lead/calls.ts'
import type { Lead } from '../lead/lead.ts'
import { isOpenScheduling } from '../lead/lead-state.ts'
import {
  advanceProblem,
  callResultProblem,
  finishStepProblem,
  noteContactProblem,
} from '../lead/lifecycle-problems.ts'
import { closeSchedulingProblem, personalScheduling, schedulerProblem } from '../lead/scheduling.ts'
import { nextStatus, statusLine } from '../lead/status.ts'
import { momentInWords, whenInWords } from '../notices/notice.ts'
import type { SessionUser } from '../session/session-user.ts'
import type { Settings } from '../settings/settings.ts'
import { type BusinessCalendar, businessCalendar } from '../sla/business-calendar.ts'
import { withCapital } from '../text/capital.ts'
import { wholeMinute } from '../time/sao-paulo.ts'
import { LAST_TRY, nextDayMs, tryAgainMs } from './outcome-times.ts'

export type OutcomeKind = 'answered' | 'call-back' | 'no-answer' | 'busy' | 'closed' | 'lost' | 'message'

/** Members of one command group. */
export type OutcomeCommand =
  | {
      readonly name: 'lead.callResult'
      readonly args: { lead_uid: string; call_uid: string; status: 0 | 2 | 3 }
    }
  | {
      readonly name: 'lead.noteContact'
      readonly args: { lead_uid: string; contact_type: 1 | 4; contact_date: string }
    }
  | { readonly name: 'lead.advance'; readonly args: { lead_uid: string } }
  | { readonly name: 'lead.closeScheduling'; readonly args: { lead_uid: string } }
  | {
      readonly name: 'lead.schedule'
      readonly args: { lead_uid: string; scheduling_date: string; description: string }
    }

/** What the form opens on: the lead, its sale, its loss. */
export type OutcomeForm = 'lead' | 'sale' | 'loss'

export interface Outcome {
  readonly kind: OutcomeKind
  readonly label: string
  /** What it will write, in small words. */
  readonly words: string
  /** Why it may not be chosen. Null: it may. */
  readonly refusal: string | null
  /** `atMs`: the quick time of 'Pediu retorno'; the others know theirs. */
  readonly commands: (atMs: number | null) => readonly OutcomeCommand[]
  /** It asks for a quick time first. */
  readonly asksTime: boolean
  readonly opens: OutcomeForm | null
  /** Of the toast. */
  readonly done: string
  /** In place of `done` while the user still chooses the time in a dialog. */
  readonly doneWithoutTime?: string
}

/** The call or conversation that ended, as the device keeps it. */
interface EndedCall {
  readonly call_uid: string
  readonly way: CallWay
  /** ISO 8601. */
  readonly called_at: string
}

export interface OutcomeQuestion {
  readonly lead: Lead
  readonly call: EndedCall
  /** Calls to the client that nobody answered today, before this one. */
  readonly missedToday: number
  readonly user: Pick<SessionUser, 'id' | 'roles' | 'covers'>
  readonly settings: Settings
  /** The statuses of the lead's channel. */
  readonly statusFlow: readonly number[]
  readonly nowMs: number
}

const ANSWERED = 2
const NOT_ANSWERED = 3
const BUSY = 0
const TELEPHONE = 1
const WHATSAPP = 4
/** The status that a message moves a lead to, and no further. */
const WROTE_OR_CALLED = 3

interface Moment extends OutcomeQuestion {
  readonly calendar: BusinessCalendar
}

interface Writing {
  readonly words: string
  readonly commands: readonly OutcomeCommand[]
}
const NOTHING: readonly Writing[] = []

const result = ({ lead, call }: Moment, status: 0 | 2 | 3, words: string): readonly Writing[] =>
  call.way === 'whatsapp'
    ? NOTHING
    : [
        {
          words,
          commands: [
            { name: 'lead.callResult', args: { lead_uid: lead.uid, call_uid: call.call_uid, status } },
          ],
        },
      ]

function contact({ lead, call }: Moment): readonly Writing[] {
  if (lead.contact_type !== null && lead.contact_date !== null) return NOTHING
  const isMessage = call.way === 'whatsapp'
  return [
    {
      words: isMessage ? 'contato por WhatsApp' : 'contato por telefone',
      commands: [
        {
          name: 'lead.noteContact',
          args: {
            lead_uid: lead.uid,
            contact_type: isMessage ? WHATSAPP : TELEPHONE,
            contact_date: wholeMinute(Date.parse(call.called_at)),
          },
        },
      ],
    },
  ]
}

const nextLabel = ({ lead, statusFlow }: Moment): string =>
  statusLine(nextStatus(lead.status, statusFlow)).label

/** The next status of the flow, as far as the rules let. `only`: no other status than that. */
function advance(moment: Moment, only: number | null = null): readonly Writing[] {
  const { lead, user, statusFlow } = moment
  const next = nextStatus(lead.status, statusFlow)
  if (advanceProblem(lead, user, statusFlow) !== null || (only !== null && next !== only)) return NOTHING
  return [
    {
      words: `vai para ${nextLabel(moment)}`,
      commands: [{ name: 'lead.advance', args: { lead_uid: lead.uid } }],
    },
  ]
}

/**
 * A return that was due is done. It stays open where a date of the attendance is not after it: the end compares those with the
 * last closed scheduling (docs/rules.md#finish-checks).
 */
function closeReturn({ lead, user, call, nowMs }: Moment): readonly Writing[] {
  const dueMs = Date.parse(personalScheduling(lead)?.scheduling_date ?? '')
  if (!(dueMs <= nowMs) || closeSchedulingProblem(lead, user) !== null) return NOTHING
  const dates = [lead.contact_date ?? call.called_at, lead.quoted_date, lead.sold_date]
  // As they will be stored: the contact of a call has its minute alone, and 'Finalizar' compares minutes.
  const minuteOf = (date: string) => Date.parse(wholeMinute(Date.parse(date)))
  if (dates.some((date) => date !== null && minuteOf(date) <= dueMs)) return NOTHING
  return [
    {
      words: 'encerra o retorno',
      commands: [{ name: 'lead.closeScheduling', args: { lead_uid: lead.uid } }],
    },
  ]
}

/** What was agreed stays. */
const agreed = ({ lead_scheduling: last }: Lead) => (isOpenScheduling(last) ? (last?.description ?? '') : '')

const scheduleCommand = (lead: Lead, atMs: number): OutcomeCommand => ({
  name: 'lead.schedule',
  args: {
    lead_uid: lead.uid,
    scheduling_date: new Date(atMs).toISOString(),
    description: agreed(lead),
  },
})

const schedule = ({ lead, nowMs }: Moment, atMs: number): readonly Writing[] => [
  { words: `retorno ${whenInWords(atMs, nowMs)}`, commands: [scheduleCommand(lead, atMs)] },
]

const wordsOf = (writings: readonly Writing[], ...more: readonly string[]) =>
  withCapital([...writings.map(({ words }) => words), ...more].join(' · '))
const commandsOf = (writings: readonly Writing[]) => writings.flatMap(({ commands }) => commands)

type Refusal = { readonly message: string } | null
const firstOf = (...problems: readonly Refusal[]): string | null =>
  problems.find((problem) => problem !== null)?.message ?? null

const FIXED = { asksTime: false, opens: null } as const

function answered(moment: Moment): Outcome {
  const { lead, user } = moment
  const step = advance(moment)
  const before = [...result(moment, ANSWERED, 'atendida'), ...contact(moment)]
  const after = closeReturn(moment)
  return {
    ...FIXED,
    kind: 'answered',
    // The status that it goes to, where the rules let it.
    label: ['Atendeu', ...step.map(() => nextLabel(moment))].join(' → '),
    words: wordsOf([...before, ...after], 'abre o lead'),
    refusal: firstOf(callResultProblem(lead, user), noteContactProblem(lead, user)),
    commands: () => commandsOf([...before, ...step, ...after]),
    opens: 'lead',
    done: 'Ligação: atendida',
  }
}

function callBack(moment: Moment): Outcome {
  const { lead, user, call } = moment
  const writings = [...result(moment, ANSWERED, 'atendida'), ...contact(moment)]
  return {
    ...FIXED,
    kind: 'call-back',
    label: 'Pediu retorno',
    words: wordsOf(writings, 'escolha a hora'),
    refusal: firstOf(
      call.way === 'whatsapp' ? null : callResultProblem(lead, user),
      noteContactProblem(lead, user),
      schedulerProblem(lead, user),
    ),
    commands: (atMs) => [...commandsOf(writings), ...(atMs === null ? [] : [scheduleCommand(lead, atMs)])],
    asksTime: true,
    done: 'Retorno agendado',
    doneWithoutTime: call.way === 'whatsapp' ? 'Contato registrado' : 'Ligação: atendida',
  }
}

function missed(moment: Moment, kind: 'no-answer' | 'busy'): Outcome {
  const { lead, user, nowMs, missedToday, calendar } = moment
  const atMs = tryAgainMs(nowMs, missedToday, calendar)
  const isBusy = kind === 'busy'
  const again = schedule(moment, atMs)
  const writings = [
    ...(isBusy ? result(moment, BUSY, 'ocupado') : result(moment, NOT_ANSWERED, 'não atendida')),
    ...again,
  ]
  return {
    ...FIXED,
    kind,
    label: isBusy ? 'Ocupado' : 'Não atendeu',
    words:
      missedToday + 1 >= LAST_TRY ? wordsOf(again, `${missedToday + 1}ª tentativa de hoje`) : wordsOf(again),
    refusal: firstOf(callResultProblem(lead, user), schedulerProblem(lead, user)),
    commands: () => commandsOf(writings),
    done: `${isBusy ? 'Ocupado' : 'Não atendeu'}: retorno ${momentInWords(atMs, nowMs)}`,
  }
}

function closed(moment: Moment): Outcome {
  const { lead, user, call } = moment
  const writings = [...result(moment, ANSWERED, 'atendida'), ...contact(moment)]
  return {
    ...FIXED,
    kind: 'closed',
    label: 'Fechou',
    words: wordsOf(writings, 'abre Finalizar'),
    refusal: firstOf(
      call.way === 'whatsapp' ? null : callResultProblem(lead, user),
      finishStepProblem(lead, user),
    ),
    commands: () => commandsOf(writings),
    opens: 'sale',
    done: 'Contato registrado',
  }
}

const lost = ({ lead, user }: Moment): Outcome => ({
  ...FIXED,
  kind: 'lost',
  label: 'Perdeu',
  words: 'Abre Finalizar para informar o motivo',
  refusal: firstOf(finishStepProblem(lead, user)),
  commands: () => [],
  opens: 'loss',
  done: '',
})

function message(moment: Moment): Outcome {
  const { lead, user, nowMs, calendar } = moment
  const atMs = nextDayMs(nowMs, calendar)
  const writings = [...contact(moment), ...advance(moment, WROTE_OR_CALLED), ...schedule(moment, atMs)]
  return {
    ...FIXED,
    kind: 'message',
    label: 'Enviou mensagem',
    words: wordsOf(writings),
    refusal: firstOf(noteContactProblem(lead, user), schedulerProblem(lead, user)),
    commands: () => commandsOf(writings),
    done: `Mensagem enviada: retorno ${momentInWords(atMs, nowMs)}`,
  }
}

/** Returns the outcomes in the order of their keys. */
export function outcomesOf(question: OutcomeQuestion): readonly Outcome[] {
  const moment: Moment = { ...question, calendar: businessCalendar(question.settings.business_hours) }
  if (question.call.way === 'whatsapp')
    return [message(moment), callBack(moment), closed(moment), lost(moment)]
  return [
    answered(moment),
    callBack(moment),
    missed(moment, 'no-answer'),
    missed(moment, 'busy'),
    closed(moment),
    lost(moment),
  ]
}
