/** A user's leaves on the device, and what is done with them by calls. docs/rules.md#absences */
import { useState } from 'react'
import { call } from '../../api/call.ts'
import type { CallResult } from '../../api/call-result.ts'
import { changeAbsenceRoute, endAbsenceRoute, newAbsenceRoute } from '../../contract/absences.ts'
import { tokenConfirmRoute } from '../../contract/session.ts'
import { updateSessionUser } from '../../db/session/device-session.ts'
import type { Absence, AbsenceDraft } from '../../domain/absence/schema.ts'
import type { SaveOutcome } from '../../ui/FormDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { nudgeSync } from '../../workers/sync-bridge.ts'
import { failureWords, online } from '../online.ts'

interface Whose {
  readonly id: number
  /** As the device mirrors them. */
  readonly absences?: readonly Absence[] | undefined
}

/** What was written here, until the mirror has it. */
interface Written {
  readonly mirrored: string
  readonly absences: readonly Absence[]
}

const byDay = (one: Absence, other: Absence) => one.from_day.localeCompare(other.from_day)
const absenceOf = ({ id, from_day, to_day, substitute_id }: Absence): Absence => ({
  id,
  from_day,
  to_day,
  substitute_id,
})

/** What the user may do follows its own leaves: this device learns them at once, others with their next start. */
const refreshUser = () =>
  online(async (token) => {
    const answer = await call(tokenConfirmRoute, { token })
    if (answer.kind === 'ok') await updateSessionUser(token, answer.value)
    return answer
  })

function outcomeOf(result: CallResult<unknown>): SaveOutcome {
  if (result.kind === 'ok') return { kind: 'saved' }
  const message = failureWords(result, 'salvar a ausência', 'a ausência foi salva') ?? ''
  const errors = result.kind === 'refused' ? result.body.errors : undefined
  return { kind: 'refused', message, ...(errors === undefined ? {} : { errors }) }
}

export function useAbsences({ id: userId, absences: mirror = [] }: Whose, isOwn: boolean) {
  const [written, setWritten] = useState<Written | null>(null)
  const [busy, setBusy] = useState(false)
  /** Identifies the next one, so that a repeated attempt after a lost answer makes no second one. */
  const [creation, setCreation] = useState(() => crypto.randomUUID())
  const mirrored = JSON.stringify(mirror)
  // What came since is newer than what was written here.
  const absences = written?.mirrored === mirrored ? written.absences : mirror

  const show = (next: readonly Absence[]) => {
    setWritten({ mirrored, absences: next.toSorted(byDay) })
    nudgeSync()
    if (isOwn) void refreshUser()
  }
  const without = (id: number) => absences.filter((one) => one.id !== id)

  return {
    absences,
    busy,
    create: async (draft: AbsenceDraft): Promise<SaveOutcome> => {
      const result = await online((token) =>
        call(newAbsenceRoute, { token, key: creation, body: { ...draft, user_id: userId } }),
      )
      // The next attempt is another leave, also after what was asked for before was saved with other days.
      if (result.kind === 'ok' || (result.kind === 'refused' && result.body.code === 'conflict'))
        setCreation(crypto.randomUUID())
      if (result.kind === 'ok') {
        show([...without(result.value.id), absenceOf(result.value)])
        notify.saved('Ausência marcada')
      }
      return outcomeOf(result)
    },
    change: async (id: number, draft: AbsenceDraft): Promise<SaveOutcome> => {
      const result = await online((token) => call(changeAbsenceRoute, { token, params: { id }, body: draft }))
      if (result.kind === 'ok') {
        show([...without(id), absenceOf(result.value)])
        notify.saved('Ausência alterada')
      }
      return outcomeOf(result)
    },
    end: async ({ id }: Absence): Promise<void> => {
      setBusy(true)
      const result = await online((token) => call(endAbsenceRoute, { token, params: { id } }))
      setBusy(false)
      // Somebody else was faster: it is over all the same.
      const isGone = result.kind === 'ok' || (result.kind === 'refused' && result.status === 404)
      if (!isGone) {
        notify.error(failureWords(result, 'encerrar a ausência', 'a ausência foi encerrada') ?? '')
        return
      }
      show(without(id))
      notify.saved(result.kind === 'ok' ? result.value.message : 'Ausência encerrada')
    },
  }
}
