/** A round of questions to the help, in the words of the people who ask them. Mistakes and missing accents are theirs. */
import type { RoleId } from '../../../../src/domain/session/session-user.ts'

/** More than one page, parted by '|', where several answer well. */
export type Asked = readonly [question: string, slugs: string]

interface Question {
  readonly role: RoleId
  readonly question: string
  readonly slugs: readonly string[]
}

export interface Round {
  readonly questions: readonly Question[]
  /** Nothing that the product knows. */
  readonly outside: readonly string[]
}

export const by = (role: RoleId, asked: readonly Asked[]): Question[] =>
  asked.map(([question, slugs]) => ({ role, question, slugs: slugs.split('|') }))
