/**
 * Attaches a chosen PDF, after two questions: whether it replaces the lead's PDF, and whether it is the client's although
 * it has the document of another person. docs/rules.md#files
 */
import { useContext, useEffect, useRef, useState } from 'react'
import { isOtherDocument, type Person, personWords } from '../../../domain/client/identity.ts'
import type { Lead } from '../../../domain/lead/lead.ts'
import type { FileState } from '../../../domain/lead/lead-file.ts'
import { saoPauloDay } from '../../../domain/time/sao-paulo.ts'
import { notify } from '../../../ui/notify.ts'
import { readPolicyFile } from '../../../workers/policy-file-bridge.ts'
import type { LeadFormApi } from '../form/form-api.ts'
import { shownPerson } from '../form/useIdentity.ts'
import { PolicyDeskContext } from '../policy/policy-desk.ts'
import { attachFile, unfitFile } from './lead-file.ts'

export interface AttachQuestion {
  readonly title: string
  readonly words: string
  readonly confirm: string
  readonly answer: (yes: boolean) => void
}

export interface Attach {
  readonly start: (file: File | null) => void
  /** Null: no question is open. */
  readonly question: AttachQuestion | null
}

export function useAttach(form: LeadFormApi, lead: Lead, state: FileState): Attach {
  const [question, setQuestion] = useState<AttachQuestion | null>(null)
  const policy = useContext(PolicyDeskContext)
  /** The last chosen file counts. */
  const turn = useRef(0)
  const isShown = useRef(true)
  const latest = useRef({ form, lead })
  useEffect(() => {
    latest.current = { form, lead }
    isShown.current = true
    return () => {
      isShown.current = false
    }
  })

  const ask = (asked: Omit<AttachQuestion, 'answer'>) =>
    new Promise<boolean>((resolve) => {
      const answer = (yes: boolean) => {
        setQuestion(null)
        resolve(yes)
      }
      setQuestion({ ...asked, answer })
    })
  /** Whom the form shows when the PDF was read: the client may be another one by then. */
  const person = (): Person => shownPerson(latest.current.form.client, latest.current.lead)

  const attach = async (file: File) => {
    turn.current += 1
    const own = turn.current
    const isLate = () => turn.current !== own
    const unfit = await unfitFile(file)
    if (unfit !== null) return notify.warning(unfit)
    const replaces = state === 'queued' || lead.file_path !== null
    if (isLate() || (replaces && !(await ask(REPLACE))) || isLate()) return
    // A form that is read-only offers nothing of the PDF.
    const reading = policy === null ? readPolicyFile(file, saoPauloDay(Date.now())) : policy.read(file)
    const outcome = person().cpf === '' ? null : await reading
    if (isLate()) return
    const found = outcome?.kind === 'read' ? outcome.reading : null
    const insured: Person = { name: found?.name?.value ?? '', cpf: found?.document?.value ?? '' }
    if (isOtherDocument(person(), insured)) {
      const words = `A apólice é de ${personWords(insured)}. O cadastro é de ${personWords(person())}.`
      // The form was closed while the PDF was read: nobody can be asked.
      if (!isShown.current) return notify.warning(`O PDF não foi anexado. ${words}`)
      if (!(await ask({ title: 'PDF de outra pessoa', words, confirm: 'Anexar mesmo assim' })))
        return policy?.close()
      if (isLate()) return
    }
    if (!(await attachFile(form.user.id, lead, file))) policy?.close()
  }
  return { start: (file) => void (file === null ? null : attach(file)), question }
}

const REPLACE = {
  title: 'Substituir o PDF',
  words: 'Este lead já tem um PDF. O novo fica no lugar dele.',
  confirm: 'Substituir',
}
