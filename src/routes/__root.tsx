/** Around every route: the offer of a new version, and what is shown when a route isn't there or breaks. */
import { createRootRoute, Outlet } from '@tanstack/react-router'
import { BrokenScreen, NotFoundScreen } from '../features/shell/screens.tsx'
import { UpdatePrompt } from '../features/shell/UpdatePrompt.tsx'

export const Route = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <UpdatePrompt />
    </>
  ),
  notFoundComponent: NotFoundScreen,
  errorComponent: BrokenScreen,
})
