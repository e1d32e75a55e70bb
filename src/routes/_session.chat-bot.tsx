/** /chat-bot: docs/rules.md#assistant */
import { createFileRoute } from '@tanstack/react-router'
import { ChatScreen } from '../features/assistant/ChatScreen.tsx'
import { storeView } from '../features/board/stored-view.ts'
import { useSessionUser } from '../features/session/useSessionUser.ts'

export const Route = createFileRoute('/_session/chat-bot')({ component: ChatRoute })

function ChatRoute() {
  const user = useSessionUser()
  return user === null ? null : <ChatScreen user={user} onView={(view) => storeView(user.id, view)} />
}
