/** /privacidade: docs/rules.md#data-requests */
import type { SessionUser } from '../domain/session/session-user.ts'
import { PrivacyScreen } from '../features/administration/privacy/PrivacyScreen.tsx'
import { ErasureDialog } from '../features/clients/personal-data/ErasureDialog.tsx'

export function PrivacyRoute({ user }: { readonly user: SessionUser }) {
  return <PrivacyScreen user={user} erasure={(asked) => <ErasureDialog {...asked} />} />
}
