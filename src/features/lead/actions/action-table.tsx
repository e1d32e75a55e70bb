/** The actions of an edited lead, one line each: label, icon, function. Bar and menu render the same table. */
import {
  IconArrowRight,
  IconBan,
  IconCalendarPlus,
  IconCircleCheck,
  IconClockEdit,
  IconFileDownload,
  IconHistory,
  IconHourglass,
  IconMessage2,
  IconMessages,
  IconNotes,
  IconPhone,
  IconPlayerPause,
  IconReceipt,
  IconScale,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { NextStep } from '../../../domain/lead/next-step.ts'
import { advanceLabel, type LeadAction, suspendLabel } from './allowed-actions.ts'
import type { EditActions } from './useEditActions.ts'

export interface ActionLine {
  readonly name: LeadAction | 'history'
  readonly label: string
  readonly icon: ReactNode
  readonly run: () => void
  readonly danger?: boolean
}

export interface ActionSource {
  readonly lead: Lead
  readonly statusFlow: readonly number[]
  readonly allowed: ReadonlySet<LeadAction>
  readonly state: EditActions
  /** The quoting system is out of reach: the quote is marked without its link. */
  readonly marksQuote: boolean
  /** The step with the filled button. */
  readonly next: NextStep | null
}

export const variantOf = (step: NextStep, next: NextStep | null) => (step === next ? 'filled' : 'default')

const ICON = 18

/** Returns the allowed steps of the daily work. A wide screen has a button for each. */
export function workLines({
  lead,
  statusFlow,
  allowed,
  state,
  marksQuote,
}: Omit<ActionSource, 'next'>): ActionLine[] {
  const lines: ActionLine[] = [
    { name: 'call', label: 'Ligar', icon: <IconPhone size={ICON} />, run: () => state.open('call') },
    {
      name: 'message',
      label: 'Mensagem',
      icon: <IconMessage2 size={ICON} />,
      run: () => state.open('message'),
    },
    {
      name: 'schedule',
      label: 'Agendar',
      icon: <IconCalendarPlus size={ICON} />,
      run: () => state.open('schedule'),
    },
    { name: 'note', label: '+ Nota', icon: <IconNotes size={ICON} />, run: () => state.open('note') },
    {
      name: 'quote',
      label: marksQuote ? 'Marcar como cotado' : 'Cotar',
      icon: <IconReceipt size={ICON} />,
      run: state.quote,
    },
    { name: 'negotiate', label: 'Negociação', icon: <IconMessages size={ICON} />, run: state.negotiate },
    {
      name: 'advance',
      label: advanceLabel(lead, statusFlow),
      icon: <IconArrowRight size={ICON} />,
      run: state.advance,
    },
    {
      name: 'pendingSell',
      label: 'Vendido com Pendência',
      icon: <IconHourglass size={ICON} />,
      run: () => state.open('pendingSell'),
    },
  ]
  // A lead that is already marked quoted can't be marked again.
  const idle = marksQuote && lead.quoted === 1
  return lines.filter(({ name }) => name !== 'history' && allowed.has(name) && !(idle && name === 'quote'))
}

/** The end as a line of the menu, where the bar has no place for it. */
export const endLines = ({ allowed, state }: ActionSource): ActionLine[] =>
  allowed.has('finish')
    ? [
        {
          name: 'finish',
          label: 'Finalizar',
          icon: <IconCircleCheck size={ICON} />,
          run: () => void state.finish.start(),
        },
      ]
    : []

/**
 * Returns the allowed other actions, for the menu. The file is a line of its own, since it needs an input. `beside`: the
 * history is in sight.
 */
export function moreLines({ lead, allowed, state }: ActionSource, beside: boolean): ActionLine[] {
  const lines: ActionLine[] = [
    {
      name: 'history',
      label: 'Histórico',
      icon: <IconHistory size={ICON} />,
      run: () => state.open('history'),
    },
    { name: 'download', label: 'Baixar PDF', icon: <IconFileDownload size={ICON} />, run: state.download },
    {
      name: 'limits',
      label: 'Prazos da lei',
      icon: <IconScale size={ICON} />,
      run: () => state.open('limits'),
    },
    {
      name: 'deadlines',
      label: 'Alterar Prazos',
      icon: <IconClockEdit size={ICON} />,
      run: () => state.open('deadlines'),
    },
    {
      name: 'suspend',
      label: suspendLabel(lead),
      icon: <IconPlayerPause size={ICON} />,
      run: state.suspend,
    },
    {
      name: 'cancel',
      label: 'Cancelar lead',
      icon: <IconBan size={ICON} />,
      run: () => state.open('cancel'),
      danger: true,
    },
  ]
  return lines.filter(({ name }) => (name === 'history' ? !beside : allowed.has(name)))
}
