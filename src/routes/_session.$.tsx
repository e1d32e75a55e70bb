/** Any other path of a session. The frame's guard decides whether it is denied or unknown. */
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_session/$')({ component: () => null })
