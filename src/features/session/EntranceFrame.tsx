/** The frame of the screens outside a session. The lighthouse is beside the form; phones only show the logo. */
import { Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { askedBrokerage } from '../../api/notices.ts'
import { brokerageIn, keepBrokerage, useBrokerage } from '../../device/brokerage.ts'
import type { Brokerage } from '../../domain/settings/brokerage.ts'
import { BrandLogo } from '../../ui/BrandLogo.tsx'
import classes from './EntranceFrame.module.css'
import { NightScene } from './NightScene.tsx'

/** The brokerage outside a session: what the device knows at once, then what the server says. docs/rules.md#brokerage */
function useKnownBrokerage(): Brokerage {
  useEffect(() => {
    const end = new AbortController()
    void askedBrokerage(end.signal).then((answer) => {
      if (!end.signal.aborted && typeof answer === 'object' && answer !== null)
        keepBrokerage(brokerageIn(answer))
    })
    return () => end.abort()
  }, [])
  return useBrokerage()
}

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
