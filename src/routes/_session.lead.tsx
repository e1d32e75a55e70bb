/** /lead: 'Criar Lead', the whole form for roles 1 and 2, the referral for role 3. docs/rules.md#creation */
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { leadTarget, targetAddress } from '../domain/notices/notice.ts'
import { CreateLeadScreen } from '../features/lead/form/CreateLeadScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/lead')({ component: LeadRoute })

function LeadRoute() {
  const user = useSessionUser()
  const navigate = useNavigate()
  if (user === null) return null
  return (
    <CreateLeadScreen
      user={user}
      path="/lead"
      onClose={() => void navigate({ to: '/' })}
      onView={(lead) => void navigate(targetAddress(leadTarget(lead)))}
    />
  )
}
