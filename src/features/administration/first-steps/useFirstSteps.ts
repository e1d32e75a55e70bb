/** The steps as the server computes them, asked again when the mirror has news of them. docs/rules.md#first-steps */
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import {
  firstStepsRoute,
  leaveFirstStepRoute,
  offerFirstStepsRoute,
} from '../../../contract/administration/first-steps.ts'
import { catalogue, hasServerLeads, settings as readSettings } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { failureWords, online } from '../../../device/online.ts'
import { useAnswer } from '../../../device/useAnswer.ts'
import type { FirstStep } from '../../../domain/first-steps/first-steps.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'

/** Another number whenever a step may have become done or open. */
async function versionOf(userId: number): Promise<number> {
  const db = openMirror(userId)
  const settings = await readSettings(db)
  const [teams, partners, users] = await Promise.all([
    catalogue(db, 'technical_team'),
    catalogue(db, 'partner'),
    catalogue(db, 'user'),
  ])
  const actives = [teams, partners, users].map((rows) => rows.filter(({ active }) => active).length)
  const texts = [settings.brokerage_name, settings.controller_name, settings.controller_contact]
  const flags = [
    ...texts.map((text) => text !== ''),
    settings.first_steps_offered === true,
    // A lead of this device has its number once the server has it.
    await hasServerLeads(db),
  ]
  const numbers = [...actives, settings.first_steps_later.length, ...flags.map(Number)]
  return numbers.reduce((all, each) => (all * 101 + each) % 1_000_000_007, 7)
}

interface Problem {
  readonly words: string
  readonly at: number
  readonly isRefusal: boolean
}

const WHAT = 'ver os primeiros passos'

export function useFirstSteps({ id }: SessionUser) {
  const version = useLiveQuery(async () => versionOf(id), [id])
  const answer = useAnswer(id, firstStepsRoute, version === undefined ? null : {}, {
    what: WHAT,
    ...(version === undefined ? {} : { version }),
  })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Returns whether it was saved. After a lost answer the steps are asked for again: they show what was saved. */
  const save = async (
    change: { readonly step: FirstStep; readonly later: boolean } | { readonly offered: boolean },
  ): Promise<boolean> => {
    setBusy(true)
    const result = await online((token) =>
      'offered' in change
        ? call(offerFirstStepsRoute, { token, body: change })
        : call(leaveFirstStepRoute, { token, params: { step: change.step }, body: { later: change.later } }),
    )
    setBusy(false)
    const words = failureWords(result, 'mudar os primeiros passos')
    setProblem(words === null ? null : { words, at: Date.now(), isRefusal: result.kind === 'refused' })
    answer.refresh()
    return result.kind === 'ok'
  }
  // Later steps show what was saved: nothing is left to say of an answer that was lost.
  const isOver = problem !== null && !problem.isRefusal && answer.at !== undefined && answer.at > problem.at
  return { ...answer, change: save, busy, changeProblem: isOver ? null : (problem?.words ?? null) }
}
export type FirstStepsState = ReturnType<typeof useFirstSteps>
