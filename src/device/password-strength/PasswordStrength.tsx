/** The strength of a new password, below its field. It advises; the rules of the server decide. docs/rules.md#sessions-and-passwords */
import { Progress, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { PasswordOwner } from '../../domain/session/password.ts'
import { type StrengthWords, strengthWords } from './strength-words.ts'

/** So that a typed word is estimated once, not letter by letter. */
const PAUSE_MS = 150
const COLOURS = ['red', 'red', 'amber', 'green', 'green'] as const

interface PasswordStrengthProps extends PasswordOwner {
  readonly password: string
  /** The owner's name, which is easily guessed. */
  readonly name: string
  /** The fewest characters that this owner needs. */
  readonly shortest: number
}

export function PasswordStrength(props: PasswordStrengthProps) {
  const strength = useStrength(props)
  return (
    // The place is announced only when it was there before its words.
    <Stack gap={4} mt={props.password === '' ? 0 : 8} aria-live="polite">
      {props.password === '' || strength === null ? null : (
        <>
          <Progress
            value={(strength.score + 1) * 20}
            color={COLOURS[strength.score]}
            size="sm"
            aria-hidden
            transitionDuration={150}
          />
          <Text size="xs">
            Força da senha: <strong>{strength.words}</strong>
          </Text>
          {strength.hint === null ? null : (
            <Text size="xs" c="dimmed">
              {strength.hint}
            </Text>
          )}
        </>
      )}
    </Stack>
  )
}

const loadEstimate = () => import('./estimate-password.ts')

/** null: nothing is estimated yet, or what estimates could not be loaded. */
function useStrength({
  password,
  login,
  current,
  name,
  shortest,
}: PasswordStrengthProps): StrengthWords | null {
  const [strength, setStrength] = useState<StrengthWords | null>(null)
  useEffect(() => {
    if (password === '') return
    let gone = false
    const estimate = async () => {
      // Without a network it may be missing: the password is saved without advice.
      const loaded = await loadEstimate().catch(() => null)
      if (gone) return
      const estimated = loaded?.estimatePassword(password, [login, name]) ?? null
      setStrength(estimated && strengthWords(password, { login, current }, estimated, shortest))
    }
    const pause = setTimeout(() => void estimate(), PAUSE_MS)
    return () => {
      gone = true
      clearTimeout(pause)
    }
  }, [password, login, current, name, shortest])
  return strength
}
