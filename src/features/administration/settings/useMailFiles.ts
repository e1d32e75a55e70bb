/** The list of mails in files, and what is done with them. The list is read anew after each change. */
import { useCallback, useEffect, useState } from 'react'
import type { z } from 'zod'
import { call } from '../../../api/call.ts'
import type { CallResult } from '../../../api/call-result.ts'
import {
  type MailFile,
  mailFilesRoute,
  removeMailFileRoute,
  removeMailFilesRoute,
} from '../../../contract/administration/mail-files.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'

type List = z.output<typeof mailFilesRoute.answer>

const ask = () => online((token) => call(mailFilesRoute, { token }))

export function useMailFiles() {
  const [list, setList] = useState<List | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const take = useCallback((result: CallResult<List>) => {
    if (result.kind === 'ok') setList(result.value)
    setProblem(failureWords(result, 'ver os e-mails em arquivo'))
  }, [])
  useEffect(() => {
    let gone = false
    void ask().then((result) => {
      if (!gone) take(result)
    })
    return () => {
      gone = true
    }
  }, [take])

  /** A failure of the change is shown above the list. */
  async function change(remove: (token: string) => Promise<CallResult<{ message: string }>>): Promise<void> {
    setBusy(true)
    const result = await online(remove)
    const words = failureWords(result, 'excluir e-mails', 'foi excluído')
    if (result.kind === 'ok') notify.saved(result.value.message)
    // Another administrator may have deleted it already.
    take(await ask())
    if (words !== null) setProblem(words)
    setBusy(false)
  }
  return {
    list,
    problem,
    busy,
    remove: ({ name }: MailFile) => change((token) => call(removeMailFileRoute, { token, params: { name } })),
    removeAll: () => change((token) => call(removeMailFilesRoute, { token })),
  }
}
