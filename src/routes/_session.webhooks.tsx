/** /webhooks: docs/rules.md#webhooks */
import { createFileRoute } from '@tanstack/react-router'
import { WebhooksScreen } from '../features/administration/webhooks/WebhooksScreen.tsx'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/webhooks')({
  component: WebhooksRoute,
})

function WebhooksRoute() {
  const user = useSessionUser()
  return user === null ? null : <WebhooksScreen user={user} />
}
