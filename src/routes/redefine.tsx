/** /redefine. It needs no token. */
import { createFileRoute } from '@tanstack/react-router'
import { ForgottenPasswordScreen } from '../features/session/ForgottenPasswordScreen.tsx'

export const Route = createFileRoute('/redefine')({ component: ForgottenPasswordScreen })
