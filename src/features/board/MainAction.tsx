/** The main button of a card, under its rule; a finished lead of management's has two (first text, section 6). */
import { Button, Tooltip } from '@mantine/core'
import type { CardActions } from '../../domain/lead/card-actions.ts'
import type { Lead } from '../../domain/lead/lead.ts'

interface MainActionProps {
  readonly lead: Lead
  readonly actions: CardActions
  readonly onCapture: (lead: Lead) => void
  readonly onView: (lead: Lead) => void
  readonly onWork: (lead: Lead) => void
  readonly onRecover: (lead: Lead) => void
}

/** Nothing to offer leaves its place empty, so that the other buttons stand where they always do. */
export function MainAction({ lead, actions, onCapture, onView, onWork, onRecover }: MainActionProps) {
  const { capture } = actions
  if (capture.kind === 'allowed') return <Button onClick={() => onCapture(lead)}>Capturar esse Lead</Button>
  if (capture.kind === 'disabled')
    return (
      <Tooltip label={capture.reason} multiline maw={280}>
        <Button data-disabled aria-disabled onClick={(event) => event.preventDefault()}>
          Capturar esse Lead
        </Button>
      </Tooltip>
    )
  if (capture.kind === 'suspended') return <Button disabled>Lead suspenso</Button>
  if (actions.work) return <Button onClick={() => onWork(lead)}>Trabalhar lead</Button>
  if (actions.recover)
    return (
      <>
        <Button variant="default" onClick={() => onRecover(lead)}>
          Recuperar Lead
        </Button>
        <Button variant="default" onClick={() => onView(lead)}>
          Ver Lead
        </Button>
      </>
    )
  if (actions.seeLead)
    return (
      <Button variant="default" onClick={() => onView(lead)}>
        Ver Lead
      </Button>
    )
  return <span />
}
