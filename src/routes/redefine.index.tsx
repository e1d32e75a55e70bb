/** /redefine. It needs no token. */
import { createFileRoute } from '@tanstack/react-router'
import { ResetRequestScreen } from '../features/session/accounts/ResetRequestScreen.tsx'

export const Route = createFileRoute('/redefine/')({ component: ResetRequestScreen })
