/** What every screen stands in: theme, colour scheme, and the toasts (loaded when the first one is shown). */
import './styles.css'
import { MantineProvider } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { toastsWanted } from './notify.ts'
import { cssVariablesResolver, theme } from './theme.ts'

const Toasts = lazy(() => import('./Toasts.tsx'))

export function AppProviders({ children }: { children: ReactNode }) {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
      {wanted ? (
        <Suspense>
          <Toasts />
        </Suspense>
      ) : null}
    </MantineProvider>
  )
}
