/** The flag of a client that wants no messages: docs/rules.md#opt-out */
import { Switch } from '@mantine/core'
import { PERSON_FIELDS } from '../domain/client/fields.ts'
import { formatDay, saoPauloDay } from '../domain/time/sao-paulo.ts'
import { useCorrectedClock } from './useCorrectedNow.ts'

interface OptOutFieldProps {
  readonly userId: number
  /** Since when; null: it takes messages. */
  readonly value: string | null
  readonly onChange: (since: string | null) => void
}

export function OptOutField({ userId, value, onChange }: OptOutFieldProps) {
  const nowMs = useCorrectedClock(userId)
  return (
    <Switch
      label="Não quer mensagens"
      description={
        value === null
          ? 'Ligue quando o cliente pedir: modelos e automações deixam de escrever a ele.'
          : `${PERSON_FIELDS.no_messages_since.label} ${formatDay(value)}. Modelos e automações não escrevem a ele.`
      }
      checked={value !== null}
      onChange={(event) => onChange(event.currentTarget.checked ? saoPauloDay(nowMs()) : null)}
    />
  )
}
