/** Merges or dismisses a pair, and shows the result. Sending either again changes nothing more. */
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { dismissDuplicateRoute, mergeClientsRoute } from '../../../contract/client-merges.ts'
import type { RouteInput } from '../../../contract/route.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'

type MergeBody = RouteInput<typeof mergeClientsRoute>['body']

interface Merging {
  readonly busy: boolean
  /** Why the last attempt did nothing, or may have done it. */
  readonly problem: string | null
  readonly merge: (body: MergeBody) => Promise<void>
  readonly dismiss: (first: string, second: string) => Promise<void>
}

/** The server may have merged before the connection broke. */
const NO_ANSWER =
  'Não sabemos se foram juntados: o servidor não respondeu. Junte de novo: se já foi feito, nada mais muda.'
const MERGE = 'juntar clientes'
const DISMISS = 'guardar que não são a mesma pessoa'
const CONFLICT = 409

/** `onChanged` is called if another user changed one of them meanwhile. */
export function useMerging(onChanged: () => void, onDone: () => void): Merging {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const once = useOnce()

  const merge = async (body: MergeBody) => {
    setBusy(true)
    setProblem(null)
    const result = await online((token) => call(mergeClientsRoute, { token, body }))
    setBusy(false)
    if (result.kind === 'ok') {
      nudgeSync()
      notify.success(`Clientes juntados: ficou ${result.value.client.name}`)
      return onDone()
    }
    if (result.kind === 'refused' && result.status === CONFLICT) {
      setProblem(`${result.body.message} Confira de novo antes de juntar.`)
      return onChanged()
    }
    const isLost = result.kind === 'unreachable' && result.mayBeDone === true
    setProblem(isLost ? NO_ANSWER : failureWords(result, MERGE))
  }
  const dismiss = async (first: string, second: string) => {
    setBusy(true)
    setProblem(null)
    const body = { first_uid: first, second_uid: second, dismissed: true }
    const result = await online((token) => call(dismissDuplicateRoute, { token, body }))
    setBusy(false)
    if (result.kind !== 'ok') return setProblem(failureWords(result, DISMISS))
    notify.success('Não são a mesma pessoa: este par não aparece mais')
    onDone()
  }
  return {
    busy,
    problem,
    merge: (body) => once(() => merge(body)),
    dismiss: (first, second) => once(() => dismiss(first, second)),
  }
}
