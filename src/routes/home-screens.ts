/** The two screens of `/`. Their code is loaded before it is rendered, so a start shows no empty frame in between. */
import { lazyRouteComponent } from '@tanstack/react-router'

export const BoardRoute = lazyRouteComponent(() => import('./BoardRoute.tsx'), 'BoardRoute')
export const IndicationRoute = lazyRouteComponent(() => import('./IndicationRoute.tsx'), 'IndicationRoute')
