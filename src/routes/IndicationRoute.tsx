/** 'Indicação' for roles 4 to 7: the form beside the list of the user's referrals. */
import type { SessionUser } from '../domain/session/session-user.ts'
import { ReferralsScreen } from '../features/indication/ReferralsScreen.tsx'
import { NewReferral } from '../features/lead/form/NewReferral.tsx'

export function IndicationRoute({ user }: { user: SessionUser }) {
  return <ReferralsScreen user={user} form={<NewReferral user={user} />} />
}
