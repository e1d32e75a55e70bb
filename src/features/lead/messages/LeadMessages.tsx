/** What a screen offers of a lead's messages: the line of a suggestion, and the button that writes one. Works offline. */
import { Button } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useState } from 'react'
import { actsOn } from '../../../domain/lead/access.ts'
import { labelOf } from '../../../domain/lead/field-words.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import { isFinished, isInOrigin } from '../../../domain/lead/lead-state.ts'
import { decideMessageProblem, sendMessageProblem } from '../../../domain/lead/lifecycle-problems.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { messagePhones } from '../../../domain/whatsapp/sending.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import answers from '../calls/Answers.module.css'
import classes from './LeadMessages.module.css'
import { MessageDialog } from './MessageDialog.tsx'
import { useMessageActs } from './useMessage.ts'

interface LeadMessagesProps {
  readonly lead: Lead
  readonly user: SessionUser
  /** `line`: a suggestion alone. `button`: 'Escrever com modelo' besides. */
  readonly look: 'line' | 'button'
}

export function LeadMessages({ lead, user, look }: LeadMessagesProps) {
  const [opened, setOpened] = useState(false)
  const writes =
    look === 'button' && sendMessageProblem(lead, user) === null && messagePhones(lead).length > 0
  return (
    <>
      <SuggestionLine lead={lead} user={user} onWrite={() => setOpened(true)} />
      {writes ? (
        <Button
          variant="default"
          leftSection={<IconMessage2 size={18} aria-hidden />}
          onClick={() => setOpened(true)}
        >
          Escrever com modelo
        </Button>
      ) : null}
      {/* A lead that ends meanwhile takes the button away, and not what is being written. */}
      <MessageDialog lead={lead} user={user} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}

interface SuggestionLineProps extends Omit<LeadMessagesProps, 'look'> {
  readonly onWrite: () => void
}

/** What did not go is told to who sent it, and after the lead's end. */
function isAsked(lead: Lead, user: SessionUser): boolean {
  const sender = lead.suggested_message?.sender_id ?? null
  if (isFinished(lead) && sender === null) return false
  return (actsOn(lead, user) || sender === user.id) && decideMessageProblem(lead, user) === null
}

function SuggestionLine({ lead, user, onWrite }: SuggestionLineProps) {
  const acts = useMessageActs(lead, user)
  const once = useOnce()
  const dismiss = async () => {
    await acts.dismiss()
  }
  const { suggested_message: suggested } = lead
  // A row that the device stored before lacks the field.
  if (suggested === null || suggested === undefined || !isAsked(lead, user)) return null
  return (
    <div className={classes.line} role="group" aria-label={labelOf('suggested_message')}>
      <span className={classes.words}>
        {labelOf('suggested_message')}: {suggested.reason}
        {isInOrigin(lead) ? '. Capture o lead para escrever.' : null}
      </span>
      <span className={answers.answers}>
        {/* A message is a contact, which a lead has from its capture on. */}
        {sendMessageProblem(lead, user) === null ? (
          <button type="button" className={answers.answer} onClick={onWrite}>
            Escrever
          </button>
        ) : null}
        <button type="button" className={answers.answer} onClick={() => void once(dismiss)}>
          Agora não
        </button>
      </span>
    </div>
  )
}
