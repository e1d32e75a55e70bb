/** The values of an automation's form, and its saves. docs/rules.md#automations */
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import {
  type Automation,
  type AutomationBody,
  automationsRoute,
  changeAutomationRoute,
  newAutomationRoute,
} from '../../../contract/administration/automations.ts'
import { online } from '../../../device/online.ts'
import { refusal } from '../../../device/useRevisedSave.ts'
import { NEW_ACTS, NEW_TRIGGERS, NO_CONDITIONS } from '../../../domain/automations/definition.ts'
import { keysOf, picked } from '../../../domain/record/parts.ts'
import type { SaveOutcome } from '../../../ui/FormDialog.tsx'

export const NEW_AUTOMATION: AutomationBody = {
  name: '',
  trigger: NEW_TRIGGERS.idle,
  conditions: NO_CONDITIONS,
  acts: [NEW_ACTS.notice],
}

export const valuesOf = (row: AutomationBody): AutomationBody => picked(row, keysOf(NEW_AUTOMATION))

const WHAT = 'salvar a automação'
const MADE_BEFORE =
  'A automação foi criada pela tentativa anterior, com outros valores. Feche, e altere-a na lista.'

type Outcome = SaveOutcome<AutomationBody>

/** A creation whose answer was lost is sent again under its key, and a change names the revision that it began with. */
export function useAutomationSave(row: Automation | null): (body: AutomationBody) => Promise<Outcome> {
  const key = useRef(crypto.randomUUID())
  const revision = useRef(row?.revision)

  const create = async (body: AutomationBody): Promise<Outcome> => {
    const result = await online((token) => call(newAutomationRoute, { token, key: key.current, body }))
    if (result.kind === 'ok') return { kind: 'saved' }
    if (result.kind === 'refused' && result.body.made !== undefined)
      return { kind: 'refused', message: MADE_BEFORE }
    return refusal(result, WHAT)
  }
  const change = async ({ id }: Automation, body: AutomationBody): Promise<Outcome> => {
    const result = await online((token) =>
      call(changeAutomationRoute, {
        token,
        params: { id },
        body: { ...body, revision: revision.current },
      }),
    )
    if (result.kind === 'ok') return { kind: 'saved' }
    if (result.kind !== 'refused' || result.body.code !== 'conflict') return refusal(result, WHAT)
    const present = await online((token) => call(automationsRoute, { token }))
    const now = present.kind === 'ok' ? present.value.data.find((one) => one.id === id) : undefined
    if (now === undefined) return refusal(result, WHAT)
    revision.current = now.revision
    return { kind: 'changed', message: result.body.message, present: valuesOf(now) }
  }
  return (body) => (row === null ? create(body) : change(row, body))
}
