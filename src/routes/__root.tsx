/** Surrounds every route: the update prompt, and the screens for an unknown route and for an error. */
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
