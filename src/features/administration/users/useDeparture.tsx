/**
 * Asks what happens to a user's leads, rules and mailed views, before a save after which the user is no longer a
 * broker. docs/rules.md#departures
 */

import { type ReactNode, useState } from 'react'
import { call } from '../../../api/call.ts'
import type { OpenUser } from '../../../contract/administration/users.ts'
import { type Departure, type Hanging, hangingRoute } from '../../../contract/transfers.ts'
import { failureWords, online } from '../../../device/online.ts'
import { isDeparture } from '../../../domain/lead/transfer.ts'
import { isActive } from '../../../domain/session/active.ts'
import { lazyAfterPaint } from '../../../opening/lazy-after-paint.tsx'
import { hangsAnything } from './departure-form.ts'
import type { UserValues } from './user-form.ts'

const DepartureDialog = lazyAfterPaint(async () => (await import('./DepartureDialog.tsx')).DepartureDialog)

type Asked =
  | { readonly kind: 'none' }
  | { readonly kind: 'chosen'; readonly departure: Departure }
  | { readonly kind: 'refused'; readonly message: string }
  /** The question was closed: nothing failed. */
  | { readonly kind: 'unanswered'; readonly message: string }

interface Question {
  readonly leaver: OpenUser
  readonly hanging: Hanging
  readonly deactivates: boolean
  readonly answer: (departure: Departure | null) => void
}

const NOTHING_SAVED = 'Nada foi salvo: falta escolher para onde vai o que está com este usuário.'

/** `ask` resolves with the answer; `question` is what the dialog shows meanwhile. */
export function useDeparture(actorId: number): {
  readonly ask: (user: OpenUser, body: UserValues) => Promise<Asked>
  readonly question: ReactNode
} {
  const [question, setQuestion] = useState<Question | null>(null)
  const ask = async (user: OpenUser, body: UserValues): Promise<Asked> => {
    const role = user.roles[0]?.id ?? 0
    if (!isDeparture({ status: user.status, role }, body)) return { kind: 'none' }
    const result = await online((token) => call(hangingRoute, { token, params: { id: user.id } }))
    if (result.kind !== 'ok')
      return { kind: 'refused', message: failureWords(result, 'salvar o usuário') ?? '' }
    if (!hangsAnything(result.value)) return { kind: 'none' }
    const departure = await new Promise<Departure | null>((answer) => {
      setQuestion({ leaver: user, hanging: result.value, deactivates: !isActive(body), answer })
    })
    setQuestion(null)
    return departure === null ? { kind: 'unanswered', message: NOTHING_SAVED } : { kind: 'chosen', departure }
  }
  return {
    ask,
    question:
      question === null ? null : (
        <DepartureDialog
          actorId={actorId}
          leaver={question.leaver}
          hanging={question.hanging}
          deactivates={question.deactivates}
          onAnswer={question.answer}
        />
      ),
  }
}
