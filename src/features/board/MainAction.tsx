/**
 * The main button of a card and of the lead view. On a card, a finished lead has two for management:
 * docs/rules.md#card-buttons.
 */
import type { CardActions } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'
import { CardButton } from './CardButton.tsx'
import classes from './LeadCard.module.css'

interface MainActionProps {
  readonly lead: Lead
  readonly actions: CardActions
  readonly onCapture: (lead: Lead) => void
  /** Absent in the view itself. */
  readonly onView?: (lead: Lead) => void
  readonly onWork: (lead: Lead) => void
  readonly onRecover: (lead: Lead) => void
}

/** Without an action a card says why in the button's place, where the other buttons keep theirs. */
export function MainAction({ lead, actions, onCapture, onView, onWork, onRecover }: MainActionProps) {
  const { capture } = actions
  if (capture.kind === 'allowed')
    return (
      <CardButton primary onClick={() => onCapture(lead)}>
        Capturar esse Lead
      </CardButton>
    )
  if (capture.kind === 'disabled')
    return (
      <CardButton
        primary
        aria-disabled
        aria-description={capture.reason}
        data-hint={capture.reason}
        onClick={(event) => event.preventDefault()}
      >
        Capturar esse Lead
      </CardButton>
    )
  if (capture.kind === 'suspended')
    return (
      <CardButton primary disabled>
        Lead suspenso
      </CardButton>
    )
  if (actions.work)
    return (
      <CardButton primary onClick={() => onWork(lead)}>
        Trabalhar lead
      </CardButton>
    )
  if (actions.recover)
    return (
      <>
        <CardButton onClick={() => onRecover(lead)}>Recuperar Lead</CardButton>
        {onView === undefined ? null : <CardButton onClick={() => onView(lead)}>Ver Lead</CardButton>}
      </>
    )
  if (onView === undefined) return null
  if (actions.seeLead) return <CardButton onClick={() => onView(lead)}>Ver Lead</CardButton>
  return <span className={classes.why}>{capture.reason}</span>
}
