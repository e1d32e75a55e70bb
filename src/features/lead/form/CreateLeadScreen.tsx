/** 'Criar Lead' and 'Me Indico': the form as a whole screen. */
import { VisuallyHidden } from '@mantine/core'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { CreateLead, type GivenClient } from './CreateLead.tsx'
import classes from './CreateLeadScreen.module.css'
import type { CreatedLead } from './submit-lead.ts'

interface CreateLeadScreenProps {
  readonly user: SessionUser
  readonly path: '/lead' | '/auto-indicação'
  /** What is known of the client. */
  readonly given?: GivenClient | undefined
  readonly onClose: () => void
  readonly onView: (lead: CreatedLead) => void
}

export function CreateLeadScreen({ user, path, given, onClose, onView }: CreateLeadScreenProps) {
  return (
    <div className={classes.root}>
      <div className={classes.sheet}>
        {/* The frame shows the title. */}
        <VisuallyHidden component="h2">{path === '/lead' ? 'Criar Lead' : 'Me Indico'}</VisuallyHidden>
        <CreateLead key={path} user={user} path={path} given={given} onClose={onClose} onView={onView} />
      </div>
    </div>
  )
}
