/** The form of a section. While nothing was typed it follows the mirror; a save that fails keeps what was typed. */
import { useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import { settingsBodySchema, updateSettingsRoute } from '../../../contract/administration/settings.ts'
import { failureWords, online } from '../../../device/online.ts'
import { problemsOf } from '../../../ui/form-problems.ts'
import { notify } from '../../../ui/notify.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'

type Body = z.input<typeof settingsBodySchema>

export interface SettingForm<Values> {
  readonly values: Values
  readonly change: (values: Values) => void
  readonly dirty: boolean
  readonly busy: boolean
  /** By the path in the body of the call. */
  readonly errors: Readonly<Record<string, string>>
  readonly problem: string | null
  readonly save: () => Promise<void>
  readonly cancel: () => void
}

export function useSettingForm<Values>(
  current: Values,
  bodyOf: (values: Values) => Body,
): SettingForm<Values> {
  /** null: nothing was typed. */
  const [typed, setTyped] = useState<Values | null>(null)
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)
  const values = typed ?? current
  const dirty = typed !== null && JSON.stringify(typed) !== JSON.stringify(current)
  const cancel = () => {
    setTyped(null)
    setErrors({})
    setProblem(null)
  }
  const save = async () => {
    const body = bodyOf(values)
    const found = problemsOf(settingsBodySchema, body)
    setErrors(found)
    if (!dirty || busy || Object.keys(found).length > 0) return
    setBusy(true)
    const result = await online((token) => call(updateSettingsRoute, { token, body }))
    setBusy(false)
    const refused = failureWords(result, 'salvar as configurações')
    setProblem(refused)
    if (refused !== null) return
    nudgeSync()
    notify.saved('Configurações salvas')
    // What was typed stays until the mirror has it: the fields do not jump back and forth.
  }
  return { values, change: setTyped, dirty, busy, errors, problem, save, cancel }
}
