/** A whole screen with the animated logo, until there is content. */
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from './Logo.tsx'
import classes from './LogoLoader.module.css'

interface LogoLoaderProps {
  readonly label?: string
  /** Progress in numbers, or a button to leave. */
  readonly children?: ReactNode
}

export function LogoLoader({ label = 'Carregando', children }: LogoLoaderProps) {
  return (
    <main className={classes.root} aria-busy="true">
      <Logo size={112} lit />
      <Text className={classes.name} component="p">
        Farol
      </Text>
      <div className={classes.below}>
        {children ?? (
          <Text size="sm" c="dimmed" ta="center" role="status">
            {label}…
          </Text>
        )}
      </div>
    </main>
  )
}
