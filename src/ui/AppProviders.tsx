/** Providers around every screen: theme, colour scheme and toaster. */
import './styles.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { Toaster } from './Toaster.tsx'
import { cssVariablesResolver, theme } from './theme.ts'

export function AppProviders({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      {children}
      <Toaster />
    </MantineProvider>
  )
}
