/**
 * The form of a section. Each field follows the mirror until it is typed into. A save brings the fields that were typed,
 * with the values that typing began with; one that fails keeps what was typed. docs/rules.md#settings
 */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { settingsBodySchema, updateSettingsRoute } from '../../../contract/administration/settings.ts'
import { failureWords, online } from '../../../device/online.ts'
import { problemsOf } from '../../../ui/form-problems.ts'
import { useTypedText } from '../../../ui/leaving/useLayer.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import {
  baseOf,
  cancelled,
  eachDraft,
  type FieldRules,
  followed,
  fresh,
  isDirty,
  refused,
  saved,
  shown,
  typedInto,
} from './field-draft.ts'

export interface SettingForm<Value> {
  readonly values: Readonly<Record<string, Value>>
  readonly change: (key: string, value: Value) => void
  /** Settings that were typed and are not saved. */
  readonly changes: number
  readonly busy: boolean
  /** By the path in the body of the call. */
  readonly errors: Readonly<Record<string, string>>
  readonly problem: string | null
  /** `last` is typed in the turn of the save. Returns whether all of it is saved. */
  readonly save: (last?: Readonly<Record<string, Value>>) => Promise<boolean>
  readonly cancel: () => void
}

interface SettingFormRules<Value> extends FieldRules<Value> {
  /** The value as the call has it. */
  readonly plain: (value: Value) => unknown
}

const mapped = <From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]))

export function useSettingForm<Value>(
  current: Readonly<Record<string, Value>>,
  rules: SettingFormRules<Value>,
): SettingForm<Value> {
  const [drafts, setDrafts] = useState(() => mapped(current, fresh))
  const [busy, setBusy] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<string | null>(null)

  const newest = eachDraft(drafts, (draft, key) => {
    const value = current[key]
    return value === undefined ? draft : followed(draft, value, rules)
  })
  if (Object.entries(newest).some(([key, draft]) => draft !== drafts[key])) setDrafts(newest)

  const changes = Object.values(newest).filter((draft) => isDirty(draft, rules)).length
  useTypedText(changes > 0)

  const cancel = () => {
    setDrafts((now) => eachDraft(now, cancelled))
    setErrors({})
    setProblem(null)
  }
  const save = async (last: Readonly<Record<string, Value>> = {}) => {
    const all = eachDraft(newest, (draft, key) => {
      const value = last[key]
      return value === undefined ? draft : typedInto(draft, value)
    })
    setDrafts(all)
    const sending = Object.fromEntries(Object.entries(all).filter(([, draft]) => isDirty(draft, rules)))
    const given = {
      ...mapped(sending, (draft) => rules.plain(shown(draft))),
      base: mapped(sending, (draft) => rules.plain(baseOf(draft)) ?? undefined),
    }
    setErrors(problemsOf(settingsBodySchema, given))
    const body = settingsBodySchema.safeParse(given)
    if (Object.keys(sending).length === 0) return true
    if (!body.success || busy) return false
    setBusy(true)
    const result = await online((token) => call(updateSettingsRoute, { token, body: body.data }))
    setBusy(false)
    setProblem(failureWords(result, 'salvar as configurações'))
    // A colleague's change, which this device does not have yet.
    const isStale = result.kind === 'refused' && result.status === 409
    if (result.kind !== 'ok' && !isStale) return false
    setDrafts((now) =>
      eachDraft(now, (draft, key) => {
        const one = sending[key]
        if (one === undefined) return draft
        return isStale ? refused(draft) : saved(draft, one, rules)
      }),
    )
    nudgeSync()
    return !isStale
  }
  return {
    values: mapped(newest, shown),
    change: (key, value) =>
      setDrafts((now) => eachDraft(now, (draft, of) => (of === key ? typedInto(draft, value) : draft))),
    changes,
    busy,
    errors,
    // A save without an answer may turn out to be done: the mirror then has its values.
    problem: changes > 0 ? problem : null,
    save,
    cancel,
  }
}
