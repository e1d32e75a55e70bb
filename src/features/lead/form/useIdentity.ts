/** Asks whose values a save has, where a client with a document would become another person. docs/rules.md#identity-of-a-client */
import { useRef, useState } from 'react'
import { uuidv7 } from 'uuidv7'
import { clientByCpf } from '../../../db/mirror/searches.ts'
import { openMirror } from '../../../db/open.ts'
import type { Client } from '../../../domain/client/client.ts'
import { type IdentityChange, identityChange, type Person } from '../../../domain/client/identity.ts'
import type { IdentityChoice } from '../../../domain/client/identity-choice.ts'
import type { FormChanges, LeadFormValues } from './lead-values.ts'

export interface IdentityQuestion {
  readonly change: Exclude<IdentityChange, 'none' | 'person'>
  readonly known: Person
  readonly typed: Person
  readonly answer: (choice: IdentityChoice | null) => void
}

export interface Identity {
  /** Null: no question is open. */
  readonly question: IdentityQuestion | null
  /**
   * Returns the user's choice. 'none': nothing is to be chosen. Null: the question was closed, and nothing is saved.
   * `known` is asked again after the answer: the client may have become another one meanwhile.
   */
  readonly ask: (known: () => Person | null, typed: Person) => Promise<IdentityChoice | 'none' | null>
}

export function useIdentity(): Identity {
  const [question, setQuestion] = useState<IdentityQuestion | null>(null)
  const open = useRef(0)
  const put = (asked: Omit<IdentityQuestion, 'answer'>) =>
    new Promise<IdentityChoice | null>((resolve) => {
      open.current += 1
      const turn = open.current
      setQuestion({
        ...asked,
        answer: (choice) => {
          if (open.current !== turn) return
          open.current += 1
          setQuestion(null)
          resolve(choice)
        },
      })
    })
  const ask: Identity['ask'] = async (read, typed) => {
    const known = read()
    const change = known === null ? 'none' : identityChange(known, typed)
    if (known === null || change === 'none') return 'none'
    if (change === 'person') return 'other'
    const choice = await put({ change, known, typed })
    const now = read()
    const isSame = now !== null && now.name === known.name && now.cpf === known.cpf
    return choice === null || isSame ? choice : ask(read, typed)
  }
  return { question, ask }
}

/** The changes of a save with the choice. Another person gets its name, and a client that this device may know. */
export async function withChoice(
  userId: number,
  changes: FormChanges,
  {
    choice,
    known,
    typed,
  }: { choice: IdentityChoice | 'none'; known: Person; typed: LeadFormValues['client'] },
): Promise<FormChanges> {
  if (choice !== 'other') return choice === 'none' ? changes : { ...changes, identity: choice }
  const ofDocument =
    typed.cpf === '' || typed.cpf === known.cpf ? undefined : await clientByCpf(openMirror(userId), typed.cpf)
  return {
    ...changes,
    client: { ...changes.client, name: typed.name },
    identity: 'other',
    other_uid: ofDocument?.uid ?? uuidv7(),
  }
}

/** Whom the form shows: the lead's client, or its copies in the lead. */
export const shownPerson = (
  client: Client | null,
  lead: { client_name: string; client_cpf: string },
): Person => client ?? { name: lead.client_name, cpf: lead.client_cpf }
