/**
 * 'Farol bloqueado': the time, the brokerage, the first names of this device's users and how many changes of each wait. No
 * client's name is on it. docs/rules.md#protected-devices
 */
import { Anchor, Avatar, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { LockedUser } from '../../../device/keyring/lock-screen-reading.ts'
import { dateFormat } from '../../../domain/text/formats.ts'
import line from '../../../ui/LineLink.module.css'
import { EntranceFrame } from '../EntranceFrame.tsx'
import { WaitingWork } from '../WaitingWork.tsx'
import type { WaitingHere } from '../waiting-here.ts'
import { waitingWords } from '../waiting-words.ts'
import classes from './LockScreen.module.css'
import { UnlockForm } from './UnlockForm.tsx'

interface LockScreenProps {
  /** The last one to unlock the device first. */
  readonly users: readonly LockedUser[]
  /** What waits for people who signed out here. */
  readonly others: WaitingHere
  /** Asks who works next. */
  readonly beginsWithChoice: boolean
  /** Called once, when the user can type. */
  readonly onShown: () => void
  readonly onUnlocked: () => void
}

const clockTime = dateFormat({ hour: '2-digit', minute: '2-digit' })
const LOOK_EVERY_MS = 1000

function useTime(): string {
  const [time, setTime] = useState(() => clockTime(Date.now()))
  useEffect(() => {
    const timer = setInterval(() => setTime(clockTime(Date.now())), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  return time
}

export function LockScreen({ users, others, beginsWithChoice, onShown, onUnlocked }: LockScreenProps) {
  const time = useTime()
  useEffect(onShown, [onShown])
  const [first] = users
  const isOne = users.length === 1
  const [chosen, setChosen] = useState<LockedUser | null>(
    first === undefined || (beginsWithChoice && !isOne) ? null : first,
  )
  const otherAccount = (
    <Anchor className={line.centred} href="/login">
      Entrar com outra conta
    </Anchor>
  )
  return (
    <EntranceFrame
      title="Farol bloqueado"
      reason={chosen === null ? 'Quem vai usar este aparelho?' : 'Os dados deste aparelho estão protegidos.'}
    >
      <Stack gap="md">
        <p className={classes.time} aria-label={`Agora são ${time}`}>
          {time}
        </p>
        <WaitingWork waiting={others} />
        {chosen === null ? (
          <>
            <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {users.map((user) => (
                <li key={user.userId}>
                  <UnstyledButton className={classes.person} onClick={() => setChosen(user)}>
                    <Person user={user} />
                  </UnstyledButton>
                </li>
              ))}
            </Stack>
            {otherAccount}
          </>
        ) : (
          <>
            <Person user={chosen} />
            <UnlockForm key={chosen.userId} user={chosen} onUnlocked={onUnlocked}>
              {isOne ? null : (
                <Anchor
                  className={line.centred}
                  component="button"
                  type="button"
                  onClick={() => setChosen(null)}
                >
                  Trocar usuário
                </Anchor>
              )}
              {otherAccount}
            </UnlockForm>
          </>
        )}
      </Stack>
    </EntranceFrame>
  )
}

function Person({ user }: { readonly user: LockedUser }) {
  const waiting = waitingWords(user.waiting)
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar color="petrol" radius="xl" aria-hidden>
        {user.firstName.slice(0, 1).toLocaleUpperCase('pt-BR')}
      </Avatar>
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={600}>{user.firstName}</Text>
        {waiting === null ? null : (
          <Text size="sm" c="dimmed">
            {waiting}
          </Text>
        )}
      </div>
    </Group>
  )
}
