/** Sign-in: docs/rules.md#sign-in. The lighthouse is beside the form; phones only show the logo. */
import { Anchor, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Logo } from '../../ui/Logo.tsx'
import { CredentialsForm } from './CredentialsForm.tsx'
import { DemoNotice } from './DemoNotice.tsx'
import classes from './LoginScreen.module.css'
import { NightScene } from './NightScene.tsx'
import type { Credentials, SignInOutcome } from './sign-in.ts'

interface LoginScreenProps {
  readonly signIn: (credentials: Credentials) => Promise<SignInOutcome>
  /** Why the user is here, above the form. */
  readonly reason?: string
}

export function LoginScreen({ signIn, reason }: LoginScreenProps) {
  return (
    <EntranceFrame title="Entrar no Farol" {...(reason === undefined ? {} : { reason })}>
      <CredentialsForm signIn={signIn}>
        <Text ta="center">
          <Anchor href="/redefine">Esqueci minha senha</Anchor>
        </Text>
      </CredentialsForm>
      {/* Last: it appears after the screen, and must not move a field. */}
      <DemoNotice />
    </EntranceFrame>
  )
}

interface EntranceFrameProps {
  readonly title: string
  readonly reason?: string
  readonly children: ReactNode
}

/** The frame of the screens outside a session. */
export function EntranceFrame({ title, reason, children }: EntranceFrameProps) {
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
          <Logo size={56} />
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
