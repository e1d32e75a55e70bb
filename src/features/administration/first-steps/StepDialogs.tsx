/** The dialogs of the records, and the link of an invitation that no mail brings. */
import { MailedDialog } from '../../../device/MailedDialog.tsx'
import type { Mailed } from '../../../domain/mail/mailed.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { CatalogueDialog } from '../CatalogueDialog.tsx'
import { partnerList } from '../lists/partners.tsx'
import { technicalTeamList } from '../lists/technical-teams.tsx'
import { UserDialog } from '../users/UserDialog.tsx'
import type { RecordKind } from './StepBody.tsx'

interface StepDialogsProps {
  readonly user: SessionUser
  /** null: none is open. */
  readonly kind: RecordKind | null
  readonly onClose: () => void
}

export function StepDialogs({ user, kind, onClose }: StepDialogsProps) {
  const unsent = useDialog<Mailed>()
  return (
    <>
      {kind === 'team' ? (
        <CatalogueDialog user={user} list={technicalTeamList} row={null} onClose={onClose} />
      ) : null}
      {kind === 'partner' ? (
        <CatalogueDialog user={user} list={partnerList} row={null} onClose={onClose} />
      ) : null}
      {kind === 'broker' ? (
        <UserDialog actor={user} subject="new" onUnsent={unsent.open} onClose={onClose} />
      ) : null}
      {unsent.subject === null ? null : (
        <MailedDialog mail={unsent.subject} opened={unsent.opened} onClose={unsent.close} />
      )}
    </>
  )
}
