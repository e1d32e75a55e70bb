/** /chat-bot: docs/rules.md#assistant */
import type { SessionUser } from '../domain/session/session-user.ts'
import { ChatScreen } from '../features/assistant/ChatScreen.tsx'
import { storeView } from '../features/board/stored-view.ts'

export function ChatRoute({ user }: { readonly user: SessionUser }) {
  return <ChatScreen user={user} onView={(view) => storeView(user.id, view)} />
}
