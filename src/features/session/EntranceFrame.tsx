/** The frame of the screens outside a session. The lighthouse is beside the form; phones only show the logo. */
import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import classes from './EntranceFrame.module.css'
import { NightScene } from './NightScene.tsx'
import { useKnownBrokerage } from './useKnownBrokerage.ts'

interface EntranceFrameProps {
  readonly title: string
  readonly reason?: string
  readonly children: ReactNode
}

export function EntranceFrame({ title, reason, children }: EntranceFrameProps) {
  const { name, logo } = useKnownBrokerage()
  return (
    <div className={classes.root}>
      <aside className={classes.scene} aria-label="Farol">
        <NightScene />
        <div className={classes.words}>
          <p className={classes.name}>Farol</p>
          <p className={classes.promise}>Uma luz que mostra para onde ir agora, com ou sem conexão.</p>
        </div>
      </aside>
      <main className={classes.side}>
        <div className={classes.form}>
          <div className={classes.brand}>
            <BrandLogo logo={logo} height={56} maxWidth={name === null ? 240 : 160} />
            {name === null ? null : <p className={classes.brokerage}>{name}</p>}
          </div>
          <Title order={1} mt="sm">
            {title}
          </Title>
          <Text c="dimmed" mt={4} mb="lg">
            {reason ?? 'Leads e indicações de seguros, o dia inteiro.'}
          </Text>
          {children}
        </div>
      </main>
    </div>
  )
}
