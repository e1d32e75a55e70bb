/** /auto-indicação: 'Me Indico', for roles 1 and 3. */
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { leadTarget, targetAddress } from '../domain/notices/notice.ts'
import { CreateLeadScreen } from '../features/lead/form/CreateLeadScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/auto-indicação')({ component: SelfReferralRoute })

function SelfReferralRoute() {
  const user = useSessionUser()
  const navigate = useNavigate()
  if (user === null) return null
  return (
    <CreateLeadScreen
      user={user}
      path="/auto-indicação"
      onClose={() => void navigate({ to: '/' })}
      onView={(lead) => void navigate(targetAddress(leadTarget(lead)))}
    />
  )
}
