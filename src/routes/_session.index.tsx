/** `/`: the lead board for roles below 4, 'Indicação' for the others (first text, section 2). */
import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_session/')({ component: () => null })
