/**
 * The main button of a card and of the lead view. On a card, a finished lead has two for management:
 * docs/rules.md#card-buttons.
 */
import type { Catalogues } from '../../device/useCatalogues.ts'
import { CAPTURE_LABEL } from '../../domain/lead/capture-words.ts'
import type { CardActions, NoAction } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { CardButton } from './CardButton.tsx'
import classes from './LeadCard.module.css'

interface MainActionProps {
  readonly lead: Lead
  readonly actions: CardActions
  readonly catalogues: Catalogues
  /** The lead of the channel that comes first, where the device has it. */
  readonly oldest: Lead | undefined
  readonly onCapture: (lead: Lead) => void
  /** Opens a lead's view. Absent in the view itself, as far as it is about its own lead. */
  readonly onView?: (lead: Lead) => void
  readonly onWork: (lead: Lead) => void
  readonly onRecover: (lead: Lead) => void
  /** A line of the list has less room: the button is named as on a card for those who do not see it. */
  readonly short?: boolean
}

const LABELS = {
  capture: { whole: CAPTURE_LABEL, short: 'Capturar' },
  suspended: { whole: 'Lead suspenso', short: 'Lead suspenso' },
  work: { whole: 'Trabalhar lead', short: 'Trabalhar' },
  recover: { whole: 'Recuperar Lead', short: 'Recuperar' },
} as const
const SUSPENDED = 'Este lead está suspenso até que um administrador ou gerente o libere.'

/** Without an action a card says why in the button's place, where the other buttons keep theirs. */
export function MainAction(props: MainActionProps) {
  const { lead, actions, onCapture, onView, onWork, onRecover, short = false } = props
  const { capture } = actions
  const named = (label: keyof typeof LABELS) => ({
    children: LABELS[label][short ? 'short' : 'whole'],
    ...(short ? { 'aria-label': LABELS[label].whole } : {}),
  })
  const idle = (reason: string) => ({
    'aria-disabled': true,
    'aria-description': reason,
    'data-hint': reason,
  })
  if (capture.kind === 'allowed')
    return <CardButton primary {...named('capture')} onClick={() => onCapture(lead)} />
  if (capture.kind === 'disabled')
    return <CardButton primary {...named('capture')} {...idle(capture.reason)} />
  if (capture.kind === 'suspended') return <CardButton primary {...named('suspended')} {...idle(SUSPENDED)} />
  if (actions.work) return <CardButton primary {...named('work')} onClick={() => onWork(lead)} />
  if (actions.recover)
    return (
      <>
        <CardButton {...named('recover')} onClick={() => onRecover(lead)} />
        {onView === undefined || short ? null : (
          <CardButton onClick={() => onView(lead)}>Ver Lead</CardButton>
        )}
      </>
    )
  if (actions.seeLead)
    return onView === undefined ? null : <CardButton onClick={() => onView(lead)}>Ver Lead</CardButton>
  return actions.why === null ? null : <Why {...props} why={actions.why} />
}

function Why({ why, catalogues, oldest, onView }: MainActionProps & { readonly why: NoAction }) {
  if (why.kind === 'before' && oldest !== undefined && onView !== undefined)
    return (
      <button
        type="button"
        className={classes.before}
        onClick={() => onView(oldest)}
        aria-label={`Antes deste: abrir o lead ${oldest.id ?? 'pendente'}`}
        data-hint="O lead pendente mais antigo deste canal é capturado primeiro."
      >
        Antes deste: Nº {oldest.id ?? 'pendente'} →
      </button>
    )
  return <span className={classes.why}>{whyInWords(why, oldest, catalogues)}</span>
}

function whyInWords(why: NoAction, oldest: Lead | undefined, { users }: Catalogues): string {
  const name = (id: number | null) => (id === null ? undefined : users.get(id)?.name)
  switch (why.kind) {
    case 'before':
      return `Antes deste: ${oldest === undefined ? 'o mais antigo deste canal' : `Nº ${oldest.id ?? 'pendente'}`}`
    case 'meant':
      return `Separado para ${name(why.brokerId) ?? 'outra pessoa'}`
    case 'captured':
      return why.brokerId === null ? 'Sem corretor' : `Capturado por ${name(why.brokerId) ?? 'outra pessoa'}`
    case 'told':
      return why.reason
  }
}
