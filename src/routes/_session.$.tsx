/** Any other path of a session: the frame's guard says whether it is denied or unknown. */
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_session/$')({ component: () => null })
